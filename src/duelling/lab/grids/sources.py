"""Which sources a simulation runs, so that a change to one of them is noticed and a change to any other is not.

The files are found by reading imports: from the modules in which the learner's states are written, since those hold the
verbs, from what the learner's ``start`` function names, and from the modules of the problem's class and of the winners.
A package that is imported for one of its modules counts as that module alone.
"""

import ast
import hashlib
import inspect
import sys
import sysconfig
import types
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from duelling.core.jit import KERNELS, PACKAGE

# What every simulation uses. The files around the loops count too, but not all that they import: every world.
ALWAYS = ("core.losses", "core.protocol", "core.regrets", "core.sampling", "loops", "seeds")
PLAYERS = ("duelling.lab.simulate", "duelling.lab.stages", "duelling.lab.identify", "duelling.lab.quests")
PARTS = {*(part.removesuffix(".py") for part in KERNELS), "kernels", "seeds"}  # regret depends on no other part
LIBRARIES = tuple(sysconfig.get_path(kind) for kind in ("stdlib", "platstdlib", "purelib", "platlib"))


def fingerprint(homes: Iterable[str], start: Callable[..., Any], player: tuple[str, ...]) -> str:
    """A hash of all sources that a simulation runs.

    ``homes`` are the modules of the learner's states, of the problem's class and of the winner concepts; ``start`` is
    the function that starts the learner; ``player`` are those of PLAYERS that play it.
    """
    return _digest(frozenset(homes), frozenset(_named(start, set())), start.__module__, player)


@cache
def _digest(homes: frozenset[str], named: frozenset[str], maker: str, player: tuple[str, ...]) -> str:
    """The hash over ``homes``, the modules that ``start`` names, and ``maker``, the module of ``start`` itself."""
    digest = hashlib.sha256()
    for module in sorted(closure({*homes, *named, *(f"duelling.{name}" for name in ALWAYS)}) | {*player, maker}):
        file = locate(module) or (_file(module) if module in {*homes, maker} else None)
        if file is not None:
            digest.update(module.encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def closure(roots: Iterable[str]) -> set[str]:
    """The modules ``roots`` and all that they import, directly or not, without libraries."""
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting += imports(module)
    return found


@cache
def imports(module: str) -> tuple[str, ...]:
    """The modules that this one imports, also inside functions, without libraries."""
    file = locate(module)
    if file is None:
        return ()
    named: set[str] = set()
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            named |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            below = {alias.name: f"{node.module}.{alias.name}" for alias in node.names}
            named |= {path if locate(path) else node.module for path in below.values()}
    return tuple(sorted(name for name in named if locate(name)))


@cache
def locate(module: str) -> Path | None:
    """The file of a module whose sources count: part of this package that regret depends on, or a user's module."""
    first, *parts = module.split(".")
    if first != "duelling":
        file = _file(module)
        return None if file is None or str(file).startswith(LIBRARIES) else file
    if not parts or (parts[0] not in PARTS and module not in PLAYERS):
        return None
    path = PACKAGE.joinpath(*parts)
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


def _file(module: str) -> Path | None:
    file = getattr(sys.modules.get(module), "__file__", None) or ""
    return Path(file) if file.endswith(".py") and Path(file).is_file() else None


def _named(function: Callable[..., Any], seen: set[Any]) -> set[str]:
    """The modules of all that a function uses, also through other functions of its module."""
    found: set[str] = set()
    seen.add(function)
    used = inspect.getclosurevars(function)
    for value in (*used.globals.values(), *used.nonlocals.values()):
        module = getattr(value, "__module__", None)
        maker = getattr(value, "start", None)  # of a bandit or a reduction
        if isinstance(value, types.ModuleType):
            found.add(value.__name__)
        elif inspect.isfunction(maker):
            found.add(maker.__module__)
        elif inspect.isfunction(value) and module == function.__module__:
            found |= _named(value, seen) if value not in seen else set()
        elif isinstance(module, str) and module != function.__module__:
            found.add(module)
    return found
