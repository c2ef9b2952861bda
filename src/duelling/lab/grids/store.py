"""Results in a folder: a Parquet file for each unit of work, written when it is finished, and all of them in one.

    units/<what it is>-<key>.parquet   columns experiment, problem, horizon, winner, algorithm, run, t, weak, strong
    results.parquet                    all units in declared order; its metadata holds the specification
    timings.jsonl                      how long each unit took, a line when it is finished

Files appear whole or not at all, and equal work gives equal bytes: nothing in a Parquet file tells when, how fast or in
which order it was made.
"""

import contextlib
import itertools
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from duelling import files
from duelling.errors import Conflict, InputError, unknown
from duelling.lab import tables
from duelling.lab.grids.plan import Plan
from duelling.lab.grids.specification import Experiment, Specification
from duelling.lab.grids.units import Unit, declared
from duelling.lab.results import Result


class Course(NamedTuple):
    """How regret went in all runs of one algorithm on one problem for one horizon, under one winner."""

    t: np.ndarray  # int64[checkpoint]
    weak: np.ndarray  # float64[run, checkpoint]
    strong: np.ndarray  # likewise


class Measured(NamedTuple):
    """What an experiment found."""

    experiment: Experiment
    regrets: dict[tuple[str, int, str, str], Course]  # by problem, horizon, winner and the text of the algorithm
    problems: dict[str, dict[str, Any]] = {}  # noqa: RUF012  kind, arms and sha256 of each problem, by its text


class Store:
    """The folder of a grid's results."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.units, self.results = self.folder / "units", self.folder / "results.parquet"

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
        with _writing(self.folder):
            self.units.mkdir(parents=True, exist_ok=True)
        held = os.open(self.folder, os.O_RDONLY)
        try:
            _lock(held, self.folder)
            for leftover in [*self.folder.glob(".writing-*"), *self.units.glob(".writing-*")]:
                shutil.rmtree(leftover, ignore_errors=True)
            yield
        finally:
            os.close(held)

    def holds(self, unit: Unit) -> bool:
        """Whether the unit is finished."""
        path = self.path(unit)
        found = _note(path, "unit") if path.is_file() else None  # a damaged file is played again
        return found is not None and found["key"] == unit.key()

    def write(self, unit: Unit, result: Result) -> None:
        """Write the file of a finished unit, and a line about the time that it took."""
        versions = {name: x for name, x in result.provenance.items() if name not in ("date", "parameters")}
        note = {"key": unit.key(), "identity": unit.identity, "versions": versions}
        files.write(self.units, {self.path(unit).name: tables.content(_table(unit, result), "unit", note)})
        line = {name: getattr(unit, name) for name in ("name", "experiment", "problem", "horizon", "algorithm", "runs")}
        self._append(line | {"rounds": unit.rounds, "seconds": float(result.seconds.sum())})

    def merge(self, plan: Plan) -> None:
        """Put all units into one file; then remove results of the same units from older sources or problem files."""
        units, names = plan.units, [unit.name for unit in plan.units]
        grid = plan.specification.model_dump(mode="json", exclude={"where"}, by_alias=True)
        problems = {unit.problem: unit.identity["content"] for unit in units}
        note = {"specification": grid, "units": names, "problems": problems}
        if not self.results.is_file() or _note(self.results, "grid") != note:
            whole = pl.scan_parquet([self.units / f"{name}.parquet" for name in names])
            files.write(self.folder, {self.results.name: tables.content(whole, "grid", note)})
        ours = [declared(unit.identity) for unit in units]
        for path in sorted(set(self.units.glob("*.parquet")) - {self.path(unit) for unit in units}):
            found = _note(path, "unit")
            if found is None or declared(found["identity"]) in ours:
                path.unlink()

    def specification(self) -> Specification:
        """The grid whose results are here."""
        if not self.results.exists():
            if (self.folder / "result.parquet").exists():
                raise Conflict(f"{str(self.folder)!r} holds one simulation, with its figure, and not a grid")
            if self.units.exists():
                raise Conflict(f"the grid in {str(self.folder)!r} is not finished: run it again, it goes on")
        declared_here = tables.note(self.results, "grid")["specification"]["experiments"]
        return Specification(experiments=tuple(Experiment(**each) for each in declared_here))

    def measured(self, experiment: Experiment | str) -> Measured:
        """The results of an experiment, from the merged file."""
        name = experiment if isinstance(experiment, str) else experiment.id
        known = {each.id: each for each in self.specification().experiments}
        if name not in known:
            raise unknown("experiment", name, known)
        by = ["problem", "horizon", "winner", "algorithm"]
        rows = pl.scan_parquet(self.results).filter(pl.col("experiment") == name).collect()
        parts, about, regrets = rows.partition_by(by, as_dict=True), known[name], {}
        for index in itertools.product(about.problems, about.horizons, about.winners, about.algorithms):
            columns = parts[index].select("t", "weak", "strong").get_columns()
            t, weak, strong = (column.to_numpy().reshape(about.runs, -1) for column in columns)
            regrets[index] = Course(t[0].copy(), weak, strong)
        problems = tables.note(self.results, "grid")["problems"]
        return Measured(about, regrets, {text: problems[text] for text in about.problems})

    def timings(self) -> list[dict[str, Any]]:
        """The latest line of timings.jsonl about each unit in the merged file, in declared order."""
        latest: dict[str, dict[str, Any]] = {}
        with contextlib.suppress(FileNotFoundError):
            for line in (self.folder / "timings.jsonl").read_text(encoding="utf-8").splitlines():
                with contextlib.suppress(json.JSONDecodeError):  # the program was killed while it wrote
                    entry = json.loads(line)
                    latest[entry["name"]] = entry
        return [latest[name] for name in tables.note(self.results, "grid")["units"] if name in latest]

    def _append(self, entry: dict[str, Any]) -> None:
        with _writing(self.folder), (self.folder / "timings.jsonl").open("ab+") as file:
            line = json.dumps(entry).encode() + b"\n"
            if file.tell() > 0:
                file.seek(-1, os.SEEK_END)
                if file.read() != b"\n":  # the program was killed while it wrote the latest line
                    line = b"\n" + line
            file.write(line)


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


def _table(unit: Unit, result: Result) -> pl.LazyFrame:
    names = [pl.lit(getattr(unit, name)).alias(name) for name in ("experiment", "problem")]
    return result.long().lazy().select(*names, pl.lit(unit.horizon, pl.Int64).alias("horizon"), pl.all())


def _note(path: Path, holds: tables.Holds) -> dict[str, Any] | None:
    """The metadata of a file; None for a damaged one."""
    try:
        return tables.note(path, holds)
    except InputError:
        return None
