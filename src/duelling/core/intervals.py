"""Means, medians and shares over runs, with their errors."""

import math
from fractions import Fraction
from functools import cache
from statistics import NormalDist
from typing import NamedTuple

import numpy as np


class Interval(NamedTuple):
    """A mean with its standard error and the two ends of its interval; arrays of one shape."""

    mean: np.ndarray
    sem: np.ndarray
    low: np.ndarray
    high: np.ndarray


def student(x: np.ndarray, level: float = 0.95) -> Interval:
    """Student's interval over the first axis, the runs; one run has a mean, the rest is NaN."""
    n, mean = len(x), x.mean(axis=0)
    if n == 1:
        return Interval(mean, *np.full((3, *mean.shape), np.nan))
    sem = x.std(axis=0, ddof=1) / np.sqrt(n)
    reach = student_quantile(n - 1, (1 + level) / 2) * sem
    return Interval(mean, sem, mean - reach, mean + reach)


class Median(NamedTuple):
    """A median over runs with the two ends of its interval, NaN where the runs are too few for one."""

    value: float
    low: float
    high: float
    more: bool = False  # the value is only a lower bound: half of the runs or more were given up


def median(least: np.ndarray, most: np.ndarray, level: float = 0.95) -> Median:
    """The median of numbers of which run r has one from least[r] to most[r]; they are equal where it is known.

    The interval has this level whatever the distribution: the k-th smallest number is above the median with the chance
    that fewer than k of n fair coins show heads. Numbers may be infinite.
    """
    with np.errstate(invalid="ignore"):  # two that are infinite have no mean, but then it does not matter
        value, more = float(np.median(least)), not np.median(most) < math.inf
    k = median_rank(len(least), level)
    if k == 0:
        return Median(value, math.nan, math.nan, more)
    return Median(value, float(np.sort(least)[k - 1]), float(np.sort(most)[-k]), more)


@cache
def median_rank(runs: int, level: float) -> int:
    """The largest k for which the k-th smallest and the k-th largest number hold the median at this level, or 0."""
    rest, ways, k = Fraction((1 - level) / 2) * 2**runs, 1, 0  # a float ends at 2^1024
    while 2 * k < runs and ways <= rest:
        rest -= ways
        ways, k = ways * (runs - k) // (k + 1), k + 1
    return k


def exact_share(count: int, runs: int, level: float = 0.95) -> tuple[float, float]:
    """The interval of a chance that came up in ``count`` of ``runs``: exact tests on both sides (Clopper, Pearson)."""
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = float(betaincinv(count, runs - count + 1, tail)) if count > 0 else 0.0
    return low, float(betaincinv(count + 1, runs - count, 1 - tail)) if count < runs else 1.0


@cache
def student_quantile(freedom: int, chance: float = 0.975) -> float:
    """The point below which Student's t with whole degrees of freedom ν falls with this chance, from 1/2 on.

    For whole ν the distribution is a finite sum in θ = arctan(t/√ν). It is concave for t > 0, so Newton's method climbs
    from the normal quantile, which is smaller. The import of scipy.special alone would take longer than a short run.
    """
    t, odd = NormalDist().inv_cdf(chance), freedom % 2
    k = np.arange(2 + odd, freedom, 2)
    terms = np.cumprod(np.concatenate(([1.0], (k - 1) / k)))  # 1, 1/2, 1·3/(2·4), ... or 1, 2/3, 2·4/(3·5), ...
    height = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)
    while True:
        angle = math.atan(t / math.sqrt(freedom))
        total = math.sin(angle) * float(terms @ math.cos(angle) ** (2 * np.arange(terms.size) + odd))
        between = 2 / math.pi * (angle + (total if freedom > 1 else 0.0)) if odd else total  # P(-t < T < t)
        step = (chance - (1 + between) / 2) / (height * (1 + t * t / freedom) ** (-(freedom + 1) / 2))
        t += step
        if step < 1e-9 * t:
            return float(t)
