"""A mixture of items that loses to no single one by much. It needs nothing of how the pairs were chosen."""

from dataclasses import dataclass

import numpy as np

from duelling.core.game import von_neumann_winner
from duelling.votes.bounds import Bounds
from duelling.votes.verdict import ASSUMED, State, Verdict, listed

NOTHING = 0.5  # of two items, half of each loses no more, whatever the votes are


@dataclass(frozen=True, eq=False)
class Mixture:
    """A mixture of items, and by how much it may lose to one of them at most."""

    weights: np.ndarray
    gap: float
    verdict: Verdict


def von_neumann(
    items: tuple[str, ...], bounds: Bounds, within: float, delta: float, assumes: tuple[str, ...] = ASSUMED
) -> Mixture:
    """The best mixture u by the shares of the votes, and the most that it may lose: -min_j Σ_i u_i (2 low_ij - 1).

    The bound holds for every mixture at once, because it rests on the intervals of the pairs alone.
    """
    u = von_neumann_winner(2 * bounds.share - 1)
    gap = max(0.0, -float((u @ (2 * bounds.low - 1)).min()))
    order = np.argsort(-u, kind="stable")
    named = tuple(items[k] for k in order if u[k] > 1e-9)
    mix = listed(tuple(f"{items[k]} {u[k]:.0%}" for k in order if u[k] > 1e-9))
    state: State = "decided" if gap <= within else "open"
    says = f"The mixture {mix} loses to no item by more than {gap:.3f}"
    if gap >= NOTHING and state == "open":
        says = "Nothing is known so far: the best mixture by these votes may lose most votes against some item"
    winners = named if state == "decided" else ()
    return Mixture(u, gap, Verdict("von Neumann winner", state, says, winners, named, delta, assumes))
