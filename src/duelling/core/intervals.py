"""Means over runs, with their errors."""

import math
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
