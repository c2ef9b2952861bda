"""How the parts of kernels are compiled: to code that is linked into a kernel, and no further.

Numba optimises every function with all that it calls and makes machine code of it, also where it is never called from
outside. A kernel holds a copy of all its parts, so a part that lies three calls deep would be optimised four times.
Here a part is only tidied up, and a kernel with all its parts is optimised once. This file is imported with numba.
"""

import contextlib
import gc
from collections.abc import Iterable, Iterator
from typing import Any

from llvmlite import binding, ir
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.errors import NumbaError
from numba.core.typed_passes import NativeLowering
from numba.core.untyped_passes import FixupArgs

from duelling.core.direct import StandIns
from duelling.core.references import must_be_counted


class PartLibrary(JITCodeLibrary):
    """The code of a part. It is put together with that of its own parts when a kernel asks for it."""

    _codegen: Any
    _environment: tuple[str, Any]  # its name, and what the function has from Python

    @property
    def codegen(self) -> Any:
        """Whom numba tells the environment. There is no place for it yet, so the part itself keeps it."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Keep the environment until there is a place for it."""
        self._environment = name, environment

    def finalize(self) -> None:
        """Leave the code as it is: nothing is linked or optimised here."""
        inherited: set[Any] = getattr(self, "_reload_init", set())  # which old versions of numba do not have
        for library in self._linking_libraries:
            inherited.update(getattr(library, "_reload_init", ()))
        self._finalize_dynamic_globals()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """The part with all its parts, for a kernel."""
        self._ensure_finalized()
        if self._shared_module is None:
            whole, parts = self._own_module(), []
            for library in _reached(self._linking_libraries, {self: None}):
                if library is not self:
                    part = isinstance(library, PartLibrary)
                    whole.link_in(library._own_module() if part else library._get_module_for_linking(), preserve=True)
                    parts += [library] if part else []
            self._make_places([self, *parts])
            self._shared_module = whole
        return self._shared_module

    def _own_module(self) -> Any:
        """A copy of the code of the part alone; its functions may stand in many kernels, and go where nobody calls."""
        module = self._final_module.clone()
        for function in module.functions:
            if not function.is_declaration and function.linkage == binding.Linkage.external:
                function.linkage = "linkonce_odr"
        return module

    def _make_places(self, parts: Iterable["PartLibrary"]) -> None:
        """Make the places where machine code looks for the environments of these parts."""
        environments = dict(part._environment for part in parts)
        places = self._codegen._create_empty_module(self.name)
        missing = [name for name in environments if not self._codegen._engine.is_symbol_defined(name)]
        for name in missing:
            place = ir.GlobalVariable(places, cgutils.voidptr_t, name)
            place.linkage, place.initializer = "common", ir.Constant(cgutils.voidptr_t, None)
        self._codegen._add_module(binding.parse_assembly(str(places)))
        for name in missing:
            self._codegen.set_env(name, environments[name])


def _reached(libraries: Iterable[Any], found: dict[Any, None]) -> dict[Any, None]:
    """Add what parts are linked with to ``found``, each once."""
    for library in libraries:
        if library not in found:
            found[library] = None
            if isinstance(library, PartLibrary):
                _reached(library._linking_libraries, found)
    return found


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    """Numba's last step, for a part. References are counted only where that is needed."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        counting = state.targetctx
        if not must_be_counted(state):
            state.targetctx = counting.subtarget(enable_nrt=False)
            vars(state.targetctx).pop("nrt", None)  # made for the context that counts
            try:
                return self._lower(state)
            except NumbaError:  # something in it makes an array after all
                state.targetctx = counting
        return self._lower(state)

    def _lower(self, state: Any) -> bool:
        state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        done: bool = super().run_pass(state)
        return done


class KernelCompiler(Compiler):
    """Numba's compiler for a kernel, with room for its calls and for what it makes."""

    def compile_extra(self, func: Any) -> Any:
        with _uncollected():
            return _with_room(super().compile_extra, func)


@contextlib.contextmanager
def _uncollected() -> Iterator[None]:
    """Nobody looks for garbage inside: it took up to a tenth of the time, and all stays until the kernel is done."""
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


def _with_room(call: Any, argument: Any) -> Any:
    """Call with half a megabyte for the frames of all calls inside.

    Python keeps frames in chunks of 16 KB. Where a loop calls across the end of one, each call maps a chunk of memory
    and gives it back: that took an eighth of the time to compile ``ecw-rmed``. A frame that says it needs much gets a
    chunk of twice its size, and leaves the other half to the frames of its calls.
    """
    return call(argument)


_with_room.__code__ = _with_room.__code__.replace(co_stacksize=2**16)


class PartCompiler(CompilerBase):
    """Numba's compiler with that step in place of its own."""

    def define_pipelines(self) -> list[Any]:
        steps = DefaultPassBuilder.define_nopython_pipeline(self.state)  # by its own name, which its messages have
        steps.passes = [(PartLowering if step is NativeLowering else step, words) for step, words in steps.passes]
        steps.add_pass_after(StandIns, FixupArgs)
        steps.finalize()
        return [steps]
