"""Compile kernels: one decorator, and one dispatch that works in Python and in compiled code.

This file calls numba, and files beside it: ``native.py``, which has what loops borrow, ``operators.py``, which knows
the types of what operators make, and ``parts.py``, which compiles what is only called from kernels. With ``apart.py``
another process compiles. Numba is imported when something is first compiled: to import the package, and to run verbs
in ``interpreted()``, nobody waits for a compiler.
"""

import contextlib
import functools
import hashlib
import importlib
import os
import pickle
import secrets
import sys
import sysconfig
import threading
import time
import types
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import numpy as np

from duelling.core import disk
from duelling.core.fields import check_fields, kinds
from duelling.errors import WrongValue, quoted

PACKAGE = Path(__file__).parent.parent
KERNELS = ("core", "bandits", "algorithms", "problems", "worlds", "loops.py")  # where compiled code comes from
SWITCH = "NUMBA_DISABLE_JIT"  # the environment variable that turns the compiler off
DISABLED = os.environ.get(SWITCH, "").strip("0 ").isdigit()  # nothing is compiled in this process
BEGUN = time.time()  # a file that is newer may have been imported with another text
PART: Any = {"no_cfunc_wrapper": True}  # options for a part of a kernel: it is never called from outside
INLINED: Any = {**PART, "forceinline": True}  # and for one that is put into its callers

_PLAIN: ContextVar[bool] = ContextVar("plain", default=DISABLED)  # whether verbs run in plain Python
_LOCK = threading.RLock()  # one thread imports numba and declares what was waiting for it
_WAITING: list[tuple[Callable[..., Any], Callable[..., Any], dict[str, Any]]] = []  # to declare once numba is there
_READY = threading.Event()  # numba is imported
_APART = threading.Event()  # another process compiles, for this one to load what it has made


