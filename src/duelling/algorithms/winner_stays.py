r"""WS-W, Winner Stays for weak regret: the winner of a duel stays and meets the next arm, until every other arm has
lost.

    C_i = wins - losses,     A = argmax C,     B = argmax of the others
    among equals the previous first arm, otherwise the previous second arm, otherwise any

``shared/winner_stays_rounds`` shows that this rule proceeds in rounds, and plays them at O(1) a duel.

[1] B. Chen and P. I. Frazier. Dueling bandits with weak regret. ICML 2017. Algorithm 1.
"""

from typing import Any

import numpy as np

from duelling.algorithms.shared import winner_stays_rounds
from duelling.algorithms.shared.winner_stays_rounds import WinnerStays
from duelling.core import theory
from duelling.core.bounds import Bound
from duelling.core.winners import condorcet_winner
from duelling.registry.facts import algorithm


def _condorcet(arms: int, horizon: int, preference: Any = None) -> float | None:
    return _times(preference, lambda win, best: win[best] - 0.5)


def _utility(arms: int, horizon: int, preference: Any = None) -> float | None:
    return _times(preference, lambda win, best: 2 * win[best] - 1)


def _borda(arms: int, horizon: int, preference: Any = None) -> float | None:
    return _times(preference, lambda win, best: win.mean(axis=0) - win.mean(axis=0)[best])


def _times(preference: Any, regret: Any) -> float | None:
    """The bound on the duels without the Condorcet winner, times the largest weak regret of such a duel.

    None where another arm costs less than the Condorcet winner.
    """
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
    """The winner of the last duels stays and meets the next arm, until every other arm has lost once more."""
    return winner_stays_rounds.start(arms)
