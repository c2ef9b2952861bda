"""Triples one by one."""

import itertools
import math


def curls(wins):
    """z of every triple whose pairs have 10 votes without a tie each."""
    found = {}
    for i, j, k in itertools.combinations(range(len(wins)), 3):
        total, variance = 0.0, 0.0
        for a, b in ((i, j), (j, k), (k, i)):
            n = wins[a][b] + wins[b][a]
            if n < 10:
                break
            p = (wins[a][b] + 0.5) / (n + 1)
            total += math.log(p / (1 - p))
            variance += 1 / ((n + 1) * p * (1 - p))
        else:
            found[i, j, k] = abs(total) / math.sqrt(variance)
    return found


def circles(beats):
    """The triples that go round, each from its smallest place on."""
    triples = itertools.permutations(range(len(beats)), 3)
    return {(i, j, k) for i, j, k in triples if i < min(j, k) and beats[i][j] and beats[j][k] and beats[k][i]}