@contextlib.contextmanager
def interpreted() -> Iterator[None]:
    """Run verbs, helpers and loops in plain Python inside the ``with`` block, so that nobody waits for a compiler.

    The pairs are the same as those of compiled code, the chances are the same up to rounding. It holds for this thread
    (and this asynchronous task) alone, and blocks may be nested.

    Returns:
        A context manager.

    >>> import duelling as du
    >>> import numpy as np
    >>> with interpreted():
    ...     duel = du.kernels.choose(du.choice("tsallis+unif").start(10, 1000), 1, np.random.default_rng(0))
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


def compile_apart() -> None:
    """From now on let a process apart compile what is not on disk, as far as that is possible."""
    _APART.set()


def _compiler() -> Any:
    """Return numba. The first call imports it and declares what was waiting for it."""
    with _LOCK:
        try:
            numba = _import_numba()
        except ValueError:  # from a number that the user has set
            raise WrongValue("NUMBA_NUM_THREADS must be a whole number from 1 on: unset it") from None
        if not _READY.is_set():
            _import_array_functions()
            for declares in ("native", "operators"):
                importlib.import_module(f"duelling.core.{declares}")
            numba.extending.typeof_impl.register(Entry)(_type_of_entry)
            _READY.set()
            for waiting in _WAITING:
                _declare(*waiting)
            _WAITING.clear()
        return numba


def _import_numba() -> Any:
    """Import numba without the package ``coverage``, unless kernels are to be measured with it.

    Numba asks whether it is there, and where it is, each process would wait for forty modules that nobody uses.
    """
    unused = "coverage" not in sys.modules and not os.environ.get("NUMBA_JIT_COVERAGE")
    if unused:
        sys.modules["coverage"] = None  # type: ignore[assignment]  # who imports it is told that it is not there
    try:
        return importlib.import_module("numba")
    finally:
        if unused:
            del sys.modules["coverage"]


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
            parts = importlib.import_module("duelling.core.parts")
            made = options | {"pipeline_class": parts.PartCompiler}
            _compiler().extending.overload(call, strict=False, jit_options=made)(resolve)
        else:
            _WAITING.append((call, resolve, options))


def _folder(modules: Iterable[str] = (), extra: Iterable[Path] = ()) -> Path | None:
    """A cache folder named after the sources, so that a change to any kernel recompiles all of them.

    Numba by itself looks only at the file in which a function is written: after a change to a function that is
    called from another file it would go on running the old machine code. None means that nothing is kept on disk: no
    folder is writable, others can write to it, or a source was changed after this process began and may not be what
    was imported.
    """
    numba = _compiler()
    versions = (sys.version_info[:2], numba.__version__, importlib.import_module("numpy").__version__)
    settings = (numba.config.BOUNDSCHECK, numba.config.OPT)
    digest = hashlib.sha256(f"{versions} {settings} {sorted(modules)}".encode())
    ours = [path for part in KERNELS for path in (PACKAGE / part, *(PACKAGE / part).rglob("*.py")) if path.is_file()]
    for source in [*sorted(ours), *sorted(extra)]:
        if source.stat().st_mtime > BEGUN:
            return None
        digest.update(source.read_bytes())
    try:
        home = Path(os.environ.get("NUMBA_CACHE_DIR") or Path.home() / ".cache" / "duelling")
    except RuntimeError:  # the user has no home
        return None
    return disk.private_folder(home, f"kernels-{digest.hexdigest()[:12]}")


@functools.cache
def _shared_folder() -> Path | None:
    """The cache folder for kernels that know nothing but this package."""
    return _folder()


@functools.cache  # it is asked in every call from Python
def _foreign(kind: type) -> bool:
    """Whether a type is defined outside this package."""
    return kind.__module__.split(".")[0] != "duelling"


def _private_sources() -> set[Path]:
    """The files of all imported modules but this package's and installed ones: a user's kernel may call any of them."""
    installed = tuple(sysconfig.get_path(kind) for kind in ("stdlib", "platstdlib", "purelib", "platlib"))
    names = [getattr(module, "__file__", None) or "" for module in [*sys.modules.values()]]
    files = {Path(name) for name in names if name.endswith(".py") and not name.startswith(installed)}
    return {file for file in files if file.is_file() and not file.is_relative_to(PACKAGE)}


def _folder_for(f: Callable[..., Any], foreign: frozenset[type]) -> Path | None:
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


def _compile(f: Callable[..., Any], folder: Path | None) -> Any:
    """``f`` as a kernel of numba, which releases the interpreter lock; its machine code is kept in ``folder``.

    A function that was made inside another one is not kept: its sources do not say what it has from there.
    """
    numba = _compiler()
    made_by = importlib.import_module("duelling.core.parts").KernelCompiler
    kernel = numba.njit(f, nogil=True, error_model="numpy", pipeline_class=made_by)  # fastmath would change the sums
    if folder is not None and f.__closure__ is None:
        kernel._cache = Shelf(f, folder)
    return kernel


class Shelf:
    """The machine code of one function on disk, for each signature; numba calls it in place of its own cache.

    Machine code lies under a name that is used once, and enters the index of its function last. So with processes that
    compile at once, or are killed, no name ever stands for two kernels; the worst case is that one is compiled again.
    Numba's own files have numbers, and no digest: with one wrong bit they can end the process.
    """

    def __init__(self, f: Callable[..., Any], folder: Path) -> None:
        self.cache_path = str(folder)  # numba shows it
        self._f, self._folder = f, folder
        identity = (f.__module__, f.__qualname__, f.__code__.co_firstlineno, f.__code__.co_code)
        self._name = f"{f.__name__}-{hashlib.sha256(repr(identity).encode()).hexdigest()[:16]}"

    def __len__(self) -> int:
        return len(self._read_index())

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The kernel for a signature, ready to run; None if it is not here."""
        context.refresh()  # as numba does: what its extensions have registered must be there
        key = (signature, *context.codegen().magic_tuple())
        content = self._read(key)
        if content is None and _APART.is_set() and self._folder == _shared_folder():
            importlib.import_module("duelling.core.apart").compile_apart(self._f, signature)
            content = self._read(key)
        result: Any = importlib.import_module("numba.core.compiler").CompileResult
        return None if content is None else result._rebuild(context, *pickle.loads(content))

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a kernel. Where that is not possible, such as on a full disk, say so and go on without."""
        if result.library.has_dynamic_globals:
            return  # it holds addresses of this process
        name = f"{self._name}.{secrets.token_hex(8)}.nbc"
        key = (signature, *result.codegen.magic_tuple())
        try:
            disk.write(self._folder / name, pickled(result._reduce()))
            disk.write(self._index, pickled({**self._read_index(), key: name}))
        except OSError as error:
            disk.warn(f"compiled kernels are not kept, {self.cache_path!r} cannot be written: {error.strerror}")
            with contextlib.suppress(OSError):
                (self._folder / name).unlink()  # no index names it

    def _read(self, key: Any) -> bytes | None:
        name = self._read_index().get(key)
        return None if name is None else disk.read(self._folder / name)

    @property
    def _index(self) -> Path:
        return self._folder / f"{self._name}.nbi"

    def _read_index(self) -> dict[Any, str]:
        """The names of the files by what they were compiled for: types, and the processor."""
        content = disk.read(self._index)
        return {} if content is None else pickle.loads(content)


def shared(f: Callable[..., Any]) -> Any:
    """A function of this package as a kernel of numba for states of this package."""
    return _compile(f, _shared_folder())


def pickled(value: Any) -> bytes:
    """A pickle that may hold functions and modules."""
    pickled: bytes = importlib.import_module("numba.core.serialize").dumps(value)
    return pickled


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
        foreign = frozenset(filter(_foreign, kinds(*arguments)))
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


class Loop(Entry):
    """An entry that borrows its states and streams."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        for each in arguments:
            if isinstance(each, np.random.Generator) and type(each.bit_generator) is not np.random.PCG64:
                raise WrongValue(f"rng must be one that np.random.default_rng makes, got {quoted(each)}")
        check_fields(*arguments)
        return super().__call__(*arguments, **named)


