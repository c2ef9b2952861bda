"""Compile kernels: one decorator, and one dispatch that works in Python and in compiled code.

This file alone calls numba. It imports numba when something is first compiled: to import the package, and to run verbs
in ``interpreted()``, nobody waits for a compiler.
"""

import contextlib
import functools
import hashlib
import importlib
import os
import secrets
import sys
import sysconfig
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from duelling.core.fields import kinds
from duelling.errors import WrongValue

PACKAGE = Path(__file__).parent.parent
KERNELS = ("core", "bandits", "algorithms", "problems", "worlds", "loops.py")  # where compiled code comes from
SWITCH = "NUMBA_DISABLE_JIT"  # the environment variable that turns the compiler off
DISABLED = os.environ.get(SWITCH, "").strip("0 ").isdigit()  # nothing is compiled in this process
BEGUN = time.time()  # a file that is newer may have been imported with another text
PART: Any = {"no_cfunc_wrapper": True}  # options for a part of a kernel: it is never called from outside

_PLAIN: ContextVar[bool] = ContextVar("plain", default=DISABLED)  # whether verbs run in plain Python
_LOCK = threading.RLock()  # numba's cache folder is a global setting, and other threads play meanwhile
_WAITING: list[tuple[Callable[..., Any], Callable[..., Any], dict[str, Any]]] = []  # to declare once numba is there
_READY = threading.Event()  # numba is imported


@contextlib.contextmanager
def interpreted() -> Iterator[None]:
    """Run verbs, helpers and loops in plain Python inside the ``with`` block, so that nobody waits for a compiler.

    The pairs are the same as those of compiled code, the chances are the same up to rounding. It holds for this thread
    (and this asynchronous task) alone, and blocks may be nested.

    >>> import numpy as np
    >>> from duelling.core.protocol import choose
    >>> from duelling.registry.choice import choice
    >>> with interpreted():
    ...     duel = choose(choice("tsallis+unif").start(10, 1000), 1, np.random.default_rng(0))
    >>> 0 <= duel.first < 10
    True
    """
    before = _PLAIN.set(True)
    try:
        yield
    finally:
        _PLAIN.reset(before)


def plain() -> bool:
    """Whether verbs run in plain Python here: in ``interpreted()``, or since the compiler is turned off."""
    return _PLAIN.get()


def _compiler() -> Any:
    """Return numba. The first call imports it and declares what was waiting for it."""
    with _LOCK:
        numba = importlib.import_module("numba")
        if not _READY.is_set():
            _import_array_functions()
            numba.extending.typeof_impl.register(Entry)(_type_of_entry)
            _READY.set()
            for waiting in _WAITING:
                _declare(*waiting)
            _WAITING.clear()
        return numba


def _import_array_functions() -> None:
    """Import numba's array functions without scipy's linear algebra.

    They only ask whether it is there, and the answer would take a fifth of a second in every process. A kernel that
    multiplies matrices imports it when it is compiled.
    """
    linear_algebra: Any = importlib.import_module("numba.np.linalg")
    ask, linear_algebra.ensure_blas = linear_algebra.ensure_blas, lambda: None
    try:
        array_functions: Any = importlib.import_module("numba.np.arraymath")
        array_functions.ensure_blas = ask
    finally:
        linear_algebra.ensure_blas = ask


def _declare(call: Callable[..., Any], resolve: Callable[..., Any], options: dict[str, Any]) -> None:
    """Tell numba to compile what ``resolve`` returns wherever a kernel calls ``call``; wait until numba is there."""
    with _LOCK:
        if _READY.is_set():
            _compiler().extending.overload(call, strict=False, jit_options=options)(resolve)
        else:
            _WAITING.append((call, resolve, options))


