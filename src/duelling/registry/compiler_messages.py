"""What went wrong in a user's own file, in one line: an error of Python, or a page of prose from the compiler.

Beside ``core/jit`` this is the only file that knows numba: its messages are parsed here.
"""

import re
import sys
import traceback

from duelling.errors import InputError
from duelling.texts import message

STAGE = "Failed in nopython mode pipeline"  # numba begins each nested report with it
UNKNOWN_VERB = r"Function\(<function (\w+) at "  # a verb that is not registered for the state
CALLED_FOR = r">{3} \w+\((\w+)\("  # the state, as the call shows it
UNBOUND = r"Cannot bind .*"  # a function that has other arguments


def explain(error: BaseException, files: set[str]) -> str | None:
    """One line for an error that one of ``files`` caused; None for any other."""
    if files and isinstance(error, (*compile_errors(), NotImplementedError)):
        return f"cannot compile {_place(error, files)}: {_reason(error)} (NUMBA_DISABLE_JIT=1 runs plain Python)"
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


def _place(error: BaseException, files: set[str]) -> str:
    """File and line that the compiler names; all files where it names none."""
    found = re.search("|".join(rf"({re.escape(file)}) \((\d+)\)" for file in sorted(files)), str(error))
    named = [part for part in found.groups() if part] if found else [", ".join(sorted(files))]
    return ", line ".join(named)


def _reason(error: BaseException) -> str:
    """The line that names the cause, from the innermost report."""
    inner = str(error).split(STAGE)[-1]
    lines = inner.strip().splitlines() or [type(error).__name__]
    lines = lines[1:] if len(lines) > 1 and lines[0].startswith("(step") else lines
    unbound, verb = re.search(UNBOUND, inner), re.search(UNKNOWN_VERB, lines[0])
    if unbound:
        return unbound[0].strip()
    if verb:
        state = re.search(CALLED_FOR, inner)
        name = state[1] if state else "State"
        return f"{verb[1]} is not known for the state {name}: add {verb[1]}.register({name}, function)"
    return lines[0].strip()
