r"""MultiSBM: each arm has its own bandit, which looks for an arm that beats it. The second arm of a duel is the first
arm of the next.

    A_t = B_{t-1},     B_t = pull(S_{A_t}),     S_{A_t} learns whether the second arm won

Only the bandit of the first arm is used, and its clock counts its own pulls. B_0 is drawn uniformly. With UCBs that are
a-robust, α = (a+2)/2 and a = max(3, ln K / ln ln T), the expected strong regret for utilities with a linear link is O(H
a (ln T + K ln K + K ln ln T - Σ ln Δ)), H = Σ 1/Δ.

The K bandits take K times the numbers of one: with UCB, which has four for each arm, four K x K planes. Two of them,
the mean and the radius, follow from the others, but a pull reads them for all arms and would be slower without. With
KL-UCB, MOSS and lil'UCB it is three, and a mean that is divided anew makes MOSS a tenth slower. With EXP3++ it is five:
two sums of losses, a count, and two in which a pull computes its chances.

A self-duel and a tie give the second arm 1/2. Outcomes may come late: the duel says which bandit learns. They may also
come unasked: a bandit that was never pulled learns as in its first round.

[1] N. Ailon, Z. Karnin and T. Joachims. Reducing dueling bandits to cardinal bandits. ICML 2014. Algorithm 3.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from duelling.core.protocol import Duel, choose, learn, pull, update
from duelling.core.states import name_places, row, stack


class MultiSBM(NamedTuple):
    now: np.ndarray  # B_{t-1}, -1 before the first duel; then how often each of the K bandits was asked
    bandits: Any  # S_1, ..., S_K: one state whose arrays have one row for each


LAST, PULLS = name_places(MultiSBM, "now", "last pulls...")


def start_multisbm(arms: int, fresh: Callable[[], Any]) -> MultiSBM:
    """One bandit for each arm, as ``fresh`` makes them."""
    return MultiSBM(np.array([-1] + [0] * arms), stack(fresh(), arms))


def _choose(s: MultiSBM, t, rng):
    now = s.now
    i, p = now[LAST], 1.0
    if i < 0:
        i, p = int(rng.random() * (now.size - 1)), 1 / (now.size - 1)
    now[PULLS + i] += 1
    j, q = pull(row(s.bandits, i), now[PULLS + i], rng)
    now[LAST] = j
    return Duel(i, j, p, q)


def _update(s: MultiSBM, t, duel, outcome):
    clock = max(1, s.now[PULLS + duel.first])
    learn(row(s.bandits, duel.first), clock, duel.second, duel.p_second, (1 + outcome) / 2)


choose.register(MultiSBM, _choose)
update.register(MultiSBM, _update)
