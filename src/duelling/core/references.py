"""Which parts of kernels must count references to arrays.

Numba counts them for every array of a state that is handed to a function with branches, even where the branch that
uses it is not taken: 5 to 10 ns for each array, and half of the code that has to be compiled. A function that makes no
array, keeps none and returns none can leave the counting to its caller, who holds all that it is given.
"""

from collections.abc import Callable
from typing import Any

from numba.core import ir, types

# What is counted and may stand in a function that does not count: it is held by whoever holds the arguments.
HELD = (types.Array, types.NumPyRandomGeneratorType, types.NumPyRandomBitGeneratorType)
LOOKS = frozenset({"getattr", "getitem", "static_getitem", "build_tuple", "exhaust_iter", "cast"})  # makes nothing new


def must_be_counted(state: Any) -> bool:
    """Whether references must be counted in what numba is compiling; it knows all types by now.

    Where an array is made that this does not see, numba refuses to make it without counting.
    """
    models = state.targetctx.data_model_manager

    def counted(kind: Any) -> bool:
        return bool(models[kind].contains_nrt_meminfo())

    def held(kind: Any) -> bool:
        parts: Any = kind if isinstance(kind, types.BaseTuple) else ()
        return not counted(kind) or isinstance(kind, HELD) or (bool(parts) and all(map(held, parts)))

    if state.func_ir.is_generator or counted(state.return_type) or not all(map(held, set(state.typemap.values()))):
        return True
    statements = (statement for block in state.func_ir.blocks.values() for statement in block.body)
    return any(_is_new(statement, state.typemap, counted) for statement in statements)


def _is_new(statement: Any, kinds: Any, counted: Callable[[Any], bool]) -> bool:
    """Whether a statement may make something that is counted."""
    if isinstance(statement, (ir.DynamicRaise, ir.DynamicTryRaise)):
        return True  # a tuple of what is raised
    if not isinstance(statement, ir.Assign) or not isinstance(statement.value, ir.Expr):
        return False
    made = statement.value
    if made.op in LOOKS or not counted(kinds[statement.target.name]):
        return False
    return made.op != "call" or not isinstance(kinds[made.func.name], types.NamedTupleClass)
