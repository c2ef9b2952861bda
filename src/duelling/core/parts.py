"""How the parts of kernels are compiled: to code that is linked into their callers, and no further.

Numba makes machine code of every function, also of one that is never called from outside. A kernel holds a copy of all
its parts, so a part that lies three calls deep was translated four times: a sixth of the time that it takes to compile
a verb. This file is imported with numba.
"""

from typing import Any

from llvmlite import binding, ir
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

ENVIRONMENT = "_ZN08NumbaEnv"  # how the names begin under which numba keeps what a function has from Python


class PartLibrary(JITCodeLibrary):
    """The code of a part. Of it the machine holds no more than the place of its environment, which numba fills."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        places = self._codegen._create_empty_module(self.name)
        for name in (each.name for each in self._final_module.global_variables):
            if name.startswith(ENVIRONMENT) and not self._codegen._engine.is_symbol_defined(name):
                place = ir.GlobalVariable(places, cgutils.voidptr_t, name)
                place.linkage, place.initializer = "common", ir.Constant(cgutils.voidptr_t, None)
        self._codegen._add_module(binding.parse_assembly(str(places)))
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    """Numba's last step, for a part."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        done: bool = super().run_pass(state)
        return done


class PartCompiler(CompilerBase):
    """Numba's compiler with that step in place of its own."""

    def define_pipelines(self) -> list[Any]:
        steps = DefaultPassBuilder.define_nopython_pipeline(self.state)  # by its own name, which its messages have
        steps.passes = [(PartLowering if step is NativeLowering else step, words) for step, words in steps.passes]
        steps.finalize()
        return [steps]
