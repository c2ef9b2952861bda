"""Parameters: the keyword-only arguments of a ``start`` function, and how users write them, ``parameter=value``.

An annotation may hold a sentence about its parameter: ``alpha: Annotated[float, "How wide the bounds are."] = 0.51``.
"""

import inspect
import re
import types
import typing
from collections.abc import Callable, Iterable
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple

from duelling.arrays import flag
from duelling.errors import WrongValue, function, one_of, plain_text, quoted, unknown, whole

CONVERTERS: dict[Any, tuple[Callable[[str], Any], str]] = {
    float: (float, "a number"),
    int: (int, "a whole number"),
    bool: ({"true": True, "false": False}.__getitem__, "true or false"),
    str: (str, "a text"),
}
FOLLOWING = re.compile(r"(?:,\w+=[^,]*)*$")  # the settings behind a path
CHECKS: dict[Any, Callable[[str, Any], Any]] = {str: plain_text, bool: flag, int: partial(whole, least=0)}


class Parameter(NamedTuple):
    """A setting of an algorithm, read from the signature of its ``start``."""

    name: str
    kind: Any  # its type
    default: Any
    about: str = ""  # one sentence

    @property
    def required(self) -> bool:
        return self.default is inspect.Parameter.empty

    def convert(self, written: str, owner: str) -> Any:
        """Return the value that a user wrote as ``written``; raise WrongValue where it has another type."""
        optional = typing.get_origin(self.kind) in (types.UnionType, typing.Union)
        kinds = typing.get_args(self.kind) if optional else (self.kind,)
        if type(None) in kinds and written == "none":
            return None
        kind = next(kind for kind in kinds if kind is not type(None))
        if typing.get_origin(kind) is Literal:
            return one_of(f"{self.name} of {owner}", written, typing.get_args(kind))
        convert, word = CONVERTERS[kind]
        try:
            return convert(written)
        except (ValueError, KeyError):
            raise WrongValue(f"{self.name} of {owner} must be {word}, got {quoted(written)}") from None


def check_type(name: str, value: Any, kind: Any) -> None:
    """Raise an InputError unless ``value`` is what the annotation ``kind`` says."""
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        check_type(name, value, parts[0])
    elif origin in (types.UnionType, typing.Union):
        if value is not None or type(None) not in parts:
            known = [part for part in parts if part is not type(None)]
            check_type(name, value, str if str in known else known[0])  # a Literal beside str is for editors
    elif origin is Literal:
        one_of(name, value, parts)
    elif origin is tuple:
        _check_tuple(name, value, parts)
    elif origin is dict:
        _check_instance(name, value, dict)
        for key, each in value.items():
            check_type(f"a key of {name}", key, parts[0])
            check_type(f"{name}[{quoted(key)}]", each, parts[1])
    elif kind in CHECKS:
        CHECKS[kind](name, value)
    elif origin is Callable:
        function(name, value)
    elif kind is not Any:
        _check_instance(name, value, kind)


def _check_tuple(name: str, value: Any, parts: tuple[Any, ...]) -> None:
    _check_instance(name, value, tuple)
    kinds = [parts[0]] * len(value) if parts[-1] is ... else parts
    if len(value) != len(kinds):
        raise WrongValue(f"{name} must hold {len(kinds)} values, got {quoted(value)}")
    for n, (each, kind) in enumerate(zip(value, kinds, strict=True)):
        check_type(f"{name}[{n}]", each, kind)


def _check_instance(name: str, value: Any, kind: type) -> None:
    if not isinstance(value, kind):
        raise WrongValue(f"{name} must be a {kind.__name__}, got {quoted(value)}")


def home_of(thing: Callable[..., Any]) -> str:
    """The module that declares a function or a class; some built-in ones have none."""
    return str(getattr(thing, "__module__", None))


def sentence_of(described: Callable[..., Any]) -> str:
    """The first line of a docstring."""
    return (inspect.getdoc(described) or "").split("\n")[0]


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
            raise WrongValue(f"parameters of {owner} must be written parameter=value, got {quoted(part)}")
        if not known:
            raise WrongValue(f"{owner} has no parameters, got {quoted(part)}")
        if key not in known:
            raise unknown(f"parameter of {owner}", key, known)
        if key in values:
            raise WrongValue(f"{key} of {owner} must be given once, got {quoted(','.join(given))}")
        values[key] = known[key].convert(value, owner)
    for name, parameter in known.items():
        if parameter.required and name not in values:
            shown = example or f"{owner}:{name}=..."
            raise WrongValue(f"{name} of {owner} must be given, as in {shown!r}, got {quoted(','.join(given))}")
    return values


def path_and_settings(owner: str, text: str, known: dict[str, Parameter], example: str) -> tuple[str, dict[str, Any]]:
    """A path, which may have commas of its own, and the values of the parameters that follow it."""
    path = FOLLOWING.sub("", text, count=1)
    return path, settings(owner, filter(None, text[len(path) :].split(",")), known, example)
