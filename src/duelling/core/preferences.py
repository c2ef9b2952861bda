"""How often each arm beats each other one in the rounds of a horizon. Losses and winners are computed from this."""

from collections.abc import Callable
from functools import cached_property

import numpy as np

from duelling.core import losses
from duelling.core.losses import TIE
from duelling.core.winners import condorcet_winner, von_neumann_of


class Preferences:
    """The preferences of the rounds 1..horizon: one matrix for each row of the timeline, and their mean.

    Answers with ``rows`` have a vector for each matrix of ``matrices``. A kind of problem that knows a shorter way than
    through its matrices writes a subclass.
    """

    utilities: np.ndarray | None = None  # the arms' mean utilities, if they have any
    utility_rows: np.ndarray | None = None

    def __init__(self, matrices: Callable[[], np.ndarray], mean: Callable[[], np.ndarray]) -> None:
        self._matrices, self._mean = matrices, mean

    @cached_property
    def matrices(self) -> np.ndarray:
        """P_ij, or several of them in the order of the timeline."""
        return self._matrices()

    @cached_property
    def mean(self) -> np.ndarray:
        """P_ij on average over the rounds."""
        return self._mean()

    def borda(self) -> np.ndarray:
        """(1/K) sum_j P_ij of the mean."""
        return np.asarray(self.mean.mean(axis=1))

    def beats(self) -> np.ndarray:
        """How many arms each one beats on average over the rounds."""
        return np.asarray((self.mean > 0.5 + TIE).sum(axis=1))

    def beaten(self) -> np.ndarray:
        """By how many arms each one is beaten on average over the rounds."""
        return losses.beaten(self.mean)

    def hardest(self) -> np.ndarray:
        """The mean chance of each arm against its hardest opponent."""
        return np.asarray(
            (self.mean + np.eye(len(self.mean))).min(axis=1)
        )  # 1.5 on the diagonal: out of the way of the minimum

    @cached_property
    def condorcet_winner(self) -> int | None:
        """The arm that beats every other one on average over the rounds, if there is one."""
        return condorcet_winner(self.mean)

    @cached_property
    def von_neumann(self) -> tuple[np.ndarray, bool]:
        """The von Neumann winner of the mean, and whether it is the only one."""
        return von_neumann_of(self.mean)

    def lost_rows(self) -> np.ndarray:
        """(1/K) sum_j P_ji of each arm, the own 1/2 included."""
        return losses.borda(self.matrices)

    def chance_rows(self, arm: int) -> np.ndarray:
        """The chance with which ``arm`` beats each one."""
        return self.matrices[..., arm, :]

    def mixture_rows(self, u: np.ndarray) -> np.ndarray:
        """sum_a u_a (2 P_ai - 1), what each arm loses to the mixture u."""
        return np.asarray(u @ (2 * self.matrices - 1))
