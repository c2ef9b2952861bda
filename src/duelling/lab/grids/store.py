"""Results in a folder: a Parquet file for each unit of work, written when it is finished, and all of them in one.

    units/<what it is>-<key>.parquet   columns experiment, problem, horizon, winner, algorithm, run, t, weak, strong;
                                       until sure: experiment, problem, limit, winner, algorithm, run, duels, verdict,
                                       right
    results.parquet                    all units in declared order; its metadata holds the specification
    timings.jsonl                      how long each unit took, a line when it is finished

Files appear whole or not at all, and equal work gives equal bytes: nothing in a Parquet file tells when, how fast or in
which order it was made. What is damaged later is noticed by its digest and made again: a unit is played, the whole is
put together. A damaged line of timings.jsonl is left out.
"""

import contextlib
import hashlib
import io
import itertools
import json
import logging
import os
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from duelling import files
from duelling.errors import Conflict, DamagedFile, InputError, UnknownName, path_of, plain_text, unknown
from duelling.lab import tables
from duelling.lab.grids.measured import Measured, count_rows, regrets_of, stops_of
from duelling.lab.grids.plan import Plan
from duelling.lab.grids.specification import Experiment, Specification
from duelling.lab.grids.units import Found, Unit, declared
from duelling.lab.raw_result import described

LOG = logging.getLogger("duelling")
UNREADABLE = (LookupError, TypeError, ValueError, RecursionError)  # what a line of rubbish may raise


