"""A grid of experiments, written in TOML.

    runs = 100                                      # for all experiments that do not say otherwise
    seed = 0

    [[experiment]]
    id = "borda"
    problems = ["sushi", "mine.txt"]                # names or files; a file is looked for beside the specification
    algorithms = ["exp3+unif", "rucb:alpha=0.51"]
    horizons = [1e3, 1e4]
    winner = "borda"                                # or several, as in ["borda", "condorcet"]

Further keys: ``title``, ``period`` of an exact-frequency sequence, ``checkpoints`` (linear, log, a
number of steps or a list of rounds), ``shuffle`` (true: each run shows the arms in an order of its own),
``labels`` (names for figures and tables, by problem or algorithm, as in ``{"mine.txt" = "Mine"}``),
``against`` (rounds or horizons): whether figures show regret over the rounds, a frame for each horizon, or over the
horizons. Every algorithm is played on every problem for every horizon. A single value stands for a list of one.

With ``delta`` in place of horizons, algorithms play until they are sure:

    [[experiment]]
    id = "stopping"
    problems = ["sushi", "mine.txt"]
    algorithms = ["race", "borda-stop"]
    delta = 0.05                                    # the chance with which a verdict may be wrong
    within = {sushi = 0.02}                         # how much worse than the winner it may be; or one number for all
    limit = 1e6                                     # duels after which a run is given up
    own_runs = {sushi = 20}                         # for problems that need more or fewer runs than the others
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from duelling.errors import DamagedFile, InputError, WrongValue, unknown
from duelling.files import read_text
from duelling.lab.grids.values import (
    Axis,
    Chance,
    Count,
    Counts,
    CountsByProblem,
    Flag,
    Labels,
    Moments,
    Seed,
    Slack,
    Text,
    Texts,
    key_of,
    named,
)
from duelling.registry.choice import written

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")
OF_REGRET = (
    "horizons",
    "winners",
    "period",
    "checkpoints",
    "against",
    "shuffle",
)  # fields without a meaning where delta is given
OF_STOPS = ("delta", "within", "limit", "own_runs")  # and those that need it


class Experiment(BaseModel):
    """Every algorithm on every problem, for every horizon or until it is sure, under one seed."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_by_name=True, validate_by_alias=True)

    id: Text
    title: Text = ""
    problems: Texts
    algorithms: Texts  # such as rucb:alpha=0.51
    horizons: Counts = ()  # empty where algorithms stop by themselves
    winners: Texts = Field(default=("borda",), alias="winner")
    period: Count | None = None  # τ of the exact-frequency sequence that all runs share; None: outcomes are drawn
    shuffle: Flag = False  # show the arms in another order in each run
    runs: Count = 100
    seed: Seed = 0
    checkpoints: Moments = "linear"
    against: Axis = "rounds"  # what figures show regret over
    labels: Labels = {}  # in figures and tables, by the texts of problems and algorithms
    delta: Chance = None  # the chance of a wrong verdict; None: algorithms play to horizons
    within: Slack = 0.0  # how much worse than the winner a verdict may be and still be right; or by problems
    limit: Count = 10**6  # duels after which a run without a verdict is given up
    own_runs: CountsByProblem = {}  # in place of ``runs``

    @property
    def stops(self) -> bool:
        """Whether algorithms play until they are sure, and not to horizons."""
        return self.delta is not None

    def called(self, text: str) -> str:
        """The label of the problem or algorithm with this text, or the text where there is none."""
        return self.labels.get(text, text)

    def slack(self, problem: str) -> float:
        """``within`` on the problem with this text."""
        return self.within.get(problem, 0.0) if isinstance(self.within, dict) else self.within

    def runs_on(self, problem: str) -> int:
        """How many runs there are on the problem with this text."""
        return self.own_runs.get(problem, self.runs)

    @property
    def runs_in_words(self) -> str:
        """How many runs there are on the problems: ``20``, or ``20 to 50``."""
        counts = [self.runs_on(problem) for problem in self.problems]
        return f"{min(counts)} to {max(counts)}" if min(counts) < max(counts) else str(counts[0])

    def with_runs(self, change: Callable[[int], int]) -> "Experiment":
        """The same with other numbers of runs."""
        own = {problem: change(runs) for problem, runs in self.own_runs.items()}
        return self.model_copy(update={"runs": change(self.runs), "own_runs": own})

    def declared(self) -> dict[str, Any]:
        """What the specification says, in plain values, without what has no meaning for this kind of experiment."""
        idle = OF_REGRET if self.stops else OF_STOPS
        return self.model_dump(mode="json", by_alias=True, exclude=set(idle))

    @field_validator("id")
    @classmethod
    def _names_files(cls, value: str, info: ValidationInfo) -> str:
        if not NAME.fullmatch(value):
            raise WrongValue(
                f"{named(info)} must be up to 60 letters, digits, '.', '_' or '-', as in 'borda-vn', got {value!r}"
            )
        return value

    @field_validator("within", "own_runs")
    @classmethod
    def _of_problems(cls, value: Any, info: ValidationInfo) -> Any:
        for problem in value if isinstance(value, dict) else ():
            if problem not in info.data.get("problems", value):
                raise WrongValue(f"{named(info)} must name problems of the experiment, got {problem!r}")
        return value

    @field_validator("labels")
    @classmethod
    def _of_both(cls, value: dict[str, str], info: ValidationInfo) -> dict[str, str]:
        known = info.data.get("problems", tuple(value)) + info.data.get("algorithms", tuple(value))
        for text in value:
            if text not in known:
                raise WrongValue(f"{named(info)} must name problems or algorithms of the experiment, got {text!r}")
        return value

    @field_validator("winners")
    @classmethod
    def _spelt_alike(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name.replace("-", "_") for name in value)

    @field_validator("problems", "algorithms", "horizons", "winners")
    @classmethod
    def _each_once(cls, value: tuple[Any, ...], info: ValidationInfo) -> tuple[Any, ...]:
        for n, each in enumerate(value):
            if each in value[:n]:
                raise WrongValue(f"{named(info)} must hold each value once, got {each!r} twice")
        return value


