r"""e^x for kernels, with the bits of ``math.exp``, as a part of the loop.

Learners with exponential weights spend most of their time here, and half of that is the call into the system's library.
The library of GNU computes, with 128 powers of 2 in a table (Szabolcs Nagy, ARM optimized routines, 2018):

    x = k ln 2 / 128 + r,     e^x = 2^(k / 128) · (1 + r + r² (C2 + C3 r) + r⁴ (C4 + C5 r))

in products that are added without rounding. The same steps in the same order give the same bits, and the compiler puts
them into its loops. Whether the library takes these steps is asked where a kernel is compiled: at the points of
``FINGERPRINT`` they err by a last bit, as no other way would. If it does not, or for a large x, kernels call it.
"""

import math
from decimal import Context, Decimal

import numpy as np

from duelling.core.jit import in_kernels

POWERS = 128
TO_STEPS = float.fromhex("0x1.71547652b82fep0") * POWERS  # 128 / ln 2
STEP_HIGH, STEP_LOW = float.fromhex("-0x1.62e42fefa0000p-8"), float.fromhex("-0x1.cf79abc9e3b39p-47")  # -ln 2 / 128
ROUND = 1.5 * 2.0**52  # what is added to it is rounded, and stands in its last bits
C2, C3, C4, C5 = map(
    float.fromhex, ("0x1.ffffffffffdbdp-2", "0x1.555555555543cp-3", "0x1.55555cf172b91p-5", "0x1.1111167a4d017p-7")
)
LARGE = 512.0
FINGERPRINT = {  # x and e^x; the second four differ where products are rounded before they are added
    "-0x1.1820160f5d1b8p+5": "0x1.65d0af2f9a5f2p-51",
    "-0x1.9cd8c684eda69p+2": "0x1.9e058c71200dap-10",
    "-0x1.2a36f7f0a7052p+4": "0x1.145e10508ecccp-27",
    "-0x1.20db41cec947fp+2": "0x1.672e3ba4ffd2fp-7",
    "-0x1.463ef23a59c58p+4": "0x1.7f74c2cf95a7fp-30",
    "-0x1.aeec9f374eb42p+3": "0x1.7c9863fba2969p-20",
    "-0x1.6cb8c53c1991fp+2": "0x1.b7194ebeadee9p-9",
    "-0x1.2c4be403e55c8p+5": "0x1.cbfecf2532695p-55",
}


@in_kernels("duelling.core.native", "exponential")
def exp(x: float) -> float:
    """e^x."""
    return math.exp(x)


def library_is_known() -> bool:
    """Whether ``math.exp`` takes the steps that are known here."""
    return all(math.exp(float.fromhex(x)) == float.fromhex(y) for x, y in FINGERPRINT.items())


def powers() -> np.ndarray:
    """The table: of each power 2^(k/128) what its nearest number lacks, relative to it, and the bits of that number.

    From these k·2^45 is taken away, so that the whole k, shifted to the exponent, can be added.
    """
    exact, wide = Context(prec=60), np.zeros((POWERS, 2))
    root = exact.power(Decimal(2), exact.divide(Decimal(1), Decimal(POWERS)))
    power = Decimal(1)
    for k in range(POWERS):
        near = float(power)
        wide[k] = float(exact.divide(exact.subtract(power, Decimal(near)), Decimal(near))), near
        power = exact.multiply(power, root)
    table = wide.view(np.uint64)
    table[:, 1] -= np.arange(POWERS, dtype=np.uint64) << np.uint64(45)
    return table.reshape(-1)
