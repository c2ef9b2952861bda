"""A user's own algorithms, bandits and problems: a Python file that declares them, imported as a module of its own."""

import hashlib
import linecache
import re
import sys
import types
from pathlib import Path

from duelling.errors import DamagedFile, unreadable
from duelling.registry import compiler_messages
from duelling.registry.compiler_messages import blame, say
from duelling.registry.known import TABLES, kept

PREFIX = "duelling_extension_"


def load(path: str | Path) -> tuple[str, ...]:
    """Import the file at ``path``; return the names that it declares, sorted.

    It may declare algorithms, bandits, makers of problems, winner concepts and regrets. For a bandit the algorithms
    that are made of it are named too.

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
                advice = "put @algorithm(...), @bandit(...), @maker(...), @winner(...) or @regret(...) above"
                raise DamagedFile(f"{str(path)!r} declares nothing: {advice} a function or a class")
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
        raise DamagedFile(f"{blame(error, {str(path.absolute())}) or repr(str(path))}: {say(error)}") from None


def explain(error: BaseException) -> str | None:
    """One line for an error that a loaded file caused; None for any other."""
    return compiler_messages.explain(error, _loaded())


def _loaded() -> set[str]:
    return {str(m.__file__) for name, m in [*sys.modules.items()] if name.startswith(PREFIX)}


def _forget(file: str) -> None:
    """Take out what an earlier text of this file declared."""
    for name, module in [*sys.modules.items()]:
        if name.startswith(PREFIX) and module.__file__ == file:
            for table in TABLES:
                table.forget(name)
