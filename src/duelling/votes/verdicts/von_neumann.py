"""A mixture of items that loses to no single one by much. It needs nothing of how the pairs were chosen."""

from dataclasses import dataclass

import numpy as np

from duelling.core.evidence.pairs import pair_intervals
from duelling.core.game import von_neumann_winner
from duelling.votes.verdicts.verdict import State, Verdict, listed


@dataclass(frozen=True, eq=False)
class Mixture:
    """A mixture of items, and by how much it may lose to one of them at most."""

    weights: np.ndarray
    gap: float
    verdict: Verdict


def lower_ends(wins: np.ndarray, ties: np.ndarray, delta: float) -> np.ndarray:
    """The lower ends of the intervals of all pairs, which hold at once with chance 1 - δ; 1/2 on the diagonal."""
    K = len(wins)
    low = np.full((K, K), 0.5)
    i, j = np.nonzero(np.triu(np.ones((K, K), dtype=bool), 1))
    ends = pair_intervals(wins[i, j], ties[i, j], wins[j, i], 2 * delta / (K * (K - 1)))
    low[i, j], low[j, i] = ends[0], 1 - ends[1]
    return low


def von_neumann(items: tuple[str, ...], wins: np.ndarray, ties: np.ndarray, within: float, delta: float) -> Mixture:
    """The best mixture u by the shares of the votes, and the most that it may lose: -min_j Σ_i u_i (2 low_ij - 1).

    The bound holds for every mixture at once, because it rests on the intervals of the pairs alone.
    """
    votes = wins + wins.T + ties
    share = np.where(votes > 0, (wins + ties / 2) / np.maximum(votes, 1), 0.5)
    np.fill_diagonal(share, 0.5)
    u = von_neumann_winner(2 * share - 1)
    gap = max(0.0, -float((u @ (2 * lower_ends(wins, ties, delta) - 1)).min()))
    order = np.argsort(-u, kind="stable")
    named = tuple(items[k] for k in order if u[k] > 1e-9)
    mix = listed(tuple(f"{items[k]} {u[k]:.0%}" for k in order if u[k] > 1e-9))
    state: State = "decided" if gap <= within else "open"
    says = f"The mixture {mix} loses to no item by more than {gap:.3f}"
    winners = named if state == "decided" else ()
    return Mixture(u, gap, Verdict("von Neumann winner", state, says, winners, named, delta))
