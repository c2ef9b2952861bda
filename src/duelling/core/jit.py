"""Compile kernels: one decorator, and one dispatch that works in Python and in compiled code.

This is the only file that knows numba.
"""

import functools
import hashlib
import importlib
import os
import sys
import sysconfig
import threading
import time
import types
import uuid
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from numba import config, njit
from numba.core.errors import NumbaError
from numba.extending import overload

from duelling.core.fields import kinds


def _load_array_functions() -> None:
    """Import numba's array functions without scipy's linear algebra.

    They only ask whether it is there, and that would take a fifth of a second in every process. A kernel that
    multiplies matrices imports it when it is compiled.
    """
    asked = {"scipy.linalg", "scipy.linalg.cython_blas"}
    if not asked & sys.modules.keys():
        sys.modules.update({name: types.ModuleType(name) for name in asked})
        try:
            importlib.import_module("numba.np.arraymath")
        finally:
            for name in asked:
                del sys.modules[name]


_load_array_functions()

CompileError = NumbaError  # for those who report it
PACKAGE = Path(__file__).parent.parent
KERNELS = ("core", "bandits", "algorithms", "problems", "worlds", "loops.py")  # where compiled code comes from


def _folder(modules: Iterable[str] = (), extra: Iterable[Path] = ()) -> str | None:
    """A cache folder named after the sources, so that a change to any kernel recompiles all of them.

    Numba by itself looks only at the file in which a function is written: after a change to a function that is
    called from another file it would go on running the old machine code. None: nothing is writable, so compile
    in each process.
    """
    digest = hashlib.sha256(f"{config.BOUNDSCHECK} {config.OPT} {sorted(modules)}".encode())  # type: ignore[attr-defined]
    sources = [path for part in KERNELS for path in (PACKAGE / part, *(PACKAGE / part).rglob("*.py")) if path.is_file()]
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
BEGUN = time.time()  # a file that is newer may have been imported with another text
LOCK = threading.Lock()  # the folder is a global setting of numba, and other threads play meanwhile


def _compile(f: Callable[..., Any], cache_dir: str | None) -> Any:
    with LOCK:
        outer, config.CACHE_DIR = config.CACHE_DIR, cache_dir or ""  # type: ignore[attr-defined]
        try:  # no fastmath: it would change the sums
            kernel = njit(f, nogil=True, error_model="numpy", cache=cache_dir is not None)
        finally:
            config.CACHE_DIR = outer  # type: ignore[attr-defined]
    files = getattr(getattr(kernel, "_cache", None), "_cache_file", None)
    if files is not None:
        files.save = functools.partial(_save, files)
    return kernel


def _save(files: Any, key: Any, code: Any) -> None:
    """Write machine code under a name of its own, and only then into the index of its function.

    Numba numbers the files, the index first: of two processes that compile at once, or after one that was killed, one
    number could stand for two kernels, and a process would run the wrong one. So, at worst, one is compiled again.
    """
    name = f"{files._index_name.removesuffix('.nbi')}.{uuid.uuid4().hex[:16]}.nbc"
    files._save_data(name, code)
    files._save_index({**files._load_index(), key: name})


PART: Any = {"no_cfunc_wrapper": True}  # of a kernel: nobody calls it from outside


def entry(f: Callable[..., Any]) -> Any:
    """Compile ``f`` for callers in Python, to run without the interpreter lock; keep the machine code on disk.

    The folder stands for this package's sources, so it holds nothing of other people's functions: those are kept as a
    part of the kernels that use them.
    """
    ours = Path(f.__code__.co_filename).is_relative_to(PACKAGE)
    return _compile(f, CACHE_DIR if ours else None)