class Specification(BaseModel):
    """All experiments of a grid; ``where`` is its file: errors name it, problems' files are looked for beside it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    experiments: tuple[Experiment, ...]
    where: str = ""

    @property
    def folder(self) -> Path:
        return Path(self.where).parent

    def blame(self, number: int, field: str, reason: object) -> InputError:
        """An error that names the file, the experiment and the field; experiments count from 0."""
        each = self.experiments[number]
        error = reason if isinstance(reason, InputError) else WrongValue(str(reason))
        return error.within(f"{_named(self.where, number, each.id)}, {FIELDS[field]}")


FIELDS = {name: key_of(name) for name in Experiment.model_fields}  # as TOML writes them


def read(path: str | Path) -> Specification:
    """The specification in this file."""
    return parse(read_text(path), str(path))


def parse(text: str, where: str) -> Specification:
    """The specification that ``text`` holds; ``where`` is the path of its file, or a name for it."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DamagedFile(f"{where}: {error}") from None
    except RecursionError:
        raise DamagedFile(f"{where}: it must be TOML, got lists that are nested too deeply") from None
    return from_dict(content, where)


def from_dict(content: Mapping[str, Any], where: str = "grid") -> Specification:
    """The specification in a dict with the keys of a TOML file: ``{"runs": 20, "experiment": [{"id": ...}]}``."""
    content = dict(content)
    defaults: dict[str, Any] = {key: content.pop(key) for key in ("runs", "seed") if key in content}
    tables = content.pop("experiment", [])
    if content:
        raise unknown("key", next(iter(content)), ("experiment", "runs", "seed")).within(where)
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        raise WrongValue(f"{where}: it must hold at least one [[experiment]], got {tables!s:.60}")
    made = [_experiment({**defaults, **table}, _named(where, n, table.get("id"))) for n, table in enumerate(tables)]
    return Specification(experiments=tuple(made), where=where)


def _named(where: str, number: int, name: object) -> str:
    file = f"{where}: " if where else ""
    return f"{file}experiment {number + 1}" + (f" ({name})" if isinstance(name, str) else "")


def _spelt(algorithm: Any) -> Any:
    """An algorithm as results name it; what is wrong with it is said later, beside the problem that it plays on."""
    try:
        return written(algorithm)
    except InputError:
        return algorithm


def _labels(given: dict[Any, Any], problems: Any, where: str) -> dict[Any, Any]:
    """The labels, with algorithms spelt as the experiment has them."""
    many = problems if isinstance(problems, list | tuple) else [problems]
    own, found = {each for each in many if isinstance(each, str)}, {}
    for text, label in given.items():
        key = text if text in own else _spelt(text)
        if key in found:
            raise WrongValue(f"{where}, labels: must hold each algorithm once, got {key!r} twice")
        found[key] = label
    return found


def _experiment(table: dict[str, Any], where: str) -> Experiment:
    for key in table:  # first of all: a misspelt key is missing as well
        if key not in FIELDS.values():
            raise unknown("key", key, FIELDS.values()).within(where)
    if isinstance(named := table.get("algorithms"), list | str):
        table = table | {"algorithms": [_spelt(each) for each in ([named] if isinstance(named, str) else named)]}
    if isinstance(labels := table.get("labels"), dict):
        table = table | {"labels": _labels(labels, table.get("problems"), where)}
    stops = "delta" in table
    for key in (FIELDS[field] for field in (OF_REGRET if stops else OF_STOPS)):
        if key in table:
            why = "delta is given: algorithms play until they are sure" if stops else "there is no delta"
            raise WrongValue(f"{where}, {key}: must be left out where {why}, got {table[key]!r}")
    try:
        found = Experiment.model_validate(table, context=where)
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0])
        if first["type"] == "missing":
            raise WrongValue(f"{where}, {field}: is missing, every experiment must have it") from None
        raise first["ctx"]["error"] from None
    if not found.horizons and not stops:
        raise WrongValue(f"{where}, horizons: is missing, every experiment must have it, or a delta in its place")
    return found
