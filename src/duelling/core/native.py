"""What the loops tell numba in its own words: states that nobody counts, draws and powers of e that are a part of them.

``core/jit.borrowed`` and ``core/exponential.exp`` are the ways in. This file is imported with numba.

**States.** Numba counts references to an array through the address of its owner. Python holds the arrays of a state as
long as a loop runs, so the loop works on copies of their headers that name no owner. The compiler sees that there is
nothing to count and leaves the counting out, in every part that is inlined. Arrays that a kernel makes have owners, and
are counted and freed as ever.

**Streams.** NumPy's PCG64 is 128 bits of state and an odd increment (M. O'Neill. PCG: a family of simple fast
space-efficient statistically good algorithms for random number generation. 2014; the variant XSL-RR):

    s ← s · MULTIPLIER + increment  mod 2^128,     x = (high half xor low half) rotated right by the top 6 bits of s

A loop does this on the memory of NumPy's generator itself, without a call for each number. So every distribution draws
from one and the same stream, whoever asks, and nothing has to be handed back.
"""

import ctypes
import math
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from llvmlite import ir
from numba import extending
from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import make_attribute_wrapper, models, overload, register_model
from numba.np.random.generator_core import next_double, next_uint32, next_uint64

from duelling.core.exponential import (
    C2,
    C3,
    C4,
    C5,
    LARGE,
    POWERS,
    ROUND,
    STEP_HIGH,
    STEP_LOW,
    TO_STEPS,
    library_is_known,
    powers,
)
from duelling.core.jit import borrowed

MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
WORD, DOUBLE_WORD, NUMBER = ir.IntType(64), ir.IntType(128), ir.DoubleType()
ALIGNED = 8  # bytes; NumPy promises no more
NUMPY_BITS = types.NumPyRandomBitGeneratorType("bit_generator")
UNIT = 2.0**-53
MOST = 2**63 - 1
intrinsic: Callable[[Callable[..., Any]], Any] = extending.intrinsic  # its types know no callers in kernels
lower_builtin: Callable[..., Callable[[Callable[..., Any]], Any]] = extending.lower_builtin


@cache
def layout_is_known() -> bool:
    """Whether NumPy keeps the state and the increment of PCG64 one behind the other, the low half first."""
    bits: Any = np.random.PCG64(0)
    inner = ctypes.c_uint64.from_address(bits.ctypes.state_address).value
    words = (ctypes.c_uint64 * 4).from_address(inner)
    there = [words[k] | words[k + 1] << 64 for k in (0, 2)]
    return there == [bits.state["state"]["state"], bits.state["state"]["inc"]]


def _forget(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """The value with an empty owner in each of its arrays."""
    if isinstance(kind, types.Array):
        header = cgutils.create_struct_proxy(kind)(context, builder, value=value)
        for owner in ("meminfo", "parent"):
            setattr(header, owner, cgutils.get_null_value(getattr(header, owner).type))
        return header._getvalue()
    if isinstance(kind, types.BaseTuple):
        parts: Any = kind
        for k, part in enumerate(parts):
            lent = _forget(context, builder, part, builder.extract_value(value, k))
            value = builder.insert_value(value, lent, k)
    return value


class Bits(types.Type):
    """NumPy's PCG64."""

    def __init__(self) -> None:
        super().__init__("PCG64")


class Stream(types.NumPyRandomGeneratorType):
    """NumPy's Generator over a PCG64. It has all the methods that numba knows."""

    def __init__(self) -> None:
        super().__init__("Generator(PCG64)")


BITS, STREAM = Bits(), Stream()


@register_model(Bits)
class _BitsModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("address", types.uintp), ("numpy", NUMPY_BITS)])


@register_model(Stream)
class _StreamModel(models.StructModel):
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, [("bit_generator", BITS)])


make_attribute_wrapper(Bits, "numpy", "numpy")
make_attribute_wrapper(Stream, "bit_generator", "bit_generator")


@infer_global(borrowed)
class _Borrow(AbstractTemplate):
    """The type of what ``borrowed`` returns. It is no function that would have to be compiled for each type."""

    def generic(self, given: Any, named: Any) -> Any:
        (kind,) = given
        stream = isinstance(kind, types.NumPyRandomGeneratorType) and layout_is_known()
        return signature(STREAM if stream else kind, kind)


@lower_builtin(borrowed, types.Any)
def _lend(context: Any, builder: Any, called: Any, given: Any) -> Any:
    (kind,), (value,) = called.args, given
    if called.return_type is STREAM:
        return value if kind is STREAM else _stream(context, builder, kind, value)
    return _forget(context, builder, kind, value)


