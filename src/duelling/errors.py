"""Bad input: an error by its cause, with one line that says what to change, and the checks that many places share."""

import contextlib
import difflib
import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextvars import ContextVar
from numbers import Integral, Real
from pathlib import Path
from typing import Any, NamedTuple, Self, TypeVar
from urllib.parse import urlsplit

F = TypeVar("F", bound=Callable[..., Any])
N = TypeVar("N", bound=str)

EXACT = 2**53  # sums and checkpoints of larger numbers would not be exact
TINY, HUGE = 1e-100, 1e100  # a quotient of a smaller chance, or a product of larger numbers, may be no number
LONGEST, LONGEST_LINE = 160, 2000  # characters of a value that a message quotes, and of a message
QUOTE_OR_WORD = re.compile(r"(?<!\w)'[^']*'|(?<!\w)\"[^\"]*\"|\S+")
# Characters that steer a terminal, turn the direction of writing, end a line, or have no place in UTF-8
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


_AT_A_TERMINAL = ContextVar("at_a_terminal", default=False)


class Advice(NamedTuple):
    """What to do, in the words of the command line and in those of Python; ``str`` gives the one that fits."""

    command: str
    python: str

    def __str__(self) -> str:
        return self.command if _AT_A_TERMINAL.get() else self.python


@contextlib.contextmanager
def command_line() -> Iterator[None]:
    """Let messages advise somebody who types commands, while the context lasts."""
    before = _AT_A_TERMINAL.set(True)
    try:
        yield
    finally:
        _AT_A_TERMINAL.reset(before)


