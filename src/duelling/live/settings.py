"""What an arena is told when it is made: what it is for, how sure it must be, and what its voters may do."""

import json
import warnings
from numbers import Integral, Real
from typing import Annotated, Any, Literal, TypedDict, get_args

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from duelling.errors import Advice, Doubt, InputError, UnknownName, WrongValue, quoted, unknown

Goal = Literal["best", "condorcet", "show", "rank", "learner"]
Skip = Literal["again", "tie"]
Late = Literal["count", "refuse"]
GOALS: tuple[Goal, ...] = get_args(Goal)
FIXED = ("seed", "skip", "by_voter")  # what they mean for votes that were given must not change
BOUNDS = {"ge": "at least", "gt": "greater than", "le": "at most", "lt": "less than"}
LEVEL = ("delta", "within")  # another one begins another roster, because it was chosen after looking at votes


class Settings(BaseModel):
    """All settings of an arena, as they stand in its journal."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)

    goal: Goal = "best"
    learner: str | None = None  # that chooses the pairs of the goal "learner", and serves those of "show"
    delta: Annotated[float, Field(ge=1e-100, lt=1)] = 0.05  # the chance of a wrong verdict
    within: Annotated[float, Field(ge=0, lt=0.5)] = 0.0  # how much worse than the best one the winner may be
    seed: Annotated[int, Field(ge=0, le=2**128)] = 0
    skip: Skip = "again"  # what a skip means: ask somebody else, or a tie at once
    expires: Annotated[float, Field(gt=0, le=1e9)] = 600.0  # seconds until a ticket is offered to somebody else
    late: Late = "count"  # what happens to an answer after that
    repeats: Annotated[int, Field(ge=1, le=10**9)] | None = 1  # votes of one voter on one pair
    most_per_voter: Annotated[int, Field(ge=1, le=10**9)] | None = None
    by_voter: Annotated[int, Field(ge=1, le=10**9)] | None = None  # 1: the first answer of each voter counts
    mix: Annotated[float, Field(gt=0, le=1)] = 0.5  # the share of questions that race, for the goal "show"
    page: dict[str, Any] = Field(default_factory=dict)  # what a service shows and asks


class Changes(TypedDict, total=False):
    """New values of settings, for type checkers; ``Settings`` has the rules."""

    goal: Goal
    learner: str | None
    delta: float
    within: float
    seed: int
    skip: Skip
    expires: float
    late: Late
    repeats: int | None
    most_per_voter: int | None
    by_voter: int | None
    mix: float
    page: dict[str, Any]


def settings_of(given: dict[str, Any]) -> Settings:
    """Return the settings with these values; raise an InputError for the first that is wrong."""
    plain = {name: (_json if name == "page" else _plain)(name, value) for name, value in given.items()}
    try:
        return Settings.model_validate(plain)
    except ValidationError as error:
        raise _refused(error, plain) from None


def check_voices(wanted: Settings) -> None:
    """Raise WrongValue where more than one answer of a voter would count as one: who gave fewer may always come back.

    Journals from the time when this was allowed are read; the first answers count there.
    """
    if wanted.by_voter not in (None, 1):
        raise WrongValue(
            f"by_voter must be 1 in an arena, because voters may come back, got {wanted.by_voter}: "
            f"export the votes when all are there, and use duelling rank --by-voter {wanted.by_voter}"
        )


def warn_if_others(found: Settings, given: Settings, unsaid: set[str]) -> None:
    """Warn whoever opens an arena with settings that it does not have: they matter when it is made."""
    usual = Settings()
    for name in (each for each in Settings.model_fields if each not in unsaid):
        has, wanted = getattr(found, name), getattr(given, name)
        if wanted not in (has, getattr(usual, name)):
            change = Advice(f"duelling arena set FILE {name}={wanted}", f"arena.set({name}={wanted!r})")
            how = "make another arena" if name in FIXED else change
            said = f"the arena is there already, with {name} {quoted(has)} and not {quoted(wanted)}: {how} to change it"
            warnings.warn(said, Doubt, stacklevel=4)


def _plain(name: str, value: Any) -> Any:
    """A number or text of another library, or of a class of its own, as Python's own."""
    if isinstance(value, bool | np.bool_):
        return bool(value)
    if value is None:
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value)
    raise WrongValue(f"{name} must be a number or a text, got {quoted(value)}")


def _json(name: str, value: Any) -> Any:
    """What a journal can hold as JSON."""
    try:
        json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
    except (TypeError, ValueError, RecursionError):
        raise WrongValue(f"{name} must hold numbers, texts in UTF-8, lists and dicts, got {quoted(value)}") from None
    return value


def _refused(error: ValidationError, given: dict[str, Any]) -> InputError:
    """The first thing that is wrong, as <name> must <rule>, got <value>."""
    first = error.errors()[0]
    name = str(first["loc"][0])
    if name not in Settings.model_fields:
        return unknown("setting", name, Settings.model_fields)
    rule = first["msg"].removeprefix("Input should be ")
    for bound, words in BOUNDS.items():
        if bound in first.get("ctx", {}):
            rule = f"{words} {str(first['ctx'][bound]).removesuffix('.0')}"
    kind = UnknownName if first["type"] == "literal_error" and isinstance(given[name], str) else WrongValue
    return kind(f"{name} must be {rule}, got {quoted(given[name])}")
