"""The evidence that pairs are not even, for arrays of counts: ``core.evidence.pairs.log_even`` in NumPy.

A page of standings asks it for some thousand counts at once, in a process that has not compiled anything.
"""

import math

import numpy as np

FEW = 15  # from so many votes on Stirling's series is exact to the last digits


def log_evens(wins: np.ndarray, losses: np.ndarray) -> np.ndarray:
    """The logarithm of 2^n B(1 + wins, 1 + losses) for each place; n = wins + losses.

    >>> np.exp(log_evens(np.array([8, 20]), np.array([0, 5]))).round(3)
    array([28.444, 24.291])
    """
    few, many = np.minimum(wins, losses).astype(float), np.maximum(wins, losses).astype(float)
    total = _by_stirling(few, many)
    small = few < FEW
    total[small] = _by_product(few[small], many[small])
    return total


def _by_product(few: np.ndarray, many: np.ndarray) -> np.ndarray:
    """2^n few! many! / (n+1)! factor by factor: a difference of two logarithms of Γ would lose digits."""
    total = many * math.log(2.0) - np.log(many + 1.0)
    for k in range(1, FEW):
        total += np.where(k <= few, math.log(2.0 * k) - np.log(many + k + 1.0), 0.0)
    return total


def _by_stirling(few: np.ndarray, many: np.ndarray) -> np.ndarray:
    """The same by Stirling's series, for large counts."""
    a, b = few + 1.0, many + 1.0
    n, lead = a + b, (a - b) / (a + b)
    rest = _stirling(a) + _stirling(b) - _stirling(n) + 0.5 * (math.log(2 * math.pi) - np.log(a / n * b))
    total: np.ndarray = a * np.log1p(lead) + b * np.log1p(-lead) - 2 * math.log(2.0) + rest
    return total


def _stirling(x: np.ndarray) -> np.ndarray:
    """The logarithm of Γ(x) above (x - 1/2) log x - x + log(2π)/2."""
    y = 1.0 / (x * x)
    series: np.ndarray = (1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y / 1188)))) / x
    return series
