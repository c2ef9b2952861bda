"""Votes ahead one by one: how many more it takes until the evidence of a pair passes its limit."""

import math

import numpy as np

from duelling.votes.evens import log_evens


def remaining(rng, chance, wins, losses, evidence, longest=1_000_000):
    """More votes that one future takes; infinite if they are more than ``longest``."""
    done, block = 0, 1000
    while done < longest:
        won = wins + np.cumsum(rng.random(block) < chance)
        lost = losses + np.arange(1, block + 1) - (won - wins)
        passed = np.flatnonzero(log_evens(won, lost) >= math.log(evidence))
        if passed.size:
            return done + int(passed[0]) + 1
        wins, losses, done = int(won[-1]), int(lost[-1]), done + block
        block = min(2 * block, 100_000)
    return math.inf