def _stream(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    generator = cgutils.create_struct_proxy(kind)(context, builder, value=value)
    numpy = cgutils.create_struct_proxy(NUMPY_BITS)(context, builder, value=generator.bit_generator)
    bits = cgutils.create_struct_proxy(BITS)(context, builder)
    bits.address = builder.load(builder.inttoptr(numpy.state, WORD.as_pointer()))
    bits.numpy = generator.bit_generator
    stream = cgutils.create_struct_proxy(STREAM)(context, builder)
    stream.bit_generator = bits._getvalue()
    return stream._getvalue()


def next_word(context: Any, builder: Any, bits: Any) -> Any:
    """The instructions that draw 64 bits."""
    here = cgutils.create_struct_proxy(BITS)(context, builder, value=bits)
    place = builder.inttoptr(here.address, DOUBLE_WORD.as_pointer())
    state = builder.load(place)
    increment = builder.load(builder.gep(place, [ir.Constant(WORD, 1)]))
    after = builder.add(builder.mul(state, ir.Constant(DOUBLE_WORD, MULTIPLIER)), increment)
    store = builder.store(after, place)
    state.align = increment.align = store.align = ALIGNED
    high = builder.trunc(builder.lshr(after, ir.Constant(DOUBLE_WORD, 64)), WORD)
    mixed = builder.xor(high, builder.trunc(after, WORD))
    rotate = builder.module.declare_intrinsic("llvm.fshr", [WORD], ir.FunctionType(WORD, [WORD] * 3))
    return builder.call(rotate, [mixed, mixed, builder.lshr(high, ir.Constant(WORD, 58))])


@intrinsic
def _next(context: Any, bits: Any) -> Any:
    return types.uint64(bits), lambda context, builder, signature, given: next_word(context, builder, given[0])


@overload(next_double, strict=False)
def _next_double(bitgen: Any) -> Any:
    return (lambda bitgen: (_next(bitgen) >> np.uint64(11)) * UNIT) if isinstance(bitgen, Bits) else None


@overload(next_uint64, strict=False)
def _next_uint64(bitgen: Any) -> Any:
    return (lambda bitgen: _next(bitgen)) if isinstance(bitgen, Bits) else None


@overload(next_uint32, strict=False)
def _next_uint32(bitgen: Any) -> Any:  # NumPy keeps half a word for the next call
    return (lambda bitgen: next_uint32(bitgen.numpy)) if isinstance(bitgen, Bits) else None


TABLE = powers()
LAST, TWICE, NEXT, SHIFT = (np.uint64(n) for n in (POWERS - 1, 2, 1, 45))


def exponential(kind: Any) -> Callable[..., Any]:
    """What ``exp`` is in a kernel."""
    return _exponential if library_is_known() else lambda x: math.exp(x)


def _exponential(x: Any) -> Any:
    """As ``core/exponential`` describes it."""
    if not -LARGE < x < LARGE:
        return math.exp(x)
    rounded = _fused(TO_STEPS, x, ROUND)
    k = _bits(rounded)
    steps = rounded - ROUND
    r = _fused(steps, STEP_LOW, _fused(steps, STEP_HIGH, x))
    place = TWICE * (k & LAST)
    power = _number(TABLE[place + NEXT] + (k << SHIFT))
    square = r * r
    start = _fused(square, _fused(r, C3, C2), _number(TABLE[place]) + r)
    return _fused(power, _fused(square * square, _fused(r, C5, C4), start), power)


@intrinsic
def _fused(context: Any, x: Any, y: Any, z: Any) -> Any:
    """x y + z, rounded once."""
    return types.float64(*[types.float64] * 3), lambda context, builder, signature, given: builder.fma(*given)


@intrinsic
def _bits(context: Any, x: Any) -> Any:
    """The bits of a number."""
    return types.uint64(types.float64), lambda context, builder, signature, given: builder.bitcast(given[0], WORD)


@intrinsic
def _number(context: Any, x: Any) -> Any:
    """The number with these bits."""
    return types.float64(types.uint64), lambda context, builder, signature, given: builder.bitcast(given[0], NUMBER)


def to_order(kind: Any) -> Callable[..., Any]:
    """What ``order`` is in a kernel."""
    return lambda x: _turned(np.int64(_bits(x)))


def from_order(kind: Any) -> Callable[..., Any]:
    """What ``number`` is in a kernel."""
    return lambda place: _number(np.uint64(_turned(place)))


@extending.register_jitable
def _turned(bits: Any) -> Any:
    """All but the sign of what is below 0, the other way round."""
    return bits ^ ((bits >> 63) & MOST)