class Store:
    """The folder of a grid's results.

    Args:
        folder: where ``du.run_grid`` or ``duelling run`` put them.

    Raises:
        InputError: it is no path.

    >>> import duelling as du
    >>> du.Store("not-there-yet").empty
    True
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = path_of("folder", folder)
        self.units, self.results = self.folder / "units", self.folder / "results.parquet"

    def __repr__(self) -> str:
        return f"Store({str(self.folder)!r})"

    @property
    def empty(self) -> bool:
        """Whether no grid was ever run here."""
        return not (self.results.exists() or self.units.exists())

    def path(self, unit: Unit) -> Path:
        """The file of a unit."""
        return self.units / f"{unit.name}.parquet"

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Lock the folder for this program while the context lasts; the lock also ends when the program is killed.

        First the half-written files of programs that were killed are removed.
        """
        files.check_folder(self.folder)
        with _writing(self.units):
            self.units.mkdir(parents=True, exist_ok=True)
        held = os.open(self.folder, os.O_RDONLY)
        try:
            _lock(held, self.folder)
            for leftover in [*self.folder.glob(".writing-*"), *self.units.glob(".writing-*")]:
                shutil.rmtree(leftover, ignore_errors=True)
            yield
        finally:
            os.close(held)

    def missing(self, units: Sequence[Unit]) -> list[Unit]:
        """The units that are to be played. One line tells of those that were finished and whose files are damaged."""
        for path in (self.results, *map(self.path, units)):
            if path.is_dir():  # nothing could replace it in the end
                raise Conflict(f"{str(path)!r} must be a file, got a folder")
        found, damaged = [], []
        for unit in units:
            try:
                if not self.holds(unit):
                    found.append(unit)
            except DamagedFile as error:
                found.append(unit)
                damaged.append(error)
        if damaged:
            again = "a unit is" if len(damaged) == 1 else f"{len(damaged)} units are"
            LOG.warning("duelling: %s played again: %s", again, damaged[0])
        return found

    def holds(self, unit: Unit) -> bool:
        """Whether the unit is finished; raises DamagedFile if what is in its place is not what was written."""
        try:
            table = tables.read(self.path(unit), "unit")
        except UnknownName:
            return False
        with tables.reading(table.path):
            if table.note["key"] != unit.key():
                raise ValueError("it holds another unit")
            _check_rows(unit, table)
        return True

    def write(self, unit: Unit, found: Found) -> None:
        """Write the file of a finished unit, and a line about the time that it took."""
        versions = {name: x for name, x in found.provenance.items() if name not in ("date", "parameters")}
        note = {"key": unit.key(), "identity": unit.identity, "versions": versions}
        files.write(
            self.units, {self.path(unit).name: tables.content(_named(unit, unit.rows(found)).lazy(), "unit", note)}
        )
        line = {name: getattr(unit, name) for name in ("name", "experiment", "problem", "horizon", "algorithm", "runs")}
        self._append(line | {"rounds": unit.duels(found), "seconds": float(found.seconds.sum())})

    def merge(self, plan: Plan) -> None:
        """Put all units into one file; then remove results of the same units from older sources or problem files."""
        units, names = plan.units, [unit.name for unit in plan.units]
        grid = {"experiments": [each.declared() for each in plan.specification.experiments]}
        problems = {unit.problem: unit.identity["content"] for unit in units}
        note = {"specification": grid, "units": names, "problems": problems}
        if not self._merged(note):
            kinds = itertools.groupby(units, lambda unit: unit.span)
            parts = [[tables.read(self.path(unit), "unit").data for unit in group] for _, group in kinds]
            whole = pl.concat(map(pl.scan_parquet, parts), how="diagonal")  # kinds differ in some columns
            files.write(self.folder, {self.results.name: tables.content(whole, "grid", note)})
        ours = [declared(unit.identity) for unit in units]
        for path in sorted(set(self.units.glob("*.parquet")) - {self.path(unit) for unit in units}):
            with contextlib.suppress(InputError), tables.reading(path):
                if declared(tables.read(path, "unit").note["identity"]) not in ours:
                    continue
            if not path.is_dir():
                with _writing(self.units):
                    path.unlink()

    def _merged(self, note: dict[str, Any]) -> bool:
        """Whether all units are together in one file, with this metadata."""
        try:
            return tables.read(self.results, "grid").note == note
        except UnknownName:
            return False
        except DamagedFile as error:
            LOG.warning("duelling: the results are put together again: %s", error)
            return False

    def specification(self) -> Specification:
        """The grid whose results are here.

        Returns:
            Its ``experiments``, as they were declared.

        Raises:
            InputError: the folder holds no finished grid.

        >>> import duelling as du
        >>> one = {"id": "one", "problems": "cyclic", "algorithms": "random", "horizons": 9, "runs": 1}
        >>> du.run_grid({"experiment": [one]}, "results").specification().experiments[0].id
        'one'
        """
        if not self.results.exists():
            if (self.folder / "result.parquet").exists():
                raise Conflict(f"{str(self.folder)!r} holds one simulation, with its figure, and not a grid")
            if self.units.exists():
                raise Conflict(f"the grid in {str(self.folder)!r} is not finished: run it again, it goes on")
            what = "a folder that duelling run, thesis or simulate --out filled"
            raise UnknownName(f"{str(self.folder)!r} must be {what}, it holds no results")
        return _specification(tables.read(self.results, "grid"))

    def measured(self, experiment: Experiment | str) -> Measured:
        """The results of one experiment.

        Args:
            experiment: its id, or the experiment as ``specification`` has it.

        Returns:
            Its regret by problem, horizon and algorithm.

        Raises:
            InputError: there is no such experiment, or the folder holds no finished grid.

        >>> import duelling as du
        >>> one = {"id": "one", "problems": "cyclic", "algorithms": "random", "horizons": 9, "runs": 1}
        >>> list(du.run_grid({"experiment": [one]}, "results").measured("one").problems)
        ['cyclic']
        """
        name = experiment.id if isinstance(experiment, Experiment) else plain_text("experiment", experiment)
        table = tables.read(self.results, "grid")
        known = {each.id: each for each in _specification(table).experiments}
        if name not in known:
            raise unknown("experiment", name, known)
        about = known[name]
        with tables.reading(self.results):
            rows = table.rows(sum(map(count_rows, known.values())), pl.col("experiment") == name)
            return _measured(about, rows, table.note["problems"])

    def frame(self) -> pl.DataFrame:
        """All rows of ``results.parquet``.

        Returns:
            A polars frame with one row for each experiment, problem, horizon, winner, algorithm, run and t.

        Raises:
            InputError: the folder holds no finished grid, or it is damaged.

        >>> import duelling as du
        >>> one = {"id": "one", "problems": "cyclic", "algorithms": "random", "horizons": 9, "runs": 1}
        >>> du.run_grid({"experiment": [one]}, "results").frame()["algorithm"].unique().to_list()
        ['random']
        """
        return pl.read_parquet(io.BytesIO(tables.read(self.results, "grid").data))

    def timings(self) -> list[dict[str, Any]]:
        """How long each unit of work took.

        Returns:
            The latest line of timings.jsonl about each unit, in declared order: name, rounds, seconds and more.

        Raises:
            InputError: the folder holds no finished grid.

        >>> import duelling as du
        >>> one = {"id": "one", "problems": "cyclic", "algorithms": "random", "horizons": 9, "runs": 1}
        >>> du.run_grid({"experiment": [one]}, "results").timings()[0]["rounds"]
        9
        """
        latest: dict[str, dict[str, Any]] = {}
        with contextlib.suppress(UnknownName):
            for line in files.read(self.folder / "timings.jsonl").splitlines():
                with contextlib.suppress(*UNREADABLE):  # damaged, or the program was killed while it wrote
                    entry = dict(json.loads(line))
                    if entry.pop("digest") == _digest(entry):
                        latest[entry["name"]] = entry
        table = tables.read(self.results, "grid")
        with tables.reading(self.results):
            return [latest[name] for name in table.note["units"] if name in latest]

    def _append(self, entry: dict[str, Any]) -> None:
        with _writing(self.folder), (self.folder / "timings.jsonl").open("ab+") as file:
            line = json.dumps(entry | {"digest": _digest(entry)}).encode() + b"\n"
            if file.tell() > 0:
                file.seek(-1, os.SEEK_END)
                if file.read() != b"\n":  # the program was killed while it wrote the latest line
                    line = b"\n" + line
            file.write(line)


