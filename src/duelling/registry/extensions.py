"""A user's own algorithms, bandits and problems: a Python file that declares them, imported as a module of its own."""

import hashlib
import linecache
import re
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

from duelling import files
from duelling.errors import DamagedFile, InputError, WrongValue, path_of, unknown
from duelling.registry import compiler_messages
from duelling.registry.compiler_messages import blame, say
from duelling.registry.facts import algorithm, bandit
from duelling.registry.known import TABLES, kept
from duelling.registry.parameters import arguments_of
from duelling.texts import message

PREFIX = "duelling_extension_"
DECLARE: dict[str, Callable[..., Any]] = {"algorithm": algorithm, "bandit": bandit}


def load(path: str | Path) -> tuple[str, ...]:
    """Import a file that declares things of your own; from then on they can be named like the built-in ones.

    It may declare algorithms, bandits, makers of problems, winner concepts and regrets. For a bandit the algorithms
    that are made of it are named too. docs/own_algorithm.md has an example in full.

    The module's name is made of the file's name and contents: it hides no other module, and another text is another
    module, with its own types and its own machine code. Whatever goes wrong leaves the catalogue as it was.

    Args:
        path: of a Python file.

    Returns:
        The names that it declares, sorted.

    Raises:
        InputError: it cannot be read, raises an error, declares nothing, or declares a name that is taken.
    """
    path = path_of("path", path)
    source = files.read(path, files.LARGEST_TEXT)
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
        place = f"{str(path)!r}, line {error.lineno}" if error.lineno else repr(str(path))
        raise DamagedFile(f"{place}: {error.msg}") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a file may raise anything, such as SystemExit
        place, said = blame(error, {str(path.absolute())}) or repr(str(path)), _about_facts(error)
        raise (said or DamagedFile(say(error))).within(place) from None


def _about_facts(error: BaseException) -> InputError | None:
    """The error if it is one for users, also where Python refuses the keywords of a declaration; None otherwise."""
    if isinstance(error, InputError):
        return error
    found = re.match(
        r"(algorithm|bandit)\.__init__\(\) (got an unexpected keyword|missing \d+ required)", message(error)
    )
    if not found:
        return None
    kind, names = found[1], re.findall(r"'(\w+)'", message(error))
    if found[2].startswith("missing"):
        return WrongValue(f"{', '.join(names)} must be given in @{kind}(...)")
    return unknown(f"fact of {'an' if kind == 'algorithm' else 'a'} {kind}", names[0], arguments_of(DECLARE[kind]))


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
