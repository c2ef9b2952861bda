"""Link functions: from a difference of utilities x_i - x_j to the chance that i beats j.

linear          (1 + x_i - x_j) / 2, utilities in [0, 1]
bradley-terry   e^{x_i} / (e^{x_i} + e^{x_j})
probit          Φ(x_i - x_j)
"""

import math
from typing import Literal, get_args

import numpy as np

from duelling.core.jit import jit
from duelling.errors import one_of

Link = Literal["linear", "bradley-terry", "probit"]
LINKS: tuple[Link, ...] = get_args(Link)
LINEAR, BRADLEY_TERRY, PROBIT = range(3)  # the numbers that kernels use for them


def link_code(name: str) -> int:
    """The number of the link with this name."""
    return LINKS.index(one_of("link", name, LINKS))


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


def slope(link: int, gap: float) -> float:
    """The derivative of ``prefer``; it is largest at 0 and falls on both sides."""
    if link == LINEAR:
        return 0.5
    if link == PROBIT:
        return math.exp(-gap * gap / 2) / math.sqrt(2 * math.pi)
    p = prefer(link, gap)
    return float(p * (1 - p))


def bend(link: int) -> float:
    """The largest second derivative of ``prefer``, at the gaps 1.317 (Bradley-Terry) and 1 (probit)."""
    return (0.0, 1 / (6 * math.sqrt(3)), 1 / math.sqrt(2 * math.pi * math.e))[link]


def stretch(link: int, arms: int, span: float) -> float:
    """The largest ratio of utility loss to Borda loss, for K arms whose utilities differ by at most ``span``.

    The Borda scores of the best arm and of another, Δ below it, differ by (1/K) Σ_j of σ(x_best - x_j) - σ(x_i - x_j).
    For j the two arms themselves that is σ(Δ) - 1/2 >= cΔ with c = (σ(D) - 1/2)/D, as σ is concave above 0; for each of
    the rest at least mΔ with m the slope at D. So the ratio is at most K / (2c + (K-2) m): 2 for the linear link.
    """
    chord = (prefer(link, span) - 0.5) / span if span > 0 else slope(link, 0.0)
    return arms / (2 * chord + (arms - 2) * slope(link, span))


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
        return np.asarray((1 + x - x.mean(axis=1, keepdims=True)) / 2)
    out = np.empty(x.shape)
    _mean_rows(link, x.copy(), out)  # the copy is writable even if x is not: one type, one compilation
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
