"""Problems that are made from a text: ``flips:arms=10,gap=0.1`` is made by the maker ``flips``.

A maker is declared beside the function that makes the problem. With ``maker`` the arguments of the function are the
parameters that a user sets. With ``reader`` the function reads the text itself, and is told where paths begin.
"""

import functools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from duelling.errors import WrongValue, function, plain_text, quoted
from duelling.registry.known import Known
from duelling.registry.parameters import Parameter, arguments_of, home_of, sentence_of, settings

F = TypeVar("F", bound=Callable[..., Any])


class Maker(NamedTuple):
    """How the texts ``name:...`` become problems."""

    name: str
    summary: str  # the first line of its docstring
    examples: tuple[str, ...]  # texts, or how they begin
    read: Callable[[str, Path], Any]  # read(what stands behind the colon, the folder in which paths begin)
    parameters: Callable[[], dict[str, Parameter]]  # which the text can set
    parse: Callable[[str, str], Any] | None = None  # parse(the text of a file, its path), where files are read


MAKERS: Known[Maker] = Known("problem", ("problems", "worlds", "votes.reading", "live.reading"))


def examples() -> list[str]:
    """How the texts of all makers may begin."""
    return [example for each in MAKERS.every().values() for example in each.examples]


def _check_names(name: str, example: str) -> None:
    if not re.fullmatch(r"[\w+.-]+", plain_text("name", name)):
        raise WrongValue(f"the name of a problem must be letters, digits, '+', '-', '.' and '_', got {quoted(name)}")
    plain_text("example", example)


def maker(name: str, *, example: str) -> Callable[[F], F]:
    """Declare that ``name:parameter=value,...`` is the problem that the decorated function makes of the parameters.

    docs/own_problem.md has an example in full.

    Args:
        name: what stands before the colon.
        example: a whole text that makes a problem, such as "sinus:arms=5"; lists show it, and tests play it.

    Returns:
        A decorator, which returns the function as it was.

    Raises:
        InputError: the name is taken or none, or the example does not begin with it.
    """

    _check_names(name, example)

    def declare(make: F) -> F:
        function(f"make of {name}", make)

        def read(text: str, folder: Path) -> Any:
            return make(**settings(name, filter(None, text.split(",")), known(), example))

        known = functools.partial(arguments_of, make)
        MAKERS.add(name, Maker(name, sentence_of(make), (example,), read, known), home_of(make))
        return make

    return declare


def reader(
    name: str,
    *,
    examples: tuple[str, ...],
    parameters: dict[str, Parameter],
    parse: Callable[[str, str], Any] | None = None,
) -> Callable[[F], F]:
    """Declare that ``name:text`` is the problem that the decorated function reads: ``read(text, folder)``.

    ``parameters`` are those that the text may set, for people and programs that ask. ``parse(text, path)`` makes the
    problem of a file that was read already.
    """

    def declare(read: F) -> F:
        MAKERS.add(name, Maker(name, sentence_of(read), examples, read, lambda: parameters, parse), read.__module__)
        return read

    return declare
