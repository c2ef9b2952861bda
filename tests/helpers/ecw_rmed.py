"""The constant of ECW-RMED for a preference matrix that is known, from the statistics that the algorithm computes."""

from typing import NamedTuple

import numpy as np

from duelling.algorithms.shared import ecw_rmed_evidence as evidence
from duelling.algorithms.shared.divergence import even_divergence
from duelling.algorithms.shared.triangle import place_of


class Asymptotics(NamedTuple):
    """ECW-RMED has strong Copeland regret ``value`` ln T in the limit."""

    value: float  # min C^E
    winner: int  # the arm that it makes certain
    duels: np.ndarray  # q_ij: duels of a pair for each unit of ln T


def asymptotic_constant(preference):
    """The constant of ECW-RMED for a known preference matrix."""
    win = np.asarray(preference, dtype=float)
    arms = len(win)
    s = evidence.start(arms)
    for i in range(arms):
        for j in range(i):
            s.pair[:, place_of(i, j)] = 1.0, win[i, j], even_divergence(win[i, j])
            evidence._enter(s, i, j)
    one = int(s.L.min())
    values = {i: float(evidence.constant(s, one, i)) for i in range(arms) if s.L[i] == one}
    winner = min(values, key=values.__getitem__)
    duels = np.zeros((arms, arms))
    for i2 in range(arms):
        if i2 != winner:
            if win[winner, i2] > 0.5:
                duels[winner, i2] = duels[i2, winner] = 1 / evidence.weight(s.pair, winner, i2)
            _, h, last = evidence.cheapest_of(s, one, winner, i2)
            better = [int(j) for j in s.order[i2, : s.L[i2]] if j != winner]
            cheapest = sorted(better, key=lambda j: (evidence.cost(s.L, s.pair, one, j, i2), j))[:h]
            assert not cheapest or cheapest[-1] == last
            k = evidence.condition(s.pair, one, winner, i2)
            for j in cheapest:
                duels[j, i2] = duels[i2, j] = 1 / ((h - k) * evidence.weight(s.pair, j, i2))
    return Asymptotics(values[winner], winner, duels)
