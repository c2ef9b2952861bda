"""Compile kernels: one decorator, and one dispatch that works in Python and in compiled code.

This is the only file that knows numba.
"""

import functools
import hashlib
import inspect
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from numba import config, njit
from numba.extending import overload

PACKAGE = Path(__file__).parent
WITHOUT_KERNELS = {"cli.py", "plots.py", "results.py"}  # a change there leaves the machine code valid


def _folder(extra: Iterable[Path] = ()) -> str | None:
    """A cache folder named after the sources, so that a change to any kernel recompiles all of them.

    Numba by itself looks only at the file in which a function is written: after a change to a function that is
    called from another file it would go on running the old machine code. None: nothing is writable, so compile
    in each process.
    """
    digest = hashlib.sha256(f"boundscheck={config.BOUNDSCHECK}".encode())  # type: ignore[attr-defined]
    sources = [path for path in PACKAGE.rglob("*.py") if path.name not in WITHOUT_KERNELS]
    for source in [*sorted(sources), *sorted(extra)]:
        digest.update(source.read_bytes())
    home = Path(os.environ.get("NUMBA_CACHE_DIR") or Path.home() / ".cache" / "duelling")
    folder = home / f"kernels-{digest.hexdigest()[:12]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return str(folder) if os.access(folder, os.W_OK) else None


CACHE_DIR = _folder()


def jit(f: Callable[..., Any], cache_dir: str | None = CACHE_DIR) -> Any:
    """Compile ``f`` so that it runs without the interpreter lock; keep the machine code on disk."""
    outer, config.CACHE_DIR = config.CACHE_DIR, cache_dir or ""  # type: ignore[attr-defined]
    try:  # no fastmath: it would change the sums
        return njit(f, nogil=True, error_model="numpy", cache=cache_dir is not None)
    finally:
        config.CACHE_DIR = outer  # type: ignore[attr-defined]


def _foreign_modules(state: Any) -> set[str]:
    """Modules outside this package that define the type of ``state`` or of a state inside it."""
    if not hasattr(state, "_fields"):
        return set()
    module = type(state).__module__
    found = set() if module.split(".")[0] == "duelling" else {module}
    return found.union(*map(_foreign_modules, state))


@functools.cache
def _compile_apart(f: Callable[..., Any], modules: frozenset[str]) -> Any:
    """``f`` compiled for types of somebody else's modules, in a cache folder of their own.

    Numba pickles the types of every signature into one index per function. A type from a user's module in the
    shared index would break every later process that does not import that module.
    """
    files = [inspect.getsourcefile(inspect.importlib.import_module(m)) for m in modules if m != "__main__"]  # type: ignore[attr-defined]
    known = "__main__" not in modules and all(files)
    return jit(f, _folder(Path(file) for file in files if file) if known else None)


def kernel_for(kernel: Any, *states: Any) -> Any:
    """The compiled form of ``kernel`` to call with these states: the shared one, or one apart for a user's types."""
    modules = frozenset[str]().union(*map(_foreign_modules, states))
    return _compile_apart(getattr(kernel, "py_func", kernel), modules) if modules else kernel


def generic(stub: Callable[..., Any]) -> Any:
    """Dispatch ``stub`` on the type of its first argument, like functools.singledispatch."""
    written: dict[type, Callable[..., Any]] = {}
    compiled: dict[type, Any] = {}

    @functools.wraps(stub)
    def call(first, *rest):
        if type(first) not in compiled:
            raise TypeError(f"{stub.__name__} is not registered for {type(first).__name__}")
        return kernel_for(compiled[type(first)], first)(first, *rest)

    def register(state: type, f: Callable[..., Any]) -> None:
        written[state], compiled[state] = f, jit(f)

    @overload(call, strict=False)
    def resolve(first, *rest):
        return written.get(getattr(first, "instance_class", None))

    call.register = register  # type: ignore[attr-defined]
    call.written = written  # type: ignore[attr-defined]
    return call