def _folder(modules: Iterable[str] = (), extra: Iterable[Path] = ()) -> str | None:
    """A cache folder named after the sources, so that a change to any kernel recompiles all of them.

    Numba by itself looks only at the file in which a function is written: after a change to a function that is
    called from another file it would go on running the old machine code. None means that nothing is kept on disk: no
    folder is writable, or a source was changed after this process began and may not be what was imported.
    """
    config = _compiler().config
    digest = hashlib.sha256(f"{config.BOUNDSCHECK} {config.OPT} {sorted(modules)}".encode())
    ours = [path for part in KERNELS for path in (PACKAGE / part, *(PACKAGE / part).rglob("*.py")) if path.is_file()]
    for source in [*sorted(ours), *sorted(extra)]:
        if source.stat().st_mtime > BEGUN:
            return None
        digest.update(source.read_bytes())
    home = Path(os.environ.get("NUMBA_CACHE_DIR") or Path.home() / ".cache" / "duelling")
    folder = home / f"kernels-{digest.hexdigest()[:12]}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return str(folder) if os.access(folder, os.W_OK) else None


@functools.cache
def _shared_folder() -> str | None:
    """The cache folder for kernels that know nothing but this package."""
    return _folder()


def _foreign_types(state: Any) -> set[type]:
    """The types of the state that are defined outside this package."""
    return {kind for kind in kinds(state) if kind.__module__.split(".")[0] != "duelling"}


def _private_sources() -> set[Path]:
    """The files of all imported modules but this package's and installed ones: a user's kernel may call any of them."""
    installed = tuple(sysconfig.get_path(kind) for kind in ("stdlib", "platstdlib", "purelib", "platlib"))
    names = [getattr(module, "__file__", None) or "" for module in [*sys.modules.values()]]
    files = {Path(name) for name in names if name.endswith(".py") and not name.startswith(installed)}
    return {file for file in files if file.is_file() and not file.is_relative_to(PACKAGE)}


def _folder_for(f: Callable[..., Any], foreign: frozenset[type]) -> str | None:
    """Where to keep ``f``, compiled for states that contain these types of other people.

    Numba pickles the types of every signature into one index per function. A type from a user's module in the
    shared index would break every later process that does not import that module. So it has a folder of its own.
    The shared folder stands for this package's sources, so it holds no function of other people either.
    """
    written_in = Path(f.__code__.co_filename)
    if not foreign:
        return _shared_folder() if written_in.is_relative_to(PACKAGE) else None
    modules = {kind.__module__ for kind in foreign}
    files = [getattr(sys.modules.get(module), "__file__", None) for module in modules]
    without_source = not written_in.is_file()  # a program wrote the function
    if "__main__" in modules or not all(files) or without_source:  # the types of a notebook cannot be found again
        return None
    return _folder(modules, _private_sources() | {Path(str(file)) for file in files})


def _compile(f: Callable[..., Any], cache_dir: str | None) -> Any:
    """``f`` as a kernel of numba, which releases the interpreter lock; its machine code is kept in ``cache_dir``."""
    numba = _compiler()
    with _LOCK:
        outer, numba.config.CACHE_DIR = numba.config.CACHE_DIR, cache_dir or ""
        try:  # no fastmath: it would change the sums
            kernel = numba.njit(f, nogil=True, error_model="numpy", cache=cache_dir is not None)
        finally:
            numba.config.CACHE_DIR = outer
    if cache_dir is not None and hasattr(kernel, "_cache"):
        files = kernel._cache._cache_file
        files.save = functools.partial(_save, files)
    return kernel


def _save(files: Any, key: Any, code: Any) -> None:
    """Write machine code under a name of its own, and only then into the index of its function.

    Numba numbers the files, and writes the index first. With two processes that compile at once, or after one that was
    killed, one number could stand for two kernels, and a process would run the wrong one. This way the worst case is
    that a kernel is compiled again.
    """
    name = f"{files._index_name.removesuffix('.nbi')}.{secrets.token_hex(8)}.nbc"
    files._save_data(name, code)
    files._save_index({**files._load_index(), key: name})