def loop(f: Callable[..., Any]) -> Any:
    """As ``entry``, for a function that plays many rounds with ``borrowed`` states and streams."""
    return Loop(f)


def borrowed(x: Any) -> Any:
    """``x`` for the time of a compiled loop: a state whose arrays are not counted, or a stream that is drawn inline.

    The caller of the loop keeps it, and the loop returns nothing of it. Numba counts references to an array wherever it
    is passed on in a branch, 5 to 10 ns each; ``core/native`` says how this ends, and how numbers are drawn.
    """
    return x


def in_kernels(module: str, name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Put something else into kernels in place of a function: what ``name`` of the module returns for numba's types.

    The module is imported when something is compiled. In plain Python the function is what it is.
    """

    def resolve(*types_: Any) -> Any:
        return getattr(importlib.import_module(module), name)(*types_)

    def declare(f: Callable[..., Any]) -> Callable[..., Any]:
        _declare(f, resolve, INLINED)
        return f

    return declare


def jit(f: Callable[..., Any]) -> Any:
    """Compile ``f`` as a part of the kernels that call it. A call from Python uses an entry of its own.

    If kernels called entries, each helper would be wrapped for Python and kept on disk, where nothing reads it: a
    quarter of the time that it takes to compile. And numba would compile it again for every number that is written out
    in a call.

    Args:
        f: a function that is written in Python.

    Returns:
        A function to call in its place.

    Raises:
        InputError: ``f`` is something else.

    >>> @jit
    ... def larger(x, y):
    ...     return x if x > y else y
    >>> with interpreted():
    ...     larger(1, 2)
    2
    """
    return _part(f, PART)


def inlined(f: Callable[..., Any]) -> Any:
    """As ``jit``, and put into its callers.

    A call hands over all arrays of a state one by one, and that of ten arrays takes some 50 ns: more than most helpers.
    Code that is put in everywhere takes longer to compile, and large loops get slower by it: measure.
    """
    return _part(f, INLINED)


def _part(f: Callable[..., Any], options: dict[str, Any]) -> Any:
    if not isinstance(f, types.FunctionType):
        raise WrongValue(f"f must be a function that is written in Python, got {quoted(f)}")
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

    _declare(call, resolve, options)
    return call


def kept_on_disk(kernel: Any) -> int | None:
    """For how many types of states ``kernel`` is kept on disk; None where nothing is compiled or nothing is kept."""
    shelf = None if _PLAIN.get() else kernel.kernel()._cache
    return len(shelf) if isinstance(shelf, Shelf) else None


def generic(stub: Callable[..., Any]) -> Any:
    """Dispatch ``stub`` on the type of its first argument, like functools.singledispatch."""
    written: dict[Any, Callable[..., Any]] = {}
    entries: dict[type, Entry] = {}  # made when first called from Python; the loop compiles what is written

    @functools.wraps(stub)
    def call(first, *rest):
        kind = type(first)
        f = written.get(kind)
        if f is None:
            if first is None:
                raise WrongValue(f"start must return a state, got None, for which {stub.__name__} is not known")
            verb, state = stub.__name__, kind.__name__
            raise WrongValue(f"{verb} is not known for the state {state}: add {verb}.register({state}, function)")
        if _PLAIN.get():
            return f(first, *rest)
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

    _declare(call, resolve, INLINED)  # inline, at twice the speed: arrays need no counting
    call.register = register  # type: ignore[attr-defined]
    call.written = written  # type: ignore[attr-defined]
    return call
