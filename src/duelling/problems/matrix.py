"""Duels decided by a preference matrix that does not change."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from duelling.core.protocol import decide
from duelling.errors import whole
from duelling.problems.base import Pairwise
from duelling.problems.checks import check_preferences, name_arms
from duelling.problems.frames import unframed


class MatrixState(NamedTuple):
    win: np.ndarray  # win[i, j], the chance that i beats j


def _decide(s: MatrixState, t, first, second, rng):
    if first == second:
        return 0
    return 1 if rng.random() < s.win[first, second] else -1


decide.register(MatrixState, _decide)


class PreferenceMatrix(Pairwise):
    """A stochastic problem: i beats j with chance P_ij, in every round.

    Args:
        P: a square matrix, as an array, lists, or a frame of polars or pandas. Entries lie between 0 and 1,
            P_ij + P_ji = 1, and an arm against itself has 1/2.
        arms: the names of the arms. By default those of the frame; without any, an arm is called by its number, from 0
            on.
        name: as figures and tables call the problem.
        source: where the matrix comes from.
        description: a sentence about it.

    Raises:
        WrongValue: an entry breaks a rule; the message names it. Counts go into ``du.from_counts``.

    >>> PreferenceMatrix([[0.5, 0.8], [0.2, 0.5]], arms=["tea", "coffee"]).winners().condorcet
    (0,)
    """

    kind = "matrix"

    def __init__(
        self,
        P: ArrayLike,
        arms: Sequence[str] | None = None,
        *,
        name: str = "matrix",
        source: str = "",
        description: str = "",
    ) -> None:
        values, named = unframed("P", P)
        self.win = check_preferences(values)
        self.arms = name_arms(named if arms is None else arms, len(self.win))
        self._label(name, source, description)

    def start(self, horizon: int) -> MatrixState:
        whole("horizon", horizon)
        return MatrixState(self.win)

    def matrices(self) -> np.ndarray:
        return self.win

    def content(self) -> dict[str, Any]:
        return {"win": self.win}