class Entry:
    """A function for callers in Python. It is compiled when it is first called, unless that is in ``interpreted()``."""

    def __init__(self, f: Callable[..., Any]) -> None:
        functools.update_wrapper(self, f)
        self.py_func = f
        self._kernels: dict[frozenset[type], Any] = {}

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        if _PLAIN.get():
            return self.py_func(*arguments, **named)
        return self.kernel(*arguments, *named.values())(*arguments, **named)

    def kernel(self, *arguments: Any) -> Any:
        """The kernel of numba to call with these arguments: the shared one, or one apart for a user's types."""
        foreign = frozenset[type]().union(*map(_foreign_types, arguments))
        if foreign not in self._kernels:
            made = _compile(self.py_func, _folder_for(self.py_func, foreign))
            self._kernels.setdefault(foreign, made)  # another thread may have been faster
        return self._kernels[foreign]


def _type_of_entry(value: Entry, _: Any) -> Any:
    """Numba's type of an entry that a kernel calls: that of the kernel inside."""
    return _compiler().typeof(value.kernel())


def entry(f: Callable[..., Any]) -> Any:
    """Compile ``f`` for callers in Python, to run without the interpreter lock; keep the machine code on disk."""
    return f if DISABLED else Entry(f)


def jit(f: Callable[..., Any]) -> Any:
    """Compile ``f`` as a part of the kernels that call it. A call from Python uses an entry of its own.

    If kernels called entries, each helper would be wrapped for Python and kept on disk, where nothing reads it: a
    quarter of the time that it takes to compile. And numba would compile it again for every number that is written out
    in a call.
    """
    if DISABLED:
        return f
    from_python = Entry(f)
    if f.__name__ in f.__code__.co_names:  # it calls itself, which numba compiles in an entry alone
        return from_python

    @functools.wraps(f)
    def call(*arguments, **named):
        return f(*arguments, **named) if _PLAIN.get() else from_python(*arguments, **named)

    def resolve(*arguments, **named):
        return f

    _declare(call, resolve, PART)
    return call


def kept_on_disk(kernel: Any) -> int | None:
    """For how many types of states ``kernel`` is kept on disk; None where nothing is compiled or nothing is kept."""
    folder = None if _PLAIN.get() else kernel.kernel().stats.cache_path
    return None if folder is None else len(list(Path(folder).glob(f"*.{kernel.__name__}-*.nbc")))


def generic(stub: Callable[..., Any]) -> Any:
    """Dispatch ``stub`` on the type of its first argument, like functools.singledispatch."""
    written: dict[Any, Callable[..., Any]] = {}
    entries: dict[type, Entry] = {}  # made when first called from Python; the loop compiles what is written

    @functools.wraps(stub)
    def call(first, *rest):
        kind = type(first)
        if kind not in written:
            if first is None:
                raise WrongValue(f"start must return a state, got None, for which {stub.__name__} is not known")
            verb, state = stub.__name__, kind.__name__
            raise WrongValue(f"{verb} is not known for the state {state}: add {verb}.register({state}, function)")
        if _PLAIN.get():
            return written[kind](first, *rest)
        if kind not in entries:
            entries.setdefault(kind, Entry(written[kind]))
        return entries[kind](first, *rest)

    def register(state: type, f: Callable[..., Any]) -> None:
        if state in written and written[state].__module__ != f.__module__:  # it would change the kernels of others
            raise TypeError(f"{stub.__name__} is registered for {state.__name__} already")
        written[state] = f
        entries.pop(state, None)

    def resolve(first, *rest):
        return written.get(getattr(first, "instance_class", None))

    _declare(call, resolve, {**PART, "forceinline": True})  # inline, at twice the speed: arrays need no counting
    call.register = register  # type: ignore[attr-defined]
    call.written = written  # type: ignore[attr-defined]
    return call
