"""The order of numbers as that of whole numbers, for loops over many of them.

A compiler compares floating-point numbers one by one in a loop that looks for the largest, because one of them may be
no number. Of whole numbers it compares four at once. The bits of floating-point numbers are ordered as they are, once
those below 0 are turned around.
"""

from duelling.core.jit import in_kernels


@in_kernels("duelling.core.native", "to_order")
def order(x: float) -> float:
    """What compares as x does: in kernels a whole number."""
    return x


@in_kernels("duelling.core.native", "from_order")
def number(place: float) -> float:
    """The x of which ``place`` is the order."""
    return place
