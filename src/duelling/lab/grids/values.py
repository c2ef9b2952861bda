"""The values that a specification may hold. Each is checked where it stands: messages name the experiment and key."""

from typing import Annotated, Any

from pydantic import BeforeValidator, ValidationInfo

from duelling.errors import WrongValue, at_least, chance, plain_text, whole
from duelling.seeds import check_seed

ALIASES = {"winners": "winner"}  # names of fields in Python, as TOML writes them


def key_of(field: str) -> str:
    """How TOML writes the name of a field."""
    return ALIASES.get(field, field)


def named(info: ValidationInfo) -> str:
    """The validated field in messages: as TOML writes it, after the experiment if that is known."""
    field = key_of(str(info.field_name))
    return f"{info.context}, {field}:" if info.context else field


def _many(value: Any, info: ValidationInfo) -> tuple[Any, ...]:
    values = tuple(value) if isinstance(value, list | tuple) else (value,)
    if not values:
        raise WrongValue(f"{named(info)} must hold at least one value, got []")
    return values


def _text(value: Any, info: ValidationInfo) -> str:
    return plain_text(named(info), value)


def _count(value: Any, info: ValidationInfo) -> int:
    return whole(named(info), value)


def _seed(value: Any, info: ValidationInfo) -> int:
    return check_seed(value, named(info))


def _axis(value: Any, info: ValidationInfo) -> str:
    if value not in ("rounds", "horizons"):
        raise WrongValue(f"{named(info)} must be rounds or horizons, got {value!r}")
    return str(value)


def _moments(value: Any, info: ValidationInfo) -> str | int | tuple[int, ...]:
    if isinstance(value, str):
        if value not in ("linear", "log"):
            rule = "be linear, log, a number of steps or a list of rounds"
            raise WrongValue(f"{named(info)} must {rule}, got {value!r}")
        return value
    if not isinstance(value, list | tuple):
        return _count(value, info)
    return tuple(_count(each, info) for each in _many(value, info))


def _labels(value: Any, info: ValidationInfo) -> dict[str, str]:
    if not isinstance(value, dict):
        raise WrongValue(f"{named(info)} must be a table of labels by problem or algorithm, got {value!r}")
    return {_text(text, info): _text(label, info) for text, label in value.items()}


def _chance(value: Any, info: ValidationInfo) -> float | None:
    return None if value is None else chance(named(info), value)  # TOML has no null: nobody gave one


def _slack(value: Any, info: ValidationInfo) -> float | dict[str, float]:
    if isinstance(value, dict):
        return {problem: at_least(named(info), each, 0, 1) for problem, each in value.items()}
    return at_least(named(info), value, 0, 1)


def _counts_by_problem(value: Any, info: ValidationInfo) -> dict[str, int]:
    if not isinstance(value, dict):
        raise WrongValue(f"{named(info)} must be a table of runs by problem, got {value!r}")
    return {problem: _count(each, info) for problem, each in value.items()}


def _flag(value: Any, info: ValidationInfo) -> bool:
    if not isinstance(value, bool):
        raise WrongValue(f"{named(info)} must be true or false, got {value!r}")
    return value


Count = Annotated[int, BeforeValidator(_count)]
Counts = Annotated[tuple[Count, ...], BeforeValidator(_many)]
Flag = Annotated[bool, BeforeValidator(_flag)]
Text = Annotated[str, BeforeValidator(_text)]
Texts = Annotated[tuple[Text, ...], BeforeValidator(_many)]
Seed = Annotated[int, BeforeValidator(_seed)]
Axis = Annotated[str, BeforeValidator(_axis)]
Moments = Annotated[str | int | tuple[int, ...], BeforeValidator(_moments)]
Labels = Annotated[dict[str, str], BeforeValidator(_labels)]
Chance = Annotated[float | None, BeforeValidator(_chance)]
CountsByProblem = Annotated[dict[str, int], BeforeValidator(_counts_by_problem)]
Slack = Annotated[float | dict[str, float], BeforeValidator(_slack)]
