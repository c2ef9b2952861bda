"""A grid of simulations, written in TOML.

    runs = 100                                      # for all experiments that do not say otherwise
    seed = 0

    [[experiment]]
    id = "borda"
    problems = ["sushi", "mine.txt"]                # names or files; a file is looked for beside the specification
    algorithms = ["exp3+unif", "rucb:alpha=0.51"]
    horizons = [1e3, 1e4]
    winner = "borda"                                # or several, as in ["borda", "condorcet"]

Further keys: ``title``, ``period`` of an exact-frequency sequence, ``checkpoints`` (linear, log or a list of rounds),
``against`` (rounds or horizons): whether figures show regret over the rounds, a frame for each horizon, or over the
horizons. Every algorithm is played on every problem for every horizon. A single value stands for a list of one.
"""

import re
import tomllib
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from duelling.errors import DamagedFile, InputError, WrongValue, plain_text, unknown, whole
from duelling.files import read_text
from duelling.seeds import check_seed

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,59}")


def _whole(value: Any) -> Any:
    """A float that is whole as an int: TOML reads 1e4 as a float."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _name(info: ValidationInfo) -> str:
    """The name of the validated field in messages: as TOML writes it, after the experiment if that is known."""
    field = FIELDS[str(info.field_name)]
    return f"{info.context}, {field}:" if info.context else field


def _many(value: Any, info: ValidationInfo) -> tuple[Any, ...]:
    values = tuple(value) if isinstance(value, list | tuple) else (value,)
    if not values:
        raise WrongValue(f"{_name(info)} must hold at least one value, got []")
    return values


def _text(value: Any, info: ValidationInfo) -> str:
    return plain_text(_name(info), value)


def _count(value: Any, info: ValidationInfo) -> int:
    return whole(_name(info), _whole(value))


def _seed(value: Any, info: ValidationInfo) -> int:
    return check_seed(_whole(value), _name(info))


def _axis(value: Any, info: ValidationInfo) -> str:
    if value not in ("rounds", "horizons"):
        raise WrongValue(f"{_name(info)} must be rounds or horizons, got {value!r}")
    return str(value)


def _moments(value: Any, info: ValidationInfo) -> str | tuple[int, ...]:
    if isinstance(value, str):
        if value not in ("linear", "log"):
            raise WrongValue(f"{_name(info)} must be linear, log or a list of rounds, got {value!r}")
        return value
    return tuple(_count(each, info) for each in _many(value, info))


def _titles(value: Any, info: ValidationInfo) -> dict[str, str]:
    if not isinstance(value, dict):
        raise WrongValue(f"{_name(info)} must be a table of titles by problem, got {value!r}")
    return {problem: _text(title, info) for problem, title in value.items()}


Count = Annotated[int, BeforeValidator(_count)]
Text = Annotated[str, BeforeValidator(_text)]
Texts = Annotated[tuple[Text, ...], BeforeValidator(_many)]


class Experiment(BaseModel):
    """Every algorithm on every problem for every horizon, under one seed."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_by_name=True, validate_by_alias=True)

    id: Text
    title: Text = ""
    problems: Texts
    algorithms: Texts  # such as rucb:alpha=0.51
    horizons: Annotated[tuple[Count, ...], BeforeValidator(_many)]
    winners: Texts = Field(default=("borda",), alias="winner")
    period: Count | None = None  # τ of the exact-frequency sequence that all runs share; None: outcomes are drawn
    runs: Count = 100
    seed: Annotated[int, BeforeValidator(_seed)] = 0
    checkpoints: Annotated[str | tuple[int, ...], BeforeValidator(_moments)] = "linear"
    against: Annotated[str, BeforeValidator(_axis)] = "rounds"  # what figures show regret over
    titles: Annotated[dict[str, str], BeforeValidator(_titles)] = {}  # of frames, by the texts of their problems

    @field_validator("id")
    @classmethod
    def _names_files(cls, value: str, info: ValidationInfo) -> str:
        if not NAME.fullmatch(value):
            raise WrongValue(
                f"{_name(info)} must be up to 60 letters, digits, '.', '_' or '-', as in 'borda-vn', got {value!r}"
            )
        return value

    @field_validator("titles")
    @classmethod
    def _of_problems(cls, value: dict[str, str], info: ValidationInfo) -> dict[str, str]:
        for problem in value:
            if problem not in info.data.get("problems", value):
                raise WrongValue(f"{_name(info)} must name problems of the experiment, got {problem!r}")
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
                raise WrongValue(f"{_name(info)} must hold each value once, got {each!r} twice")
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


FIELDS = {name: field.alias or name for name, field in Experiment.model_fields.items()}  # as TOML writes them


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


def _experiment(table: dict[str, Any], where: str) -> Experiment:
    if "winners" in table:  # the name of the field in Python
        raise unknown("key", "winners", FIELDS.values()).within(where)
    try:
        return Experiment.model_validate(table, context=where)
    except ValidationError as error:
        first = error.errors()[0]
        field = str(first["loc"][0])
        if first["type"] == "extra_forbidden":
            raise unknown("key", field, FIELDS.values()).within(where) from None
        if first["type"] == "missing":
            raise WrongValue(f"{where}, {field}: is missing, every experiment must have it") from None
        raise first["ctx"]["error"] from None
