"""A user's own algorithms, bandits and problems: a Python file that declares them, imported as a module of its own."""

import hashlib
import linecache
import re
import sys
import traceback
import types
from pathlib import Path

from duelling.core.jit import CompileError
from duelling.errors import DamagedFile, InputError, unreadable
from duelling.registry.known import TABLES, kept

PREFIX = "duelling_extension_"


def load(path: str | Path) -> tuple[str, ...]:
    """Import the file at ``path``; return the names that it declares, sorted.

    It may declare algorithms, bandits, makers of problems, or whatever else has a table. For a bandit the duellers that
    are made of it are named too.

    The module's name is made of the file's name and contents: it hides no other module, and another text is another
    module, with its own types and its own machine code. Whatever goes wrong leaves the catalogue as it was.
    """
    path = Path(path)
    try:
        source = path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from None
    stem = re.sub(r"\W", "_", path.stem)
    name = f"{PREFIX}{stem}_{hashlib.sha256(source).hexdigest()[:12]}"
    before = sys.modules.get(name)
    with kept(on_error_only=True):
        _forget(str(path.absolute()))
        try:
            sys.modules[name] = module = types.ModuleType(name)
            module.__file__ = str(path.absolute())
            _execute(source, path, module)
            declared = {known for table in TABLES for known in table if table.home(known) == name}
            if not declared:
                advice = "put @algorithm(...), @bandit(...) or @maker(...) above a function"
                raise DamagedFile(f"{str(path)!r} declares nothing: {advice}")
        except BaseException:
            if before is None:
                sys.modules.pop(name, None)
            else:
                sys.modules[name] = before
            raise
    return tuple(sorted(declared))


def _execute(source: bytes, path: Path, module: types.ModuleType) -> None:
    linecache.checkcache(str(path.absolute()))  # messages quote the new text
    try:
        exec(compile(source, str(path.absolute()), "exec"), module.__dict__)
    except SyntaxError as error:
        raise DamagedFile(f"{str(path)!r}, line {error.lineno}: {error.msg}") from None
    except (Exception, SystemExit) as error:
        raise DamagedFile(f"{blame(error, {str(path.absolute())}) or repr(str(path))}: {_say(error)}") from None


def blame(error: BaseException, files: set[str]) -> str | None:
    """File and line of the latest step of ``error`` in one of ``files``."""
    steps = [step for step in traceback.extract_tb(error.__traceback__) if step.filename in files]
    return f"{steps[-1].filename!r}, line {steps[-1].lineno}" if steps else None


def explain(error: BaseException) -> str | None:
    """One line for an error that a loaded file caused; None for any other."""
    files = _loaded()
    if files and isinstance(error, CompileError | NotImplementedError):
        inner = str(error).split("Failed in nopython mode pipeline")[-1]  # the innermost failure
        reason = inner.strip().splitlines()
        reason = reason[1:] if len(reason) > 1 and reason[0].startswith("(step") else reason
        found = re.search("|".join(rf"({re.escape(file)}) \((\d+)\)" for file in sorted(files)), str(error))
        verb = re.search(r"Function\(<function (\w+) at ", reason[0])  # one that the state has not
        unbound = re.search(r"Cannot bind .*", inner)  # a function that has other arguments
        if unbound:
            reason = [unbound[0]]
        elif verb:
            reason = [f"{verb[1]} is not known for the state: add {verb[1]}.register(State, function)"]
        named = [part for part in found.groups() if part] if found else [", ".join(sorted(files))]
        return f"cannot compile {', line '.join(named)}: {reason[0].strip()} (NUMBA_DISABLE_JIT=1 runs plain Python)"
    where = blame(error, files)
    return f"{where}: {_say(error)}" if where else None


def _loaded() -> set[str]:
    return {str(m.__file__) for name, m in [*sys.modules.items()] if name.startswith(PREFIX)}


def _say(error: BaseException) -> str:
    text = (str(error).strip().splitlines() or [""])[0]
    return text if isinstance(error, InputError) else f"{type(error).__name__}: {text}"


def _forget(file: str) -> None:
    """Take out what an earlier text of this file declared."""
    for name, module in [*sys.modules.items()]:
        if name.startswith(PREFIX) and module.__file__ == file:
            for table in TABLES:
                table.forget(name)
