"""Duels decided by a preference matrix that does not change."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from duelling.core.protocol import decide
from duelling.errors import WrongValue
from duelling.problems.base import Pairwise, frozen, name_arms

SUM = 1e-9  # P_ij + P_ji may miss 1 by this much


class MatrixState(NamedTuple):
    win: np.ndarray  # win[i, j], the chance that i beats j


def _decide(s: MatrixState, t, first, second, rng):
    if first == second:
        return 0
    return 1 if rng.random() < s.win[first, second] else -1


decide.register(MatrixState, _decide)


def check_preferences(win: ArrayLike, label: str = "P") -> np.ndarray:
    """A read-only copy of the preference matrix ``win``; an error names the entry that is wrong."""
    try:
        P = frozen(win)
    except (ValueError, TypeError):
        raise WrongValue(f"{label} must be a square matrix of numbers, got {win!r:.60}") from None
    if P.ndim != 2 or P.shape[0] != P.shape[1]:
        raise WrongValue(f"{label} must be a square matrix, got shape {P.shape}")
    bad = np.argwhere(~((P >= 0) & (P <= 1)))  # so written, it finds NaN too
    if len(bad):
        i, j = bad[0]
        raise WrongValue(f"{label}[{i}, {j}] must be between 0 and 1, got {float(P[i, j])!r}")
    bad = np.argwhere(abs(np.diag(P) - 0.5) > SUM)
    if len(bad):
        i = bad[0, 0]
        raise WrongValue(f"{label}[{i}, {i}] must be 0.5, an arm against itself, got {float(P[i, i])!r}")
    bad = np.argwhere(abs(P + P.T - 1) > SUM)
    if len(bad):
        i, j = bad[0]
        pair = f"{float(P[i, j])!r} + {float(P[j, i])!r}"
        raise WrongValue(f"{label}[{i}, {j}] + {label}[{j}, {i}] must be 1, got {pair} = {P[i, j] + P[j, i]:.12g}")
    return P


class PreferenceMatrix(Pairwise):
    """A stochastic problem: i beats j with chance P_ij, in every round.

    >>> PreferenceMatrix([[0.5, 0.8], [0.2, 0.5]], arms=["tea", "coffee"]).winners().condorcet
    (0,)
    """

    kind = "matrix"

    def __init__(
        self,
        win: ArrayLike,
        arms: Sequence[str] | None = None,
        *,
        name: str = "matrix",
        source: str = "",
        description: str = "",
    ) -> None:
        self.win = check_preferences(win)
        self.arms = name_arms(arms, len(self.win))
        self.name, self.source, self.description = name, source, description

    def start(self, horizon: int) -> MatrixState:
        return MatrixState(self.win)

    def matrices(self) -> np.ndarray:
        return self.win

    def content(self) -> dict[str, Any]:
        return {"win": self.win}
