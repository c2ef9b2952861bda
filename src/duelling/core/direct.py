"""What parts of kernels call of Python and NumPy, written into them without a function that has to be compiled.

Numba makes a function of its own of ``min``, ``max``, ``int`` and ``rng.random()`` for each of their types: ten
functions or a third of what ``rmed1`` consists of. Here a part calls a stand-in, which is one or two instructions
for whole and real numbers and for the streams of a loop; with all else it is what numba makes of the original. This
file is imported with numba.
"""

from collections.abc import Hashable
from typing import Any

from numba.core import ir, types
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from duelling.core.native import STREAM, UNIT, lower_builtin, next_word

WHOLE, REAL = types.int64, types.float64


def least(x: Any, y: Any) -> Any:
    """Stands in for ``min``."""


def most(x: Any, y: Any) -> Any:
    """Stands in for ``max``."""


def truncated(x: Any) -> Any:
    """Stands in for ``int``."""


def drawn(rng: Any) -> Any:
    """Stands in for ``rng.random()``."""


STAND_INS: dict[Any, Any] = {min: least, max: most, int: truncated}


def _declare(original: Any, stand_in: Any) -> None:
    """Tell numba the types and the code of a stand-in: with whole and real numbers its own, else the original's."""
    arguments = 1 if original is int else 2

    @infer_global(stand_in)
    class _Types(AbstractTemplate):
        def generic(self, given: Any, named: Any) -> Any:
            kinds = [types.unliteral(kind) for kind in given]
            if named or len(kinds) != arguments or not all(kind in (WHOLE, REAL) for kind in kinds):
                return self.context.resolve_function_type(original, given, named)
            if original is int:
                return signature(WHOLE, *kinds)
            common = REAL if REAL in kinds else WHOLE  # numba turns both into it
            return signature(common, common, common)

    @lower_builtin(stand_in, types.VarArg(types.Any))
    def _write(context: Any, builder: Any, called: Any, given: Any) -> Any:
        if len(given) != arguments or not all(kind in (WHOLE, REAL) for kind in called.args):
            known = context.typing_context.resolve_value_type(original)
            return context.get_function(known, called)(builder, given)
        real = called.args[0] == REAL
        if original is int:
            return builder.fptosi(given[0], context.get_value_type(WHOLE)) if real else given[0]
        x, y = given
        compare = builder.fcmp_ordered if real else builder.icmp_signed
        return builder.select(compare("<" if original is min else ">", y, x), y, x)


for _original, _stand_in in STAND_INS.items():
    _declare(_original, _stand_in)


@infer_global(drawn)
class _Drawn(AbstractTemplate):
    def generic(self, given: Any, named: Any) -> Any:
        (kind,) = given
        if kind is STREAM:
            return signature(REAL, STREAM)
        method = self.context.resolve_getattr(kind, "random")
        found = method and self.context.resolve_function_type(method, (), {})
        return found and signature(found.return_type, kind)


@lower_builtin(drawn, types.Any)
def _draw(context: Any, builder: Any, called: Any, given: Any) -> Any:
    (kind,) = called.args
    if kind is STREAM:
        word = next_word(context, builder, builder.extract_value(given[0], 0))
        bits = builder.uitofp(builder.lshr(word, word.type(11)), context.get_value_type(REAL))
        return builder.fmul(bits, bits.type(UNIT))
    return context.compile_internal(builder, lambda rng: rng.random(), called, given)


@register_pass(mutates_CFG=False, analysis_only=False)
class StandIns(FunctionPass):
    """Put the stand-ins where the originals are called."""

    _name = "stand_ins"

    def __init__(self) -> None:  # which numba leaves to each of its steps
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        made = [each for block in state.func_ir.blocks.values() for each in block.body if isinstance(each, ir.Assign)]
        by_name = {each.target.name: each for each in made}
        called = [each.value for each in made if isinstance(each.value, ir.Expr) and each.value.op == "call"]
        changed = [_stand_in_at(call, by_name.get(call.func.name), state.func_ir) for call in called]
        return any(changed)


def _stand_in_at(call: Any, function: Any, code: Any) -> bool:
    """Change one call, and what its function is, if there is a stand-in for it."""
    what, bare = getattr(function, "value", None), not (call.args or call.kws or call.vararg)
    if isinstance(what, ir.Global) and isinstance(what.value, Hashable) and what.value in STAND_INS:
        function.value = ir.Global(what.name, STAND_INS[what.value], what.loc)
    elif isinstance(what, ir.Expr) and what.op == "getattr" and what.attr == "random" and bare:
        function.value = ir.Global("drawn", drawn, what.loc)
        call.args = [what.value]
    else:
        return False
    code._definitions[function.target.name] = [function.value]
    return True
