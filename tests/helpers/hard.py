"""Chances at which tests are most likely to say something false."""

import numpy as np


def chances(K, **pairs):
    """A matrix of chances, 1/2 where nothing is said: p01=0.9 says that 0 wins against 1 with 0.9."""
    win = np.full((K, K), 0.5)
    for name, p in pairs.items():
        i, j = int(name[1]), int(name[2])
        win[i, j], win[j, i] = p, 1 - p
    return win


CASES = {  # chances without ties, and the chance of a tie on each pair
    "two items, even": (chances(2), None),
    "two items, nearly even": (chances(2, p01=0.499), None),
    "three items, nearly even": (chances(3, p02=0.498, p12=0.498), None),
    "zeros and ones": (chances(4, p01=1, p02=0, p03=1, p12=1, p13=0, p23=0.02), None),
    "a circle": (chances(3, p01=0.9, p12=0.9, p20=0.896), None),
    "ties on some pairs": (chances(3, p02=0.49, p12=0.49), np.array([[0, 0, 0.8], [0, 0, 0.1], [0.8, 0.1, 0]])),
}
