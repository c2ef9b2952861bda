"""Outcomes fixed beforehand: a sequence of matrices M^t, repeated for as long as it is needed.

An exact-frequency sequence holds, for every pair i < j, τ P_ij ones and τ P_ji minus-ones in random order, so that its
mean is P exactly: (1/τ) sum_t M^t = 2P - 1. The thesis uses them to leave the learner's own randomness as the only one.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from duelling import files
from duelling.arrays import flag, numbers
from duelling.core.preferences import Preferences
from duelling.core.protocol import decide
from duelling.errors import InputError, WrongValue, path_of, whole
from duelling.problems.base import NoMean, Pairwise, Problem, pairwise
from duelling.problems.checks import check_horizon, first_place, frozen, name_arms
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.reading import sequences
from duelling.seeds import sequence_stream

LARGEST = 2**31  # outcomes that are made
LONGEST = 10**6  # the longest period that is looked for
EXACT = 1e-9  # τ P_ij may miss a whole number by τ times this


class SequenceState(NamedTuple):
    outcome: np.ndarray  # M^t[i, j] = outcome[(t - 1) % R, i, j]


def _decide(s: SequenceState, t, first, second, rng):
    return int(s.outcome[(t - 1) % s.outcome.shape[0], first, second])


decide.register(SequenceState, _decide)


def _check_outcomes(M: ArrayLike, ties: bool) -> np.ndarray:
    given = numbers("M", M, "be an array of shape (rounds, arms, arms)")
    if given.ndim != 3 or given.shape[1] != given.shape[2] or given.size == 0:
        raise WrongValue(f"M must have shape (rounds, arms, arms), got {given.shape}")
    bad = (given != 1) & (given != 0) & (given != -1)
    if bad.any():
        raise WrongValue(_entry(given, bad, "must be -1, 0 or 1"))
    outcome = frozen(given, np.int8)
    bad = outcome != -outcome.transpose(0, 2, 1)
    if bad.any():
        t, i, j = first_place(bad)
        raise WrongValue(_entry(outcome, bad, f"must be -M[{t}, {j}, {i}], which is {outcome[t, j, i]}"))
    bad = (outcome == 0) & ~np.eye(outcome.shape[1], dtype=bool)
    if not ties and bad.any():
        raise WrongValue(_entry(outcome, bad, "must be 1 or -1 (choose ties=True to allow 0)"))
    return outcome


def _entry(M: np.ndarray, bad: np.ndarray, rule: str) -> str:
    t, i, j = first_place(bad)
    return f"M[{t}, {i}, {j}] {rule}, got {M[t, i, j]}"


class OutcomePreferences(Preferences):
    """Preferences that are outcomes: sums of them are whole numbers, so that no error adds up."""

    def __init__(self, M: np.ndarray, matrices: Callable[[], np.ndarray], mean: Callable[[], np.ndarray]) -> None:
        super().__init__(matrices, mean)
        self.M = M

    def beaten(self) -> np.ndarray:
        return np.asarray((self.M.sum(axis=0, dtype=np.int64) < 0).sum(axis=1))

    def lost_rows(self) -> np.ndarray:
        return np.asarray(0.5 + self.M.sum(axis=1, dtype=np.int64) / (2 * self.M.shape[1]))

    def chance_rows(self, arm: int) -> np.ndarray:
        return (1 + self.M[:, arm, :]) / 2

    def mixture_rows(self, u: np.ndarray) -> np.ndarray:
        return np.asarray(np.sum([u[a] * self.M[:, a, :] for a in np.flatnonzero(u)], axis=0))


class OutcomeSequence(Pairwise):
    """An adversarial problem: arm i meets arm j in round t with outcome M[(t - 1) mod R, i, j].

    Args:
        M: outcomes [round, i, j]: 1 where i beats j, -1 where j beats i, 0 for a tie. After the last round the first
            comes again.
        arms: their names; without them an arm is called by its number, from 0 on.
        ties: whether other outcomes than those of an arm with itself may be 0.
        name: what the problem is called in figures and files.
        source: where it was published.
        description: a sentence about it.

    Raises:
        InputError: something else than such outcomes was given.

    >>> import duelling as du
    >>> du.OutcomeSequence([[[0, 1], [-1, 0]], [[0, -1], [1, 0]]]).preference().tolist()
    [[0.5, 0.5], [0.5, 0.5]]
    """

    kind = "sequence"

    def __init__(
        self,
        M: ArrayLike,
        arms: Sequence[str] | None = None,
        *,
        ties: bool = False,
        name: str = "sequence",
        source: str = "",
        description: str = "",
    ) -> None:
        self.ties = flag("ties", ties)
        self.outcome = _check_outcomes(M, self.ties)
        self.arms = name_arms(arms, self.outcome.shape[1])
        self._label(name, source, description)

    @property
    def period(self) -> int:
        """R (τ for exact-frequency sequences), after which the outcomes repeat."""
        return len(self.outcome)

    @property
    def multiple(self) -> int:
        return self.period

    def _check(self, horizon: int | None) -> None:
        rounds = check_horizon(horizon)
        if rounds is not None and rounds % self.period:
            raise WrongValue(f"horizon must be a multiple of the period {self.period}, got {horizon!r}")

    def start(self, horizon: int) -> SequenceState:
        self._check(whole("horizon", horizon))
        return SequenceState(self.outcome)

    def preference(self, horizon: int | None = None) -> np.ndarray:
        self._check(horizon)
        # in whole numbers up to one division, so that a frequency comes out as the nearest float to it
        return np.asarray((self.period + self.outcome.sum(axis=0, dtype=np.int64)) / (2 * self.period))

    def matrices(self) -> np.ndarray:
        return (1 + self.outcome) / 2

    def preferences(self, horizon: int | None = None) -> OutcomePreferences:
        self._check(horizon)
        return OutcomePreferences(self.outcome, self.matrices, lambda: self.preference(horizon))

    def content(self) -> dict[str, Any]:
        return {"M": self.outcome, "period": self.period, "ties": self.ties}

    def save(self, path: str | Path) -> None:
        """Write the sequence into a file, whole or not at all.

        Args:
            path: ends with .npz, in a folder that exists.

        Raises:
            InputError: another ending, a folder that does not exist, or one in which nothing can be written.

        >>> exact_sequence([[0.5, 0.75], [0.25, 0.5]]).save("sequence.npz")
        >>> OutcomeSequence.load("sequence.npz").period
        4
        """
        sequences.save(self, files.check_place(path_of("path", path), ".npz"))

    @staticmethod
    def load(path: str | Path) -> "OutcomeSequence":
        """Read what ``save`` wrote.

        Args:
            path: of the file.

        Returns:
            The same sequence.

        Raises:
            InputError: there is no such file, or it holds something else, or it is damaged.

        >>> exact_sequence([[0.5, 0.75], [0.25, 0.5]]).save("sequence.npz")
        >>> OutcomeSequence.load("sequence.npz").period
        4
        """
        return sequences.load(path_of("path", path), OutcomeSequence)


def smallest_period(P: np.ndarray) -> int:
    """τ, the smallest number for which every τ P_ij is whole."""
    period = 1
    for i, j in zip(*np.triu_indices(len(P), 1), strict=True):
        share = Fraction(float(P[i, j])).limit_denominator(LONGEST)
        period = math.lcm(period, share.denominator)
        if abs(float(share) - P[i, j]) > EXACT / LONGEST or period > LONGEST:
            pair = f"P[{i}, {j}] = {float(P[i, j])!r}"
            raise WrongValue(f"period must be given: none up to {LONGEST} makes every frequency exact, got {pair}")
    return period


def exact_sequence(
    problem: Problem | ArrayLike, period: int | None = None, seed: int = 0, *, name: str | None = None
) -> OutcomeSequence:
    """An exact-frequency sequence of the problem's preferences: in each period every pair ends as often as P says.

    Args:
        problem: a problem, or a preference matrix.
        period: τ, after how many rounds the outcomes repeat; None is the smallest that gives whole numbers.
        seed: in which order the outcomes of a pair come.
        name: what the sequence is called; None is the name of the problem.

    Returns:
        The sequence, which is a problem. ``save(path)`` writes it to a file.

    Raises:
        InputError: the shares of the problem are no whole numbers of outcomes in so many rounds.

    >>> exact_sequence([[0.5, 0.75], [0.25, 0.5]]).preference().tolist()
    [[0.5, 0.75], [0.25, 0.5]]
    """
    try:
        origin = pairwise(problem if isinstance(problem, Problem) else PreferenceMatrix(problem))
    except InputError as error:
        raise error if isinstance(problem, Problem) else error.within("problem") from None
    try:
        P, rng = origin.preference(), sequence_stream(seed)
    except NoMean:
        raise WrongValue(f"{origin.name}, whose preferences change, has no exact-frequency sequence") from None
    period = smallest_period(P) if period is None else whole("period", period)
    if period * P.size > LARGEST:
        rule = f"be at most {LARGEST // P.size} for {len(P)} arms, so that the sequence fits into memory"
        raise WrongValue(f"period must {rule}, got {period}")
    M = np.zeros((period, len(P), len(P)), dtype=np.int8)
    for i, j in zip(*np.triu_indices(len(P), 1), strict=True):
        wins = round(float(period * P[i, j]))
        if abs(wins - period * P[i, j]) > EXACT * period:
            got = f"{period} * {float(P[i, j])!r} = {period * P[i, j]:.12g}"
            raise WrongValue(f"period must make period * P[{i}, {j}] a whole number, got {got}")
        outcomes = np.full(period, -1, dtype=np.int8)
        outcomes[:wins] = 1
        rng.shuffle(outcomes)
        M[:, i, j], M[:, j, i] = outcomes, -outcomes
    about = f"exact-frequency sequence of {origin.name}, period {period}, seed {seed}"
    called = origin.name if name is None else name
    return OutcomeSequence(M, origin.arms, name=called, source=origin.source, description=about)
