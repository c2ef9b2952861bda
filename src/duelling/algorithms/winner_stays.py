r"""WS-W, Winner Stays for weak regret: the winner goes on until everybody has lost.

    C_i = wins - losses,     A = argmax C,     B = argmax of the others
    among equals the previous first arm, else the previous second arm, else any

Rounds l = 1, 2, ... of K - 1 iterations. In an iteration the same two arms duel until the loser's C is -l; then the
winner meets an arm that has not played in this round, at C = -(l - 1). At the end of a round all but one are at -l,
and the tie rule replays the last pair. So only the two counts of the pair are needed, and a round costs O(1).

[1] B. Chen and P. I. Frazier. Dueling bandits with weak regret. ICML 2017. Algorithm 1.
"""

from typing import Any, NamedTuple

import numpy as np

from duelling.core import theory
from duelling.core.bounds import Bound
from duelling.core.protocol import Duel, choose, update
from duelling.core.sampling import draw_other
from duelling.core.states import name_places
from duelling.core.winners import condorcet_winner
from duelling.registry.facts import algorithm

START, DUEL, NEXT = range(3)  # what the next choice does: draw a first pair, repeat the pair, draw a challenger


class WinnerStays(NamedTuple):
    """One array for all the numbers, and no way out of a verb but its end: the compiler counts references to each array
    that is touched, and with six arrays this took twice as long as the algorithm."""

    now: np.ndarray  # A and B with C_A >= C_B; how many wait; the round l, after which A is the winner of round l - 1
    rest: np.ndarray  # the other arms: the first that wait have not played in this round, those after them have lost


A, B, C_A, C_B, WAITING, LEVEL, PHASE, OTHERS = name_places(
    WinnerStays, "now", "a b c_a c_b waiting level phase others"
)


def _condorcet(arms: int, horizon: int, preference: Any = None) -> float | None:
    return _times(preference, lambda win, best: win[best] - 0.5)


def _utility(arms: int, horizon: int, preference: Any = None) -> float | None:
    return _times(preference, lambda win, best: 2 * win[best] - 1)


def _borda(arms: int, horizon: int, preference: Any = None) -> float | None:
    return _times(preference, lambda win, best: win.mean(axis=0) - win.mean(axis=0)[best])


def _times(preference: Any, regret: Any) -> float | None:
    """The duels without the Condorcet winner, times the largest weak regret of one; the winner must have none."""
    duels = None if preference is None else theory.winner_stays_duels(preference)
    if duels is None:
        return None
    win = np.asarray(preference, dtype=float)
    each = regret(win, condorcet_winner(win))
    return None if each.min() < -1e-12 else duels * float(each.max())


FORMULA = "(K/(2p-1)² + pK²/(2p-1)³) r, p = min P_ij > ½, r the largest weak regret of a duel"


@algorithm(
    "ws-w",
    label="WS-W",
    reference="Chen and Frazier 2017, Algorithm 1",
    source="paper",
    growth=0,
    family=("green", 0),
    winners=("condorcet", "utility"),
    regret="weak",
    adversarial=False,
    anytime=True,
    cost="O(1)",
    folds=False,
    self_duels=False,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    bounds={
        "condorcet": Bound(FORMULA, _condorcet),
        "utility": Bound(f"{FORMULA}, linear link", _utility),
        "borda": Bound(f"{FORMULA}, if the Condorcet winner is the Borda winner", _borda),
    },
)
def start(arms: int, horizon: int) -> WinnerStays:
    """The winner of the last duels goes on, until every other arm has lost once more."""
    return WinnerStays(np.array([0, 1, 0, 0, arms - 2, 1, START, arms - 2]), np.arange(2, arms))


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
    """An outcome that comes when its iteration is over changes nothing: the iteration was decided without it."""
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