def measured_early(store: Store, plan: Plan, name: str) -> Measured:
    """The results of an experiment whose units are all in the store, while others may still be missing."""
    (about,) = (each for each in plan.specification.experiments if each.id == name)
    units = [unit for unit in plan.units if unit.experiment == name]
    rows = pl.concat(pl.read_parquet(tables.read(store.path(unit), "unit").data) for unit in units)
    with tables.reading(store.units):
        return _measured(about, rows, {unit.problem: unit.identity["content"] for unit in units})


@contextlib.contextmanager
def _writing(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Conflict(f"cannot write into {str(folder)!r}: {error.strerror or error}") from None


def _lock(held: int, folder: Path) -> None:
    """Lock the folder if the system has locks. Without them files still appear whole."""
    with contextlib.suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Conflict(f"another program is writing into {str(folder)!r}, wait for it to end") from None


def _check_rows(unit: Unit, table: tables.Table) -> None:
    """Raise ValueError unless the file has the columns and rows of the unit, and numbers in them."""
    index = _named(unit, unit.index())
    if list(table.types().items()) != [*tables.types(index.schema).items(), *unit.numbers.items()]:
        raise ValueError("its columns are not those of the unit")
    rows = table.rows(len(index))
    regrets = rows.select(pl.col(pl.Float64).is_finite().fill_null(False))
    if not (rows.select(index.columns).equals(index) and all(each.all() for each in regrets)):
        raise ValueError("its rows are not those of the unit")


def _named(unit: Unit, rows: pl.DataFrame) -> pl.DataFrame:
    """Rows of the unit with the columns that say which unit it is."""
    names = [pl.lit(getattr(unit, name)).alias(name) for name in ("experiment", "problem")]
    return rows.select(*names, pl.lit(unit.horizon, pl.Int64).alias(unit.span), pl.all())


def _measured(about: Experiment, rows: pl.DataFrame, contents: dict[str, Any]) -> Measured:
    """What an experiment found, from its rows and the contents of its problems."""
    problems = {text: described(contents[text]) for text in about.problems}
    if about.stops:
        return Measured(about, {}, problems, stops_of(about, rows))
    return Measured(about, regrets_of(about, rows), problems)


def _specification(table: tables.Table) -> Specification:
    with tables.reading(table.path):
        experiments = table.note["specification"]["experiments"]
        return Specification(experiments=tuple(Experiment(**_renewed(each)) for each in experiments))


def _renewed(declared: dict[str, Any]) -> dict[str, Any]:
    """What an experiment declares, with ``labels`` where older programs wrote ``titles``."""
    return {"labels" if name == "titles" else name: value for name, value in declared.items()}


def _digest(entry: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(entry, sort_keys=True).encode()).hexdigest()[:16]
