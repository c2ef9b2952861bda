r"""Doubler: a bandit picks the second arm and plays against its own choices of the last epoch. Epochs double in length,
and the bandit starts again in each.

    epoch i = 1, 2, ... of 2^i duels:   the bandit S starts again;   A_t uniform on the multiset L,   B_t = pull(S),
                                        S learns whether the second arm won;   then L ← the second arms of the epoch

Inside an epoch the opponent does not change, so S meets an ordinary stochastic problem. L is a multiset: an arm that
was pulled often is met often. It is kept as K cumulative counts, which are computed at the end of an epoch. A draw
costs O(log K), whatever the length of the epoch. At first L holds one arm, drawn uniformly.

For utilities with a linear link the second arms of epoch i cost at most 2 R(2^i), where R bounds the regret of S with
its gaps halved. The first arms of epoch i + 1 are twice as many and cost twice that. So the strong regret is at most

    1 + Σ_i R(2^i) + 2 Σ_i R(2^{i-1})          over the epochs i up to T; R(1) left out

An outcome that comes after the end of its epoch is dropped: the bandit has started again without it.

[1] N. Ailon, Z. Karnin and T. Joachims. Reducing dueling bandits to cardinal bandits. ICML 2014. Algorithm 2.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from duelling.core.bounds import Bound
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, learn, pull, update
from duelling.core.states import name_places, restore, write_out


class Doubler(NamedTuple):
    # row 0: 2^i, 1 before the first epoch; the duels of this epoch so far; the round in which it began
    # row 1 + k: the number of members of L that are arms 0, ..., k; how often k was second in this epoch
    table: np.ndarray
    bandit: Any  # S
    fresh: Any  # S in its initial state


LENGTH, CLOCK, FIRST = name_places(Doubler, "table", "length clock first", axis=-1, rows="head")
BELOW, COUNT = name_places(Doubler, "table", "below count", axis=-1, rows="rest")


def start_doubler(arms: int, fresh: Callable[[], Any]) -> Doubler:
    """One bandit, made by ``fresh``, that starts again in each epoch."""
    bandit = fresh()
    write_out(bandit)
    table = np.zeros((1 + arms, 3), dtype=np.int64)
    table[0] = 1, 1, 1
    return Doubler(table, bandit, fresh())


def _choose(s: Doubler, t, rng):
    table = s.table
    if table[0, CLOCK] >= table[0, LENGTH]:
        begin(table, t, rng)
        restore(s.bandit, s.fresh)
    table[0, CLOCK] += 1
    i, p = member(table, rng)
    j, q = pull(s.bandit, table[0, CLOCK], rng)
    table[1 + j, COUNT] += 1
    return Duel(i, j, p, q)


def _update(s: Doubler, t, duel, outcome):
    if t >= s.table[0, FIRST]:
        learn(s.bandit, s.table[0, CLOCK], duel.second, duel.p_second, (1 + outcome) / 2)


@jit
def begin(table, t, rng):
    """Begin the next epoch: L holds the second arms of the last one."""
    if table[0, LENGTH] == 1:
        table[1 + int(rng.random() * (len(table) - 1)), COUNT] = 1
    members = 0
    for k in range(1, len(table)):
        members += table[k, COUNT]
        table[k, BELOW], table[k, COUNT] = members, 0
    table[0, LENGTH], table[0, CLOCK], table[0, FIRST] = 2 * table[0, LENGTH], 0, t


@jit
def member(table, rng):
    """Draw a member of L; return its arm, the first k with more than u members up to it, and the arm's chance."""
    low, high = 1, len(table) - 1
    size = table[high, BELOW]
    u = int(rng.random() * size)
    while low < high:
        middle = (low + high) // 2
        if table[middle, BELOW] > u:
            high = middle
        else:
            low = middle + 1
    before = table[low - 1, BELOW] if low > 1 else 0
    return low - 1, (table[low, BELOW] - before) / size


choose.register(Doubler, _choose)
update.register(Doubler, _update)


def doubler_bounds(bound: Bound, **defaults: Any) -> dict[Any, Bound]:
    """Strong regret for utilities with a linear link, from a bound on the regret of the bandit."""

    def value(arms: int, horizon: int, preference: Any = None, **parameters: Any) -> float | None:
        given = {**defaults, **parameters}
        if given.get("rate", "anytime") != "anytime":  # tuned for T, not for the epoch
            return None
        losses = None if preference is None else np.asarray(preference, dtype=float)[0]  # gaps (x* - x_j)/2
        epochs = [2**i for i in range(1, (horizon + 1).bit_length())]
        costs: list[Any] = [bound.value(arms, length, losses, **given) for length in epochs]
        return None if None in costs else float(1 + sum(costs) + 2 * sum(costs[:-1]))

    return {"utility": Bound(f"1 + 3 Σ_i R(2^i), linear link; R(T) = {bound.formula}", value, bound.parameters)}
