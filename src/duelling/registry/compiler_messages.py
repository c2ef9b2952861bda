"""What went wrong in a user's own file, in one line: an error of Python, or a page of prose from the compiler.

Beside ``core/jit`` this is the only file that knows numba: its messages are parsed here.
"""

import inspect
import linecache
import os
import re
import sys
import traceback
from typing import Any

from duelling.core import protocol
from duelling.errors import InputError
from duelling.texts import message

STAGE = "Failed in nopython mode pipeline"  # numba begins each nested report with it
BOLD = re.compile(r"\x1b\[[0-9;]*m")  # numba writes for terminals where colorama is installed
CALLED = r"Function\(<function (\w+) at "  # what has no implementation that fits
CALLED_FOR = r">{3} \w+\((\w+)\("  # the state, as the call shows it
UNBOUND = r"Cannot bind .* to signature '(\(.*?\))' due to"  # a function that has other arguments
UNCOMPILED = r"Untyped global name '(\w+)':.*<class 'function'>"
NO_DUEL = rf"Unknown attribute '(?:{'|'.join(protocol.Duel._fields)})' of type (.*)"
FIELD_SET = r"No definition for lowering (\w+)\(.*\)\.(\w+) = "


def explain(error: BaseException, files: set[str]) -> str | None:
    """One line for an error that one of ``files`` caused; None for any other."""
    if files and isinstance(error, (*compile_errors(), NotImplementedError)):
        report = BOLD.sub("", message(error)) or type(error).__name__
        found, reason = _reason(report, files)
        place = found or _place(report, files) or ", ".join(sorted(files))
        return f"cannot compile {place}: {reason} (NUMBA_DISABLE_JIT=1 runs plain Python)"
    where = blame(error, files)
    return f"{where}: {say(error)}" if where else None


def compile_errors() -> tuple[type[BaseException], ...]:
    """The errors that the compiler raises; none as long as nobody has imported it."""
    errors = sys.modules.get("numba.core.errors")
    return () if errors is None else (errors.NumbaError,)


def blame(error: BaseException, files: set[str]) -> str | None:
    """File and line of the latest step of ``error`` in one of ``files``."""
    steps = [step for step in traceback.extract_tb(error.__traceback__) if step.filename in files]
    return f"{steps[-1].filename!r}, line {steps[-1].lineno}" if steps else None


def say(error: BaseException) -> str:
    """The first line of an error; with its type, unless it was written for users."""
    text = (message(error).splitlines() or [""])[0]
    return text if isinstance(error, InputError) else ": ".join(filter(None, (type(error).__name__, text)))


def _place(report: str, files: set[str]) -> str | None:
    """File and line that the compiler names first; None where it names none of ``files``."""
    for found in re.finditer(r'File "(.+)", line (\d+)|at (.+) \((\d+)\)', report):
        file, line = found[1] or found[3], found[2] or found[4]
        for known in files:
            if os.path.realpath(file) == os.path.realpath(known):  # numba may write it from the folder of the process
                return f"{known}, line {line}"
    return None


def _reason(report: str, files: set[str]) -> tuple[str | None, str]:
    """The cause in one line, with what to do where that is known; and its place, where the compiler names another."""
    inner = report.split(STAGE)[-1]
    lines = inner.strip().splitlines()
    first = lines[1 if len(lines) > 1 and lines[0].startswith("(step") else 0].strip()
    called, unbound = re.search(CALLED, inner), re.search(UNBOUND, inner)
    if unbound:
        return _unbound(called[1] if called else "a function", re.sub(r": [^,)]+", "", unbound[1]), files)
    if called and called[0] in first:
        state = re.search(CALLED_FOR, inner)
        verb, name = called[1], state[1] if state else "State"
        return None, f"{verb} is not known for the state {name}: add {verb}.register({name}, function)"
    if uncompiled := re.search(UNCOMPILED, first):
        return None, f"{uncompiled[1]} is not compiled: put @jit (from duelling.kernels) above it"
    if (returned := re.search(NO_DUEL, first)) and not _place(inner, files):  # a loop asks for it
        got = "a tuple" if "Tuple(" in returned[1] else returned[1].replace("none", "None")
        return _written("choose", files), f"choose must return a Duel, as in Duel(first, second, 1.0, 1.0), got {got}"
    if field := re.search(FIELD_SET, first):
        state_name, name = field.groups()
        advice = f"keep it in an array, and write s.{name}[0] = ..."
        return _assigned(name, files), f"{name} of the state {state_name} cannot be set: {advice}"
    return None, first


def _unbound(called: str, takes: str, files: set[str]) -> tuple[str | None, str]:
    """A verb that is written with other arguments, or a helper that is called with others than it has."""
    verb: Any = getattr(protocol, called, None)
    if not hasattr(verb, "written"):
        return None, f"{called} takes {takes}: call it with these arguments"
    _, *rest = inspect.signature(verb).parameters
    return _written(called, files), f"{called} must take ({', '.join(['state', *rest])}), got {takes}"


def _written(verb: str, files: set[str]) -> str | None:
    """Where ``files`` write a verb; None unless they do so once."""
    codes = [f.__code__ for f in getattr(protocol, verb).written.values()]
    found = {f"{code.co_filename}, line {code.co_firstlineno}" for code in codes if code.co_filename in files}
    return found.pop() if len(found) == 1 else None


def _assigned(field: str, files: set[str]) -> str | None:
    """The first line of ``files`` that sets a field of this name: the compiler does not say which it was."""
    for file in sorted(files):
        for number, line in enumerate(linecache.getlines(file), 1):
            if re.search(rf"\.{field}\s*[-+*/%&|^]*=(?!=)", line):
                return f"{file}, line {number}"
    return None
