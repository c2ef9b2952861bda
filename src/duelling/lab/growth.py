"""How fast regret grows with the rounds: a power of t, or so much a round, each with an interval over runs.

The exponent is the slope of the straight line through log mean regret against log t, over the last decade of rounds:
1 for linear regret, 1/2 for sqrt T, 0 for regret that has ended, and 1/ln t, which is near 0.1, for ln T itself. It
measures a curve where it is and proves nothing of the limit: a bound of sqrt T says that the exponent is at most 1/2
in the end. The intervals are about the chance in the runs alone, not about how well a power of t fits.

Runs may depend on one another through the outcome sequence. Where all of them share one, the intervals are for the
expectation over the algorithm's own draws, given that sequence, and say nothing of other sequences.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from duelling.arrays import numbers
from duelling.core.intervals import student
from duelling.errors import WrongValue, above, chance, quoted

ROUNDING = 1e-12  # regret up to this much a round is an error of sums, not regret


class Growth(NamedTuple):
    """The mean regret grows like t to the power of ``exponent``."""

    exponent: float
    low: float
    high: float


class PerRound(NamedTuple):
    """The mean regret grows by ``mean`` in a round."""

    mean: float
    low: float
    high: float


def growth(t: ArrayLike, values: ArrayLike, decade: float = 10.0, level: float = 0.95) -> Growth:
    """How regret grows: the exponent of its mean as a power of t, over the checkpoints from T/decade to T.

    Each checkpoint weighs as much as the part of the log t axis that is nearest to it, so that the fit is nearly the
    same for linear checkpoints, most of which lie near the end of that axis, and for logarithmic ones.

    The interval covers the exponent with the chance ``level``. It is Student's for the pseudo-values of the jackknife,
    which leaves out one run at a time; so the regrets within a run may depend on one another in any way. An algorithm
    that is told its horizon is fitted over several: then ``t`` are the horizons, and ``values`` the final regrets.

    A mean that is not positive throughout, but for rounding, has no exponent: all is NaN. So it is with one checkpoint.
    One run has an exponent without an interval, and so have runs whose mean is not positive without one of them.

    Args:
        t: the checkpoints, ascending.
        values: [run, checkpoint], such as ``result.weak[0, :, :, 0]``.
        decade: the part of the rounds that is fitted: the last T/decade to T.
        level: the chance with which the interval covers the exponent.

    Returns:
        ``exponent``, ``low`` and ``high``: 1 is linear, 0.5 is √t, 0 has stopped.

    Raises:
        InputError: the shapes do not fit, or something is no number.

    >>> [round(x, 6) for x in growth([10, 20, 50, 100], [[1, 2, 5, 10], [2, 4, 10, 20]])]
    [1.0, 1.0, 1.0]
    """
    rounds, regret = _checked(t, values)
    above("decade", decade, 1)
    chance("level", level)
    last = rounds >= rounds[-1] / decade
    rounds, regret = rounds[last], regret[:, last]
    runs, mean, nothing = len(regret), regret.mean(axis=0), ROUNDING * rounds
    if rounds.size == 1 or not np.all(mean > nothing):
        return Growth(math.nan, math.nan, math.nan)
    fit = _line(np.log(rounds))
    exponent = float(fit @ np.log(mean))
    others = (runs * mean - regret) / max(runs - 1, 1)  # the mean without each of the runs
    if runs == 1 or not np.all(others > nothing):
        return Growth(exponent, math.nan, math.nan)
    pseudo = student(runs * exponent - (runs - 1) * (np.log(others) @ fit), level)
    reach = float(pseudo.high - pseudo.mean)
    return Growth(exponent, exponent - reach, exponent + reach)


def per_round(t: ArrayLike, values: ArrayLike, level: float = 0.95) -> PerRound:
    """What a round adds to ``values`` [run, checkpoint] on average over the last half of the rounds, with its interval.

    The half begins at the last checkpoint up to T/2, or at the start, where regret is 0. Unlike an exponent it exists
    for negative regret too. For regret with independent steps the difference of the two ends, taken here, has the
    least variance of all unbiased linear estimates. One run has no interval.
    """
    rounds, regret = _checked(t, values)
    chance("level", level)
    half = np.flatnonzero(rounds <= rounds[-1] / 2)
    begun, before = (rounds[half[-1]], regret[:, half[-1]]) if half.size else (0.0, np.zeros(len(regret)))
    found = student((regret[:, -1] - before) / (rounds[-1] - begun), level)
    return PerRound(float(found.mean), float(found.low), float(found.high))


def _line(x: np.ndarray) -> np.ndarray:
    """c, such that c @ y is the slope of the weighted least-squares line through the points (x, y).

    A point weighs as much as the part of the x axis that is nearest to it.
    """
    gap = np.diff(x)
    weight = np.append(gap, 0) + np.append(0, gap)  # twice that: a gap counts half for each of its ends
    away = x - np.average(x, weights=weight)
    return np.asarray(weight * away / (weight * away**2).sum())


def _checked(t: ArrayLike, values: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    rounds, regret = numbers("t", t).astype(float), numbers("values", values).astype(float)
    if rounds.ndim != 1 or rounds.size == 0 or not np.isfinite(rounds).all() or not _ascending(rounds):
        raise WrongValue(f"t must be increasing rounds from 1 on, got {quoted(t)}")
    if regret.ndim != 2 or len(regret) == 0 or regret.shape[1] != rounds.size:
        raise WrongValue(f"values must have the shape (runs, {rounds.size}), one column for each t, got {regret.shape}")
    if np.isinf(regret).any():
        raise WrongValue(f"values must be finite, or nan where nothing is known, got {quoted(values)}")
    return rounds, regret


def _ascending(rounds: np.ndarray) -> bool:
    return bool(np.all(np.diff(rounds, prepend=0.0) > 0))
