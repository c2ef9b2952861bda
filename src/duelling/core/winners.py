"""Who wins: five concepts with scores and all maximisers, and the order that a preference matrix has or has not.

    Condorcet     beats every other arm
    Borda         maximises (1/K) sum_j P_ij
    Copeland      beats the most arms
    von Neumann   the mixed strategy u with max_u min_j [u^T (2P - 1)]_j; it always exists
    utility       maximises the utility, where there is one

Under utilities and an increasing link all of them name the same arms.
"""

from typing import Any, NamedTuple

import numpy as np

from duelling.core.game import is_unique, von_neumann_winner
from duelling.core.links import mean_preference, prefer_each
from duelling.core.losses import TIE


class Winners(NamedTuple):
    """All maximisers under every concept; arms from 0, Condorcet and utility empty where there is none."""

    condorcet: tuple[int, ...]
    borda: tuple[int, ...]
    copeland: tuple[int, ...]
    von_neumann: np.ndarray  # u, the least-norm one if there are several
    unique: bool  # no other von Neumann winner exists
    utility: tuple[int, ...]
    scores: dict[str, np.ndarray]  # condorcet, borda, copeland and, if known, utility: a number for each arm

    def to_dict(self) -> dict[str, Any]:
        """The winners as plain lists, for JSON."""
        found: dict[str, Any] = {name: list(getattr(self, name)) for name in ("condorcet", "borda", "copeland")}
        found["von_neumann"] = self.von_neumann.tolist()
        return found | ({"utility": list(self.utility)} if "utility" in self.scores else {})


class Transitivity(NamedTuple):
    """For all arms with P_ij >= 1/2 and P_jk >= 1/2."""

    weak: bool  # P_ik >= 1/2
    moderate: bool  # P_ik >= min(P_ij, P_jk)
    strong: bool  # P_ik >= max(P_ij, P_jk)
    triangle: bool  # P_ik - 1/2 <= (P_ij - 1/2) + (P_jk - 1/2), the stochastic triangle inequality


def maximisers(scores: np.ndarray) -> tuple[int, ...]:
    """All arms with the highest score, up to rounding."""
    return tuple(np.flatnonzero(scores >= scores.max() - TIE).tolist())


def condorcet_winner(win: np.ndarray) -> int | None:
    """The arm with P_ij > 1/2 for every other j."""
    beaten = (np.asarray(win) > 0.5 + TIE).sum(axis=1)
    return int(beaten.argmax()) if beaten.max() == len(win) - 1 else None


def von_neumann_of(win: np.ndarray) -> tuple[np.ndarray, bool]:
    """The von Neumann winner, and whether it is the only one."""
    best = condorcet_winner(win)
    if best is not None:  # each strategy that plays another arm loses to it
        return np.eye(1, len(win), best)[0], True
    game = 2 * win - 1
    game = np.where(abs(game) <= 2 * TIE, 0.0, game)
    game = (game - game.T) / 2
    u = von_neumann_winner(game)
    return u, bool(is_unique(game, u))


def winners(win: np.ndarray, utilities: np.ndarray | None = None) -> Winners:
    """The winners of the preference matrix win[i, j] = P_ij, and of the utilities if they are known."""
    others = win + np.eye(len(win))  # 1.5 on the diagonal: out of the way of the minimum
    scores = {
        "condorcet": others.min(axis=1),
        "borda": win.mean(axis=1),
        "copeland": (win > 0.5 + TIE).sum(axis=1).astype(float),
    }
    if utilities is not None:
        scores["utility"] = utilities
    best = condorcet_winner(win)
    u, unique = von_neumann_of(win)
    return Winners(
        condorcet=() if best is None else (best,),
        borda=maximisers(scores["borda"]),
        copeland=maximisers(scores["copeland"]),
        von_neumann=u,
        unique=unique,
        utility=() if utilities is None else maximisers(utilities),
        scores=scores,
    )


def beaten_by(x: np.ndarray) -> np.ndarray:
    """For each arm, how many have a higher utility."""
    return len(x) - np.searchsorted(np.sort(x), x + TIE, side="right")


def shared(best: tuple[int, ...], arms: int) -> np.ndarray:
    """Equal weights for the best arms: their von Neumann winner under utilities."""
    u = np.zeros(arms)
    u[list(best)] = 1 / len(best)
    return u


def winners_of_utilities(x: np.ndarray, link: int) -> Winners:
    """The winners of the preferences that ``link`` makes of constant utilities, in O(K) memory."""
    best, ordered = maximisers(x), np.sort(x)
    rival = np.where(np.arange(len(x)) == x.argmax(), ordered[-2], ordered[-1])  # the hardest opponent
    scores = {
        "condorcet": prefer_each(link, x - rival),
        "borda": mean_preference(link, x[None])[0],
        "copeland": beaten_by(-x).astype(float),
        "utility": x,
    }
    one = len(best) == 1
    return Winners(best if one else (), best, best, shared(best, len(x)), one, best, scores)


def order(win: np.ndarray) -> tuple[int, ...] | None:
    """The arms from best to worst, if every arm beats all later ones (P_ij > 1/2); else None."""
    arms = np.argsort(-(win > 0.5 + TIE).sum(axis=1), kind="stable")
    later = np.triu_indices(len(win), 1)
    return tuple(arms.tolist()) if np.all(win[np.ix_(arms, arms)][later] > 0.5 + TIE) else None


def transitivity(win: np.ndarray) -> Transitivity:
    """Which transitivity facts hold, O(K^3)."""
    weak = moderate = strong = triangle = True
    for j in range(len(win)):
        above, below = np.flatnonzero(win[:, j] >= 0.5 - TIE), np.flatnonzero(win[j] >= 0.5 - TIE)
        direct = win[np.ix_(above, below)] + TIE
        one, two = win[above, j][:, None], win[j, below][None]
        weak &= bool((direct >= 0.5).all())
        moderate &= bool((direct >= np.minimum(one, two)).all())
        strong &= bool((direct >= np.maximum(one, two)).all())
        triangle &= bool((direct - 2 * TIE <= one + two - 0.5).all())
    return Transitivity(weak, moderate, strong, triangle)
