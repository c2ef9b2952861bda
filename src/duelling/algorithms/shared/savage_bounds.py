"""The confidence radius of SAVAGE, and the bounds on the regret of algorithms that explore first and exploit then.

With chance 1 - δ every parameter stays inside its box. Then the sign of a pair is known as soon as 2 c(n) < |P_ij
- 1/2|, that is for n > 2 ln(η/δ) / (P_ij - 1/2)². In the Condorcet test an arm i drops out when its sign against the
winner is known. As all pairs take turns, any other pair of i has then been played at most once more. The paper has the
same orders without the constants.
"""

import math
from typing import Any

import numpy as np

from duelling.algorithms.shared.triangle import pairs
from duelling.core import losses, theory
from duelling.core.bounds import Bound
from duelling.core.winners import condorcet_winner


def confidence(parameters: int, horizon: int | None, delta: float) -> tuple[float, float]:
    """``log`` and ``growth`` of ln(η(n)/δ) = log + growth ln n, for this number of unknown parameters.

    Without a horizon the bounds hold for every n at once.
    """
    if horizon is None:
        return math.log(math.pi**2 * parameters / 3) - math.log(delta), 2.0
    return math.log(2 * parameters * horizon) - math.log(delta), 0.0


def radius(n: int, parameters: int, horizon: int | None, delta: float) -> float:
    """c(n)."""
    log, growth = confidence(parameters, horizon, delta)
    return math.sqrt((log + growth * math.log(n)) / (2 * n))


def explore_then_exploit(each: Any, plays: Any, worst: float, horizon: int, delta: float | None) -> float:
    """A bound on regret: with chance 1 - δ at most ``plays`` duels cost ``each``, and the rest costs nothing."""
    missed = 1.0 if delta is None else delta * horizon
    return float(min(horizon * worst, (plays * each).sum() + missed * worst))


def _condorcet(
    arms: int, horizon: int, preference: Any = None, *, delta: float | None = None, epsilon: int = 0
) -> float | None:
    best = None if preference is None else condorcet_winner(preference)
    if best is None or epsilon > 0:
        return None
    win = np.asarray(preference, dtype=float)
    log, _ = confidence(pairs(arms), horizon, delta or 1 / horizon)
    gap = win[best] - 0.5
    known = np.maximum(np.maximum(gap[:, None], gap), abs(win - 0.5))
    i, j = np.triu_indices(arms, 1)
    return explore_then_exploit((gap[i] + gap[j]) / 2, 2 * log / known[i, j] ** 2 + 2, gap.max(), horizon, delta)


def _copeland(arms: int, horizon: int, preference: Any = None, *, delta: float | None = None) -> float | None:
    if preference is None:
        return None
    win = np.asarray(preference, dtype=float)
    log, _ = confidence(pairs(arms), horizon, delta or 1 / horizon)
    i, j = np.triu_indices(arms, 1)
    loss = losses.copeland(win)
    gap = abs(win[i, j] - 0.5)
    if not gap.min() > 0:
        return None
    regret = loss - loss.min()
    return explore_then_exploit((regret[i] + regret[j]) / 2, 2 * log / gap**2 + 1, regret.max(), horizon, delta)


def borda_gaps(preference: Any) -> np.ndarray:
    """The gap of each arm's mean loss against a uniform opponent to the best; for the best arm, to the second best."""
    loss = theory.uniform_losses(preference)
    gap = loss - loss.min()
    gap[loss.argmin()] = np.sort(gap)[1]
    return np.asarray(gap)


def _borda(arms: int, horizon: int, preference: Any = None, *, delta: float | None = None) -> float | None:
    """An arm leaves as soon as 4 c(n) <= Δ_i, and its opponents are uniform."""
    if preference is None or not (gap := borda_gaps(preference)).min() > 0:
        return None
    log, _ = confidence(arms, horizon, delta or 1 / horizon)
    loss = losses.borda(np.asarray(preference, dtype=float))
    regret = loss - loss.min()
    each = (regret + (regret.sum() - regret) / (arms - 1)) / 2
    return explore_then_exploit(each, 8 * log / gap**2 + 2, regret.max(), horizon, delta)


CONDORCET_BOUND = Bound(
    "Σ_{i<j} (2L/max(Δ_i, Δ_j, |P_ij-½|)² + 2)(Δ_i+Δ_j)/2 + Δ_max, L = ln(K(K-1)T²)", _condorcet, ("delta", "epsilon")
)
COPELAND_BOUND = Bound("Σ_{i<j} (2L/(P_ij-½)² + 1) r_ij + r_max, L = ln(K(K-1)T²)", _copeland, ("delta",))
BORDA_BOUND = Bound("Σ_i (8L/Δ_i² + 2) r_i + r_max, Δ the gaps of (1/(K-1)) Σ_j P_ij, L = ln(2KT²)", _borda, ("delta",))
