"""Bandits that pull the arm with the largest index, a function of how often it was pulled and of its mean gain.

An arm without a pull has the index infinity. Of equal indices any has the same chance: two such bandits in Sparring
would pull the same arms for ever otherwise. The clock counts the gains that the bandit was told, not the rounds of the
game.

``index(i, best, table, *given)`` must be a function with ``jit``. It may return anything below ``best`` for an arm
whose index is surely below that.
"""

import math

import numpy as np

from duelling.core.jit import jit
from duelling.core.sampling import nth

COUNT, GAIN, MEAN = range(3)  # rows of a table; column 0 holds the clock in the first, column 1 + i is that of arm i


def start_table(arms: int) -> np.ndarray:
    """Nothing pulled yet."""
    return np.zeros((3, 1 + arms))


@jit
def count_gain(table, arm, loss):
    """Count a gain 1 - loss of ``arm``."""
    i = 1 + arm
    table[COUNT, 0] += 1
    table[COUNT, i] += 1
    table[GAIN, i] += 1 - loss
    table[MEAN, i] = table[GAIN, i] / table[COUNT, i]


@jit
def _index(i, best, table, index, given):
    return index(i, best, table, *given) if table[COUNT, 1 + i] > 0 else math.inf


@jit
def _has_index(i, best, table, index, given):
    return _index(i, best, table, index, given) == best


@jit
def largest(table, index, *given):
    """The largest index, the first arm that has it, and how many have."""
    arm, best, ties = 0, -math.inf, 0
    for i in range(table.shape[1] - 1):
        value = _index(i, best, table, index, given)
        if value > best:
            arm, best, ties = i, value, 1
        elif value == best:
            ties += 1
    return best, arm, max(ties, 1)


@jit
def pull_largest(table, rng, index, *given):
    """An arm with the largest index, any of several with the same chance, and that chance."""
    best, arm, ties = largest(table, index, *given)
    if ties > 1:
        arm = nth(int(rng.random() * ties), table.shape[1] - 1, _has_index, best, table, index, given)
    return arm, 1 / ties


@jit
def chances_of_largest(w, table, index, *given):
    """Fill w with the chances with which ``pull_largest`` takes each arm."""
    best, arm, ties = largest(table, index, *given)
    for i in range(w.size):
        w[i] = 1 / ties if i == arm or (i > arm and _has_index(i, best, table, index, given)) else 0.0
