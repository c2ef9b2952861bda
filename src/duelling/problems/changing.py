"""Duels decided by preferences that change: in steps, or along a line from one matrix to the next."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from duelling.arrays import whole_numbers
from duelling.core import losses
from duelling.core.losses import phase_of
from duelling.core.protocol import decide
from duelling.errors import WrongValue, quoted, whole
from duelling.problems.base import Pairwise
from duelling.problems.checks import check_matrices, frozen, name_arms


class PiecewiseState(NamedTuple):
    win: np.ndarray  # win[s, i, j], the chance that i beats j from round starts[s] on
    starts: np.ndarray


class DriftingState(NamedTuple):
    win: np.ndarray  # win[n, i, j], the chance that i beats j in round times[n]
    times: np.ndarray


def _decide_piecewise(s: PiecewiseState, t, first, second, rng):
    if first == second:
        return 0
    return 1 if rng.random() < s.win[phase_of(s.starts, t), first, second] else -1


def _decide_drifting(s: DriftingState, t, first, second, rng):
    if first == second:
        return 0
    n = phase_of(s.times, t)
    p = s.win[n, first, second]
    if n + 1 < s.times.size:
        p += (s.win[n + 1, first, second] - p) * ((t - s.times[n]) / (s.times[n + 1] - s.times[n]))
    return 1 if rng.random() < p else -1


decide.register(PiecewiseState, _decide_piecewise)
decide.register(DriftingState, _decide_drifting)


def _check_rounds(label: str, rounds: Sequence[int], count: int) -> np.ndarray:
    rule = f"be {count} rounds that ascend from 1, one for each matrix"
    given = whole_numbers(label, rounds, rule)
    if given.shape != (count,) or given[0] != 1 or (np.diff(given) < 1).any():
        raise WrongValue(f"{label} must {rule}, got {quoted(rounds)}")
    return frozen(given, np.int64)


class _Changing(Pairwise):
    """Several preference matrices, and the rounds in which they hold."""

    rounds_label: str

    def __init__(
        self,
        matrices: Sequence[ArrayLike],
        rounds: Sequence[int],
        arms: Sequence[str] | None,
        *,
        name: str | None,
        source: str,
        description: str,
    ) -> None:
        self.win, named = check_matrices(matrices)
        self.rounds = _check_rounds(self.rounds_label, rounds, len(self.win))
        self.arms = name_arms(named if arms is None else arms, self.win.shape[1])
        self._label(self.kind if name is None else name, source, description)

    def matrices(self) -> np.ndarray:
        return self.win

    def content(self) -> dict[str, Any]:
        return {"win": self.win, self.rounds_label: self.rounds.tolist()}


class Piecewise(_Changing):
    """Preferences ``matrices[s]`` from round ``starts[s]`` on; the first starts in round 1.

    Args:
        matrices: preference matrices of one size.
        starts: a round for each of them, ascending from 1.
        arms: their names; without them an arm is called by its number, from 0 on.
        name: what the problem is called in figures and files.
        source: where it was published.
        description: a sentence about it.

    Raises:
        InputError: a matrix holds no chances, or the rounds do not fit.

    >>> import duelling as du
    >>> du.Piecewise([[[0.5, 0.9], [0.1, 0.5]], [[0.5, 0.1], [0.9, 0.5]]], starts=[1, 51]).preference(100).tolist()
    [[0.5, 0.5], [0.5, 0.5]]
    """

    kind, rounds_label = "piecewise", "starts"

    def __init__(
        self,
        matrices: Sequence[ArrayLike],
        starts: Sequence[int],
        arms: Sequence[str] | None = None,
        *,
        name: str | None = None,
        source: str = "",
        description: str = "",
    ) -> None:
        super().__init__(matrices, starts, arms, name=name, source=source, description=description)

    def start(self, horizon: int) -> PiecewiseState:
        whole("horizon", horizon)
        return PiecewiseState(self.win, self.rounds)

    def timeline(self, rows: np.ndarray) -> losses.Timeline:
        return losses.Steps(rows, self.rounds)


class Drifting(_Changing):
    """Preferences ``matrices[n]`` in round ``times[n]``, on a line between those rounds, constant after the last.

    Args:
        matrices: preference matrices of one size.
        times: a round for each of them, ascending from 1.
        arms: their names; without them an arm is called by its number, from 0 on.
        name: what the problem is called in figures and files.
        source: where it was published.
        description: a sentence about it.

    Raises:
        InputError: a matrix holds no chances, or the rounds do not fit.

    >>> import duelling as du
    >>> du.Drifting([[[0.5, 0.9], [0.1, 0.5]], [[0.5, 0.1], [0.9, 0.5]]], times=[1, 101]).winners(50).names["borda"]
    ('0',)
    """

    kind, rounds_label = "drifting", "times"

    def __init__(
        self,
        matrices: Sequence[ArrayLike],
        times: Sequence[int],
        arms: Sequence[str] | None = None,
        *,
        name: str | None = None,
        source: str = "",
        description: str = "",
    ) -> None:
        super().__init__(matrices, times, arms, name=name, source=source, description=description)

    def start(self, horizon: int) -> DriftingState:
        whole("horizon", horizon)
        return DriftingState(self.win, self.rounds)

    def timeline(self, rows: np.ndarray) -> losses.Timeline:
        return losses.Drift(rows, self.rounds)
