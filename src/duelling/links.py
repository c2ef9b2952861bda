"""Link functions: from a gap of utilities x_i - x_j to the chance that i beats j.

linear          (1 + x_i - x_j) / 2, utilities in [0, 1]
bradley-terry   e^{x_i} / (e^{x_i} + e^{x_j})
probit          Φ(x_i - x_j)
"""

import math
from typing import Literal, get_args

import numpy as np

from duelling._jit import jit
from duelling.errors import InputError

Link = Literal["linear", "bradley-terry", "probit"]
LINKS: tuple[Link, ...] = get_args(Link)
LINEAR, BRADLEY_TERRY, PROBIT = range(3)  # the numbers under which kernels know them


def link_code(name: str) -> int:
    """The number of the link with this name."""
    if name not in LINKS:
        raise InputError(f"link must be one of {', '.join(LINKS)}, got {name!r}")
    return LINKS.index(name)


@jit
def prefer(link, gap):
    """The chance that an arm beats one whose utility is smaller by ``gap``."""
    if link == LINEAR:
        return (1 + gap) / 2
    if link == PROBIT:
        return math.erfc(-gap / math.sqrt(2.0)) / 2
    if gap >= 0:
        return 1 / (1 + math.exp(-gap))
    e = math.exp(gap)  # the other form would overflow
    return e / (1 + e)


@jit
def _fill(link, gaps, out):
    for k in range(gaps.size):
        out[k] = prefer(link, gaps[k])


def prefer_each(link: int, gaps: np.ndarray) -> np.ndarray:
    """``prefer`` for every gap in an array."""
    if link == LINEAR:
        return (1 + gaps) / 2
    out = np.empty(gaps.shape)
    _fill(link, np.ascontiguousarray(gaps).reshape(-1), out.reshape(-1))
    return out


@jit
def _mean_rows(link, x, out):
    for r in range(x.shape[0]):
        for i in range(x.shape[1]):
            total = 0.0
            for j in range(x.shape[1]):
                total += prefer(link, x[r, i] - x[r, j])
            out[r, i] = total / x.shape[1]


def mean_preference(link: int, x: np.ndarray) -> np.ndarray:
    """(1/K) sum_j P_ij of each arm, for each row of utilities x[R, K]; no K x K matrix is made."""
    if link == LINEAR:
        return (1 + x - x.mean(axis=1, keepdims=True)) / 2
    out = np.empty(x.shape)
    _mean_rows(link, x.copy(), out)  # the copy is writable, whatever x is: one type, one compilation
    return out


@jit
def _add_matrices(link, x, weights, out):
    for r in range(x.shape[0]):
        for i in range(x.shape[1]):
            for j in range(x.shape[1]):
                out[i, j] += weights[r] * prefer(link, x[r, i] - x[r, j])


def preference_matrix(link: int, x: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """P_ij, the mean over the rows of x[R, K] with these weights, which sum to 1."""
    out = np.zeros((x.shape[1], x.shape[1]))
    _add_matrices(link, x.copy(), weights, out)
    return out
