r"""WS-S, Winner Stays for strong regret: rounds of WS-W, and after each its winner against itself, longer every time.

    for l = 1, 2, ...:   explore: the whole l-th round of one WS-W, won by Z;     exploit: (Z, Z) for ⌊β^l⌋ duels

The WS-W continues through all explorations and learns nothing from exploitation. The theory needs 1 < β < p/(1-p),
where p is the smallest chance above 1/2 with which an arm beats another. Then the expected number of duels that
are not the best arm against itself is at most the second of

    2p³/(2p-1)⁶ K (ln K + 1) + K log_β(T(β-1)) / (2p-1),          K² p/(2p-1)² + K log_β(T(β-1)) / (2p-1)

and for a total order also at most the first. Late outcomes count as in WS-W; a round that ends in the meantime adds its
exploitation to the rest.

[1] B. Chen and P. I. Frazier. Dueling bandits with weak regret. ICML 2017. Algorithm 2.
"""

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from duelling.algorithms.shared import winner_stays_rounds
from duelling.algorithms.shared.winner_stays_rounds import FREE, LEVEL, A, WinnerStays
from duelling.core.bounds import Bound
from duelling.core.protocol import Duel, choose, update
from duelling.core.states import name_places
from duelling.core.winners import condorcet_winner
from duelling.errors import above
from duelling.registry.facts import algorithm

LONGEST = 2.0**52


class WinnerStaysStrong(NamedTuple):
    beta: float  # β
    # with two more places, because one more array would cost more than the step: the winner of the last round, and how
    # often it still meets itself
    ws: WinnerStays


Z, LEFT = name_places(WinnerStaysStrong, "ws.now", "z left", first=FREE)


def duels(preference: Any, horizon: int, beta: float) -> float | None:
    """A bound on the expected number of duels that are not the best arm against itself; None where it does not hold."""
    win = np.asarray(preference, dtype=float)
    arms, above = len(win), win > 0.5
    if condorcet_winner(win) is None or above.sum() < arms * (arms - 1) / 2:
        return None
    p = float(win[above].min())
    if not beta * (1 - p) < p or not horizon * (beta - 1) > 1:
        return None
    gap = 2 * p - 1
    mistakes = arms**2 * p / gap**2
    if sorted(above.sum(axis=1)) == list(range(arms)):  # a total order
        mistakes = min(mistakes, 2 * p**3 / gap**6 * arms * (math.log(arms) + 1))
    return mistakes + arms * math.log(horizon * (beta - 1)) / math.log(beta) / gap


FORMULA = "(K² p/(2p-1)² + K log_β(T(β-1))/(2p-1)) r, p = min P_ij > ½, r the largest loss of an arm"
LOSSES: dict[Any, Any] = {  # of an arm, compared with the Condorcet winner
    "condorcet": lambda win, best: win[best] - 0.5,
    "utility": lambda win, best: 2 * win[best] - 1,
    "borda": lambda win, best: win.mean(axis=0) - win.mean(axis=0)[best],
}


def _bound(concept: Any, remark: str = "") -> Bound:
    """The number of duels times the largest loss; None where another arm costs less than the Condorcet winner."""

    def value(arms: int, horizon: int, preference: Any = None, *, beta: float = 1.1) -> float | None:
        bound = None if preference is None else duels(preference, horizon, beta)
        if bound is None:
            return None
        win = np.asarray(preference, dtype=float)
        losses = LOSSES[concept](win, condorcet_winner(win))
        return None if losses.min() < -1e-12 else bound * float(losses.max())

    return Bound(FORMULA + remark, value, ("beta",))


@algorithm(
    "ws-s",
    label="WS-S",
    reference="Chen and Frazier 2017, Algorithm 2",
    source="paper",
    growth=0,
    family=("green", 1),
    winners=("condorcet", "utility"),
    regret="strong",
    adversarial=False,
    anytime=True,
    cost="O(1)",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    bounds={
        "condorcet": _bound("condorcet"),
        "utility": _bound("utility", ", linear link"),
        "borda": _bound("borda", ", if the Condorcet winner is the Borda winner"),
    },
)
def start(
    arms: int,
    horizon: int,
    *,
    beta: Annotated[float, "How fast exploitation grows: after round l the winner meets itself beta^l times."] = 1.1,
) -> WinnerStaysStrong:
    """Rounds of WS-W; after the l-th its winner meets itself beta^l times."""
    above("beta", beta, 1)
    return WinnerStaysStrong(float(beta), winner_stays_rounds.start(arms, free=2))


def _choose(s: WinnerStaysStrong, t, rng):
    now = s.ws.now
    if now[LEFT] > 0:
        now[LEFT] -= 1
        duel = Duel(now[Z], now[Z], 1.0, 1.0)
    else:
        duel = choose(s.ws, t, rng)
    return duel


def _update(s: WinnerStaysStrong, t, duel, outcome):
    if duel.first != duel.second:
        now = s.ws.now
        level = now[LEVEL]
        update(s.ws, t, duel, outcome)
        if now[LEVEL] > level:
            now[Z] = now[A]
            now[LEFT] += int(min(s.beta**level, LONGEST))


choose.register(WinnerStaysStrong, _choose)
update.register(WinnerStaysStrong, _update)
