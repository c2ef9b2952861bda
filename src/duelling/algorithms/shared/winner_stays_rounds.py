r"""The rounds of Winner Stays: WS-W plays them, and WS-S plays them between its exploitations.

Rounds l = 1, 2, ... of K - 1 iterations. In an iteration the same two arms duel until the loser's C is -l; then the
winner meets an arm that has not played in this round, which has C = -(l - 1). At the end of a round all arms but one
are at -l, and the tie rule repeats the last pair. So only the two counts of the pair are needed, and a duel costs O(1).

[1] B. Chen and P. I. Frazier. Dueling bandits with weak regret. ICML 2017. Algorithm 1.
"""

from typing import NamedTuple

import numpy as np

from duelling.core.protocol import Duel, choose, update
from duelling.core.sampling import draw_other
from duelling.core.states import name_places

START, DUEL, NEXT = range(3)  # what the next choice does: draw a first pair, repeat the pair, draw a challenger


class WinnerStays(NamedTuple):
    """One array for all the numbers, and no early return in a verb: the compiler counts references to each array that
    is used, and with six arrays this took twice as long as the algorithm."""

    # A and B with C_A >= C_B, and their counts; how many arms wait; the round l, at whose start A is the winner of
    # round l - 1; what comes next; K - 2; then the places of the caller of ``start``
    now: np.ndarray
    rest: np.ndarray  # the other arms: the first ones wait and have not played in this round, the others have lost


A, B, C_A, C_B, WAITING, LEVEL, PHASE, OTHERS = name_places(
    WinnerStays, "now", "a b c_a c_b waiting level phase others"
)


FREE = OTHERS + 1  # the first place in ``now`` that the rounds do not use


def start(arms: int, free: int = 0) -> WinnerStays:
    """Before the first round; ``free`` more places in ``now`` are zero and belong to the caller."""
    return WinnerStays(np.array([0, 1, 0, 0, arms - 2, 1, START, arms - 2] + [0] * free), np.arange(2, arms))


def _choose(s: WinnerStays, t, rng):
    now, rest = s.now, s.rest
    p_first, p_second = 1.0, 1.0
    if now[PHASE] == NEXT:
        k = int(rng.random() * now[WAITING])
        p_second = 1 / now[WAITING]
        now[WAITING] -= 1
        challenger, last = rest[k], now[WAITING]
        rest[k] = rest[last]
        rest[last] = now[B]  # the loser
        now[B], now[C_B], now[PHASE] = challenger, 1 - now[LEVEL], DUEL
    elif now[PHASE] == START:
        arms = now[OTHERS] + 2
        first = int(rng.random() * arms)
        second = draw_other(first, arms, rng)
        k = 0
        for i in range(arms):
            if i != first and i != second:
                rest[k] = i
                k += 1
        now[A], now[B], now[PHASE] = first, second, DUEL
        p_first, p_second = 1 / arms, 1 / (arms - 1)
    return Duel(now[A], now[B], p_first, p_second)


def _update(s: WinnerStays, t, duel, outcome):
    """An outcome that comes after the end of its iteration changes nothing: the iteration was decided without it."""
    now = s.now
    gain = outcome
    if duel.first != now[A] or duel.second != now[B]:
        gain = -outcome if duel.first == now[B] and duel.second == now[A] else 0
    if gain != 0 and now[PHASE] == DUEL:
        high, low = now[C_A] + gain, now[C_B] - gain
        if low > high:
            now[A], now[B] = now[B], now[A]
            high, low = low, high
        now[C_A], now[C_B] = high, low
        if low == -now[LEVEL]:
            if now[WAITING] > 0:
                now[PHASE] = NEXT
            else:  # the round is over, and its last pair opens the next one
                now[WAITING] = now[OTHERS]
                now[LEVEL] += 1


choose.register(WinnerStays, _choose)
update.register(WinnerStays, _update)
