"""Shares of runs and the chances that they belong to."""

import math


def at_most(found: int, runs: int, chance: float, level: float = 1e-3) -> bool:
    """Whether ``found`` of ``runs`` may have a chance of at most ``chance``: an exact binomial test at this level.

    >>> at_most(70, 1000, 0.05), at_most(80, 1000, 0.05)
    (True, False)
    """
    logs = (math.log(chance), math.log1p(-chance))
    tail = sum(
        math.exp(math.log(math.comb(runs, x)) + x * logs[0] + (runs - x) * logs[1]) for x in range(found, runs + 1)
    )
    return tail >= level
