"""One number for each pair of arms, whatever its order, in an array of K(K-1)/2: half of what a K x K array takes."""

from duelling.core.jit import jit


def pairs(arms: int) -> int:
    """How many pairs of different arms there are."""
    return arms * (arms - 1) // 2


@jit
def place_of(i, j):
    """Where the pair of two different arms stands: (1, 0), (2, 0), (2, 1), (3, 0), ...

    >>> [place_of(*pair) for pair in ((0, 1), (2, 0), (1, 2), (3, 0))]
    [0, 1, 2, 3]
    """
    high = max(i, j)
    return high * (high - 1) // 2 + min(i, j)