def jit(f: Callable[..., Any]) -> Any:
    """Compile ``f`` as a part of the kernels that call it; who calls it from Python calls an entry of its own.

    With an entry for each, all of them would be wrapped for Python and kept on disk for nobody: a quarter of the time
    that it takes to compile. And numba would compile them again for every number that is written out in a call.
    """
    if config.DISABLE_JIT:  # type: ignore[attr-defined]
        return f
    if f.__name__ in f.__code__.co_names:  # it calls itself, which numba compiles in an entry alone
        return entry(f)
    compiled = functools.cache(lambda: entry(f))

    @functools.wraps(f)
    def call(*arguments, **named):
        return compiled()(*arguments, **named)

    @overload(call, strict=False, jit_options=PART)
    def resolve(*arguments, **named):
        return f

    return call


def _foreign_types(state: Any) -> set[type]:
    """The types of the state that are defined outside this package."""
    return {kind for kind in kinds(state) if kind.__module__.split(".")[0] != "duelling"}


def _private_sources() -> set[Path]:
    """The files of all imported modules but this package's and installed ones: a user's kernel may call any of them."""
    installed = tuple(sysconfig.get_path(kind) for kind in ("stdlib", "platstdlib", "purelib", "platlib"))
    names = [getattr(module, "__file__", None) or "" for module in [*sys.modules.values()]]
    files = {Path(name) for name in names if name.endswith(".py") and not name.startswith(installed)}
    return {file for file in files if file.is_file() and not file.is_relative_to(PACKAGE)}


@functools.cache
def _compile_apart(f: Callable[..., Any], foreign: frozenset[type]) -> Any:
    """``f`` compiled for somebody else's types, in a cache folder of their own.

    Numba pickles the types of every signature into one index per function. A type from a user's module in the
    shared index would break every later process that does not import that module.
    """
    modules = {kind.__module__ for kind in foreign}
    files = [getattr(sys.modules.get(module), "__file__", None) for module in modules]
    written_out = not Path(f.__code__.co_filename).is_file()  # by a program, so there is no source to go by
    if "__main__" in modules or not all(files) or written_out:  # types of a script or a notebook cannot be found again
        return _compile(f, None)
    sources = _private_sources() | {Path(str(file)) for file in files}
    edited = any(source.stat().st_mtime > BEGUN for source in sources)
    return _compile(f, None if edited else _folder(modules, sources))


def kernel_for(kernel: Any, *states: Any) -> Any:
    """The compiled form of ``kernel`` to call with these states: the shared one, or one apart for a user's types."""
    foreign = frozenset[type]().union(*map(_foreign_types, states))
    return _compile_apart(getattr(kernel, "py_func", kernel), foreign) if foreign else kernel


def kept_on_disk(kernel: Any) -> int | None:
    """For how many types of states ``kernel`` is kept on disk; None where nothing is compiled or nothing is kept."""
    folder = kernel.stats.cache_path if hasattr(kernel, "stats") else None
    return None if folder is None else len(list(Path(folder).glob(f"*.{kernel.__name__}-*.nbc")))


def generic(stub: Callable[..., Any]) -> Any:
    """Dispatch ``stub`` on the type of its first argument, like functools.singledispatch."""
    written: dict[Any, Callable[..., Any]] = {}
    compiled: dict[type, Any] = {}  # made when first called from Python; the loop compiles what is written

    @functools.wraps(stub)
    def call(first, *rest):
        kind = type(first)
        if kind not in written:
            raise TypeError(f"{stub.__name__} is not registered for {kind.__name__}")
        if kind not in compiled:
            compiled[kind] = entry(written[kind])
        return kernel_for(compiled[kind], first)(first, *rest)

    def register(state: type, f: Callable[..., Any]) -> None:
        if state in written and written[state].__module__ != f.__module__:  # it would run in everybody's kernels
            raise TypeError(f"{stub.__name__} is registered for {state.__name__} already")
        written[state] = f
        compiled.pop(state, None)

    @overload(call, strict=False, jit_options={**PART, "forceinline": True})
    def resolve(first, *rest):  # inline, at twice the speed: arrays need no counting
        return written.get(getattr(first, "instance_class", None))

    call.register = register  # type: ignore[attr-defined]
    call.written = written  # type: ignore[attr-defined]
    return call
