"""Duels decided by a preference matrix that does not change."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from duelling import losses
from duelling.errors import InputError
from duelling.facts import Concept
from duelling.problems.base import Problem, name_arms
from duelling.protocol import decide


class MatrixState(NamedTuple):
    win: np.ndarray  # win[i, j], the chance that i beats j


def _decide(s: MatrixState, t, first, second, rng):
    if first == second:
        return 0
    return 1 if rng.random() < s.win[first, second] else -1


decide.register(MatrixState, _decide)


class PreferenceMatrix(Problem):
    """A stochastic problem: i beats j with chance P_ij, in every round."""

    def __init__(
        self,
        win: ArrayLike,
        arms: Sequence[str] | None = None,
        *,
        name: str = "matrix",
        source: str = "",
        description: str = "",
    ) -> None:
        self.win = np.array(win, dtype=float)
        self.arms = name_arms(arms, len(self.win))
        self.name, self.source, self.description = name, source, description

    def start(self, horizon: int) -> MatrixState:
        return MatrixState(self.win)

    def preference(self, horizon: int | None = None) -> np.ndarray:
        return self.win

    def losses(self, concepts: Sequence[Concept], horizon: int) -> losses.Constant:
        table = {"borda": losses.borda}
        rows = [table[c](self.win) for c in concepts]
        return losses.Constant(np.stack([row - row.min() for row in rows], axis=1))
