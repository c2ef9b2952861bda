"""Means over runs, with their errors."""

from typing import NamedTuple

import numpy as np


class Interval(NamedTuple):
    """A mean with its standard error and the two ends of its 95% interval; arrays of one shape."""

    mean: np.ndarray
    sem: np.ndarray
    low: np.ndarray
    high: np.ndarray


def student(x: np.ndarray) -> Interval:
    """Student's interval over the first axis, the runs; one run has a mean, the rest is NaN."""
    from scipy.special import stdtrit  # scipy.stats would take half a second to import

    n, mean = len(x), x.mean(axis=0)
    if n == 1:
        return Interval(mean, *np.full((3, *mean.shape), np.nan))
    sem = x.std(axis=0, ddof=1) / np.sqrt(n)
    reach = stdtrit(n - 1, 0.975) * sem
    return Interval(mean, sem, mean - reach, mean + reach)