class InputError(ValueError):
    """Something that the caller gave cannot be used; the message says what to change. Its subclasses are the causes."""

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows: one line, with the line of the cell that made the call.

        IPython asks for this. The whole traceback is in ``__traceback__``, and plain Python prints it as ever.
        """
        place, here = "", self.__traceback__
        while here is not None:
            name = here.tb_frame.f_globals.get("__name__")
            if name == "__main__":
                place = f" in line {here.tb_lineno}"
            here = here.tb_next
        return [f"{type(self).__name__}{place}: {self}"]

    def within(self, place: str) -> Self:
        """Return the same error with the place in which it happened, such as a file, in front.

        Args:
            place: words that say where.

        Returns:
            An error of the same class.

        >>> str(WrongValue("runs must be a whole number from 1 on, got 0").within("grid.toml"))
        'grid.toml: runs must be a whole number from 1 on, got 0'
        """
        return type(self)(f"{place}: {self}")


class UnknownName(InputError):
    """There is nothing with the name that was given, or no file at the path."""


class WrongValue(InputError):
    """A value breaks a rule: ``<name> must <rule>, got <value>``."""


class Conflict(InputError):
    """What was asked for is not possible as things are: a name is taken, another program writes into the folder."""


class DamagedFile(InputError):
    """A file cannot be read, is not whole, or holds something else."""


class Unavailable(InputError):
    """What was asked for was right, but cannot be done now: the disk is full, the database is away. Ask again later."""


class Doubt(UserWarning):
    """What was given can be used, but something about it looks wrong; the message is one line."""

    def __init__(self, message: str) -> None:
        super().__init__(one_line(message))


def one_line(message: str) -> str:
    """Return ``message`` as a line for a terminal: control characters are escaped, and long quotes are cut.

    What a message quotes comes from files and arguments. It may hold anything, and be of any length.
    """
    line = re.sub(r"\s*\n\s*", " ", message.strip())  # an array that is quoted would take several lines
    line = CONTROL.sub(lambda found: ascii(found[0])[1:-1], line)
    return _cut(QUOTE_OR_WORD.sub(lambda found: _cut(found[0], LONGEST), line), LONGEST_LINE)


def _cut(text: str, longest: int) -> str:
    """``text`` without its middle if it is too long: a path begins with its folder, a line ends with its advice."""
    return text if len(text) <= longest else f"{text[: longest // 2]}...{text[3 - longest // 2 :]}"


def quoted(value: object) -> str:
    """How messages quote a value: its ``repr`` in one line, without its middle if it is long.

    A value whose ``repr`` raises an error is shown by its type.

    >>> quoted("one\\n"), quoted("x" * 5000).count("x")
    ("'one\\\\n'", 155)
    """
    try:
        text = repr(value)
    except Exception:  # foreign code may raise anything, and an int may have too many digits to be shown
        text = f"<{type(value).__name__}>"
    return _cut(one_line(text), LONGEST)


def unknown(
    kind: str, name: str, known: Iterable[str], otherwise: Advice | str | None = None, also: Advice | str = ""
) -> UnknownName:
    """Return the error for a name that is not known.

    It names the nearest known name, which is one that begins so, if there is one; and ``also`` another way out. Where
    none is near, it says ``otherwise``, or lists all names.
    """
    names, given = sorted(known), str(name)[:LONGEST].lower()
    begun = [each for each in names if len(given) > 1 and each.lower().startswith(given)]
    near = begun[:1] or difflib.get_close_matches(given, names, n=1, cutoff=0.6)
    hint = (
        " ".join(filter(None, [f"did you mean {near[0]!r}?", str(also)]))
        if near
        else otherwise or (f"choose from {', '.join(names)}" if names else "there is none yet")
    )
    return UnknownName(f"there is no {kind} {quoted(name)}: {hint}")


def unreadable(path: object, error: Exception) -> InputError:
    """Return the error for a file that could not be opened: there is none, or it cannot be read."""
    reason = getattr(error, "strerror", None)
    if isinstance(error, FileNotFoundError):
        return UnknownName(f"cannot read {quoted(str(path))}: {reason or 'no such file'}")
    return DamagedFile(f"cannot read {quoted(str(path))}: {reason or error}")


def plain_text(name: str, value: Any) -> str:
    """Return ``value``; raise WrongValue unless it is a text of one line, in UTF-8 and without control characters."""
    if not isinstance(value, str):
        raise WrongValue(f"{name} must be a text, got {quoted(value)}")
    if CONTROL.search(value):
        raise WrongValue(f"{name} must be one line of UTF-8 without control characters, got {quoted(value)}")
    return str.__str__(value)  # a kind of text may write itself in another way


def utf8(name: str, value: str) -> str:
    """Return ``value``, a text of any lines; raise WrongValue unless it can be written in UTF-8."""
    try:
        value.encode()
    except UnicodeEncodeError:
        raise WrongValue(f"{name} must be a text in UTF-8, got {quoted(value)}") from None
    return value


def whole(name: str, value: Any, least: int = 1, most: float = EXACT) -> int:
    """Return ``value`` as an int; raise WrongValue unless it is a whole number from ``least`` to ``most``.

    A float is as good if it is whole: people write 1e5.
    """
    if isinstance(value, Real) and not isinstance(value, Integral) and _float(value).is_integer():
        value = int(_float(value))
    limit = f"to {most}" if most < EXACT else "on"
    if isinstance(value, bool) or not isinstance(value, Integral) or int(value) < least:
        raise WrongValue(f"{name} must be a whole number from {least} {limit}, got {quoted(value)}")
    if int(value) > most:
        rule = f"a whole number from {least} {limit}" if most < EXACT else f"at most {_written(most)}"
        raise WrongValue(f"{name} must be {rule}, got {quoted(value)}")
    return int(value)


def chance(name: str, value: Any) -> float:
    """Return ``value`` as a float; raise WrongValue unless it is above 0, not tiny, and below 1."""
    between = _number(name, value, lambda x: 0 < x < 1, "lie between 0 and 1")
    return _number(name, between, lambda x: x >= TINY, f"be at least {TINY:g}")


def above(name: str, value: Any, bound: float, most: float = math.inf, where: str = "") -> float:
    """Return ``value`` as a float; raise WrongValue unless it is above ``bound``, at most ``most``, and not huge.

    ``where`` says when this rule holds, for the message.
    """
    finite = f"be a finite number above {bound:g}"
    rule = finite if most == math.inf else f"be above {bound:g} and at most {_written(most)}"
    return _number(name, value, lambda x: bound < x <= most and x < math.inf, rule + where)


def at_least(name: str, value: Any, bound: float, most: float = math.inf) -> float:
    """Return ``value`` as a float; raise WrongValue unless it is from ``bound`` to ``most``, and not huge."""
    rule = f"be a finite number from {bound:g} on" if most == math.inf else f"be from {bound:g} to {_written(most)}"
    return _number(name, value, lambda x: bound <= x <= most and x < math.inf, rule)


def real(name: str, value: Any) -> float:
    """Return ``value`` as a float; raise WrongValue unless it is a finite number."""
    return _number(name, value, math.isfinite, "be a finite number")


def texts(name: str, values: Any, what: str = "a list of texts", count: int | None = None) -> tuple[str, ...]:
    """Return ``values`` as a tuple; raise WrongValue unless they are texts, one after the other, ``count`` of them."""
    found = several(name, values, what)
    if count not in (None, len(found)):
        raise WrongValue(f"{name} must be {what}, got {quoted(values)}")
    return tuple(plain_text(f"{name}[{n}]", value) for n, value in enumerate(found))


def names(name: str, value: Any) -> tuple[str, ...]:
    """Return the names that a user gives: one text, or several."""
    return (plain_text(name, value),) if isinstance(value, str) else texts(name, value, "a text or a list of texts")


def several(name: str, values: Any, what: str) -> list[Any]:
    """Return ``values`` as a list; raise WrongValue unless they are several things, one after the other."""
    if isinstance(values, str | bytes | bytearray | memoryview | Mapping | Set) or not isinstance(values, Iterable):
        raise WrongValue(f"{name} must be {what}, got {quoted(values)}")
    if getattr(values, "ndim", 1) == 0:  # an array without axes looks like several things
        raise WrongValue(f"{name} must be {what}, got {quoted(values)}")
    return list(values)


def one_of(name: str, value: Any, allowed: Iterable[N]) -> N:
    """Return ``value``; raise UnknownName unless it is one of ``allowed``, WrongValue if it is no text at all."""
    known = {str(each): each for each in allowed}
    if isinstance(value, str) and str.__str__(value) in known:
        return known[str.__str__(value)]
    kind = UnknownName if isinstance(value, str) else WrongValue
    raise kind(f"{name} must be one of {', '.join(known)}, got {quoted(value)}")


def web_address(name: str, value: Any) -> str:
    """Return ``value``; raise WrongValue unless it is an address with a host, to which a path can be added."""
    try:
        parts = urlsplit(plain_text(name, value))
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good or set(value) & set("?# "):
        raise WrongValue(f"{name} must be an address such as https://vote.example.org, got {quoted(value)}")
    return str.__str__(value)


def function(name: str, value: F) -> F:
    """Return ``value``; raise WrongValue unless it can be called."""
    if not callable(value):
        raise WrongValue(f"{name} must be a function, got {quoted(value)}")
    return value


def path_of(name: str, value: Any) -> Path:
    """Return ``value`` as a Path; raise WrongValue unless it is a text or a path that a file can have.

    An empty text comes from an unset variable. ``Path`` would take it for the current folder.
    """
    given = name_or_path(name, value, "a path")
    if not given:
        raise WrongValue(f"{name} must be a path, got {given!r}")
    return Path(given)


def name_or_path(name: str, value: Any, what: str = "a name or a path") -> str:
    """Return ``value`` as a text; raise WrongValue unless it is a text or a path that a file can have, or empty."""
    given = os.fspath(value) if isinstance(value, os.PathLike) else value
    if not isinstance(given, str):
        raise WrongValue(f"{name} must be {what}, got {quoted(value)}")
    try:
        bad = b"\0" in os.fsencode(given)
    except UnicodeEncodeError:
        bad = True
    if bad:
        raise WrongValue(f"{name} must be {what} that a file can have, got {quoted(value)}")
    return str.__str__(given)


def _number(name: str, value: Any, holds: Any, rule: str) -> float:
    number = _float(value) if isinstance(value, Real) and not isinstance(value, bool) else math.nan
    if not holds(number):
        raise WrongValue(f"{name} must {rule}, got {quoted(value)}")
    if number > HUGE:
        raise WrongValue(f"{name} must be at most {HUGE:g}, got {quoted(value)}")
    return number


def _float(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _written(bound: float) -> str:
    return f"2^{int(math.log2(bound))}" if isinstance(bound, int) and bound >= EXACT else f"{bound:g}"
