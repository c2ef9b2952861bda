"""The numbers that claims are about, each estimated over runs with an interval of any level.

Run r of every algorithm draws from the same streams, so algorithms are compared run by run.
"""

import math
from typing import NamedTuple

import numpy as np

from duelling.core.intervals import student, student_quantile


class Estimate(NamedTuple):
    value: float
    low: float
    high: float


def mean(x: np.ndarray, level: float) -> Estimate:
    """The mean over runs with Student's interval."""
    found = student(x, level)
    return Estimate(float(found.mean), float(found.low), float(found.high))


def ratio(x: np.ndarray, y: np.ndarray, level: float) -> Estimate:
    """mean(x) / mean(y), both of what is not negative in expectation, with Fieller's interval.

    It holds all q > 0 for which Student's interval of the mean of x - q y has 0 in it. So the ratio lies surely below q
    when the differences x - q y, run by run, lie surely below 0. It has no upper end where y is not surely positive,
    and no width where every run has the same ratio.
    """
    above, beneath = float(x.mean()), float(y.mean())
    value = above / beneath if beneath > 0 else math.nan
    if len(x) == 1 or math.isnan(value):
        return Estimate(value, math.nan, math.nan)
    if np.array_equal(x, value * y):  # it is the same in every run, however much y varies
        return Estimate(value, value, value)
    reach = student_quantile(len(x) - 1, (1 + level) / 2) ** 2 / len(x)
    (xx, xy), (_, yy) = np.cov(x, y) * reach
    a, b, c = beneath**2 - yy, above * beneath - xy, above**2 - xx  # a q² - 2 b q + c <= 0
    root = math.sqrt(max(b * b - a * c, 0.0))
    if a > 0:
        return Estimate(value, float((b - root) / a), float((b + root) / a))
    if a < 0 and (b + root) / a <= 0 < (b - root) / a:  # outside of the roots
        return Estimate(value, float((b - root) / a), math.inf)
    return Estimate(value, math.nan, math.nan)


def difference(x: np.ndarray, y: np.ndarray, level: float) -> Estimate:
    """mean(x) - mean(y), with the interval for two sets of independent runs.

    The standard errors of both means are combined. Student's quantile has the degrees of freedom of one set, n - 1,
    which makes the interval a little too wide.
    """
    one, two = student(x, level), student(y, level)
    value, reach = float(one.mean - two.mean), math.hypot(one.high - one.mean, two.high - two.mean)
    return Estimate(value, value - reach, value + reach)


def variation(x: np.ndarray, level: float) -> Estimate:
    """The standard deviation over runs as a share of the mean; the interval is that of a normal distribution."""
    from scipy.special import chdtri

    centre, freedom = float(x.mean()), len(x) - 1
    if freedom == 0 or not centre > 0:
        return Estimate(math.nan, math.nan, math.nan)
    value = float(x.std(ddof=1)) / centre
    tail = (1 - level) / 2
    low, high = (value * math.sqrt(freedom / chdtri(freedom, chance)) for chance in (tail, 1 - tail))
    return Estimate(value, low, high)


def settled_below_zero(t: np.ndarray, regret: np.ndarray) -> np.ndarray:
    """For each run the first checkpoint from which its regret stays negative; the last one if there is none such."""
    negative = np.logical_and.accumulate((regret < 0)[:, ::-1], axis=1).sum(axis=1)  # how many at the end
    rounds = t[np.minimum(t.size - negative, t.size - 1)].astype(float)
    return np.where(np.isnan(regret).any(axis=1), np.nan, rounds)
