"""Parameters: the keyword-only arguments of a ``start`` function, and how users write them, ``parameter=value``.

An annotation may hold a sentence about its parameter: ``alpha: Annotated[float, "How wide the bounds are."] = 0.51``.
"""

import inspect
import types
import typing
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from duelling.errors import WrongValue, unknown

W = TypeVar("W", bound=str)
CONVERTERS: dict[Any, tuple[Callable[[str], Any], str]] = {
    float: (float, "a number"),
    int: (int, "a whole number"),
    bool: ({"true": True, "false": False}.__getitem__, "true or false"),
    str: (str, "a text"),
}


class Parameter(NamedTuple):
    """A setting of an algorithm, read from the signature of its ``start``."""

    name: str
    kind: Any  # its type
    default: Any
    about: str = ""  # one sentence

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty

    def convert(self, text: str, owner: str) -> Any:
        """Return the value that a user wrote as ``text``; raise WrongValue where it has another type."""
        optional = typing.get_origin(self.kind) in (types.UnionType, typing.Union)
        kinds = typing.get_args(self.kind) if optional else (self.kind,)
        if type(None) in kinds and text == "none":
            return None
        kind = next(kind for kind in kinds if kind is not type(None))
        if typing.get_origin(kind) is Literal:
            return one_of(f"{self.name} of {owner}", text, typing.get_args(kind))
        convert, word = CONVERTERS[kind]
        try:
            return convert(text)
        except (ValueError, KeyError):
            raise WrongValue(f"{self.name} of {owner} must be {word}, got {text!r}") from None


def one_of(name: str, value: str, allowed: tuple[W, ...]) -> W:
    """Return ``value`` as one of the words ``allowed``; raise WrongValue, with this ``name``, if it is none of them."""
    for word in allowed:
        if word == value:
            return word
    raise WrongValue(f"{name} must be one of {', '.join(allowed)}, got {value!r}")


def first_line(function: Callable[..., Any]) -> str:
    """The first line of a docstring."""
    return (inspect.getdoc(function) or "").split("\n")[0]


def arguments_of(make: Callable[..., Any]) -> dict[str, Parameter]:
    """All arguments of ``make``."""
    return {name: _parameter(argument) for name, argument in inspect.signature(make, eval_str=True).parameters.items()}


def _parameter(argument: inspect.Parameter) -> Parameter:
    kind, about = str if argument.annotation is argument.empty else argument.annotation, ""
    if typing.get_origin(kind) is Annotated:
        kind, *notes = typing.get_args(kind)
        about = next((note for note in notes if isinstance(note, str)), "")
    return Parameter(argument.name, kind, argument.default, about)


def parameters_of(start: Callable[..., Any]) -> dict[str, Parameter]:
    """The keyword-only arguments of ``start``."""
    keywords = inspect.signature(start).parameters
    return {
        name: parameter
        for name, parameter in arguments_of(start).items()
        if keywords[name].kind is inspect.Parameter.KEYWORD_ONLY
    }


def settings(owner: str, parts: Iterable[str], known: dict[str, Parameter], example: str = "") -> dict[str, Any]:
    """The values that a user wrote for the parameters of ``owner``, each part as ``parameter=value``.

    Those without a default must be among them, as they are in ``example``.
    """
    given, values = list(parts), {}
    for part in given:
        key, equals, value = part.partition("=")
        if not equals:
            raise WrongValue(f"parameters of {owner} must be written parameter=value, got {part!r}")
        if not known:
            raise WrongValue(f"{owner} has no parameters, got {part!r}")
        if key not in known:
            raise unknown(f"parameter of {owner}", key, known)
        if key in values:
            raise WrongValue(f"{key} of {owner} must be given once, got {','.join(given)!r}")
        values[key] = known[key].convert(value, owner)
    for name, parameter in known.items():
        if parameter.required and name not in values:
            raise WrongValue(f"{name} of {owner} must be given, as in {example!r}, got {','.join(given)!r}")
    return values
