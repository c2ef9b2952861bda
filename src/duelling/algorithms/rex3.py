r"""REX3: exponential weights for adversarial rewards when only the sign of a difference of rewards is seen. Both arms
of a duel are drawn from the same weights.

    p_i = (1-γ) w_i / Σ w + γ/K,     a and b ~ p independently
    if a ≠ b:     ln w_a ← ln w_a + (γ/K) Y / (2 p_a),     ln w_b ← ln w_b - (γ/K) Y / (2 p_b)

For γ < 1/2 and feedback Y = x_a - x_b, the difference of the gains itself, the paper proves that the expected strong
regret against the best arm is at most K ln K / γ + γ τ, where τ = e G_alg - (4-e) G_unif <= e G_max. With outcomes ±1,
which have E[Y²] = 1, only K ln K / γ + e γ T is proved. This is the bound of the catalogue.

The best γ is sqrt(K ln K / τ). As τ is unknown, one guesses the mean gain g of the best arm and sets τ = e g T; the
paper's experiments take g = 1/2 and 1/10. With outcomes ±1 a small ``gain`` has no better guarantee than the bound
above, which is smallest for g = 1. The thesis writes sqrt(K ln K / (g T)), which is larger by the factor sqrt e. The
falling γ_t has T replaced by t; old steps stay as they are.

A round costs O(log K) under both rules.

[1] P. Gajane, T. Urvoy and F. Clérot. A relative exponential weighing algorithm for adversarial utility-based dueling
    bandits. ICML 2015. Algorithm 1, Theorem 1.
"""

import math
from typing import Annotated, Any, Literal, NamedTuple

from duelling.algorithms.shared import log_weights
from duelling.algorithms.shared.log_weights import LogWeights, add, draw_arm
from duelling.core.bounds import Bound
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update
from duelling.errors import WrongValue, above, one_of
from duelling.registry.facts import algorithm


class Rex3(NamedTuple):
    gamma: float  # γ, or γ_1 where it falls as γ_1 / sqrt(t); cut at 1/2
    falling: int
    weights: LogWeights  # w


def best_gamma(arms: int, horizon: int, gain: float, gamma_rule: str) -> float:
    """sqrt(K ln K / (e g T)), or without e as in the thesis."""
    return math.sqrt(arms * math.log(arms) / ((math.e if gamma_rule == "paper" else 1) * gain * horizon))


def _bound(
    arms: int,
    horizon: int,
    preference: Any = None,
    *,
    gamma_rule: str = "paper",
    gain: float = 0.5,
    gamma: float | None = None,
) -> float | None:
    """K ln K / γ + e γ T, with nothing assumed of the best arm's gain; proved for γ < 1/2."""
    rate = best_gamma(arms, horizon, gain, gamma_rule) if gamma is None else gamma
    return arms * math.log(arms) / rate + math.e * rate * horizon if rate < 0.5 else None


@algorithm(
    "rex3",
    label="REX3",
    reference="Gajane, Urvoy and Clérot 2015, Algorithm 1",
    source="paper",
    growth=0,
    family=("orange", 1),
    winners=("utility",),
    regret="strong",
    adversarial=True,
    anytime=False,
    cost="O(log K)",
    variants={"rate=anytime": {"anytime": True}},
    folds=True,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    bounds={"utility": Bound("K ln K/γ + eγT, linear link", _bound, ("gamma_rule", "gain", "gamma"))},
)
def start(
    arms: int,
    horizon: int,
    *,
    gamma_rule: Annotated[
        Literal["paper", "thesis"],
        "Whose formula makes gamma of the gain; that of the thesis is larger by the factor sqrt(e).",
    ] = "paper",
    gain: Annotated[float, "A guess of the best arm's mean gain."] = 0.5,
    gamma: Annotated[float | None, "The share of uniform draws, instead of the one that the gain gives."] = None,
    rate: Annotated[Literal["fixed", "anytime"], "Whether gamma is made for the horizon, or falls with t."] = "fixed",
) -> Rex3:
    """Exponential weights over differences of gains; ``gain`` guesses the best arm's mean gain, ``gamma`` sets γ."""
    one_of("gamma_rule", gamma_rule, ("paper", "thesis"))
    falling = one_of("rate", rate, ("fixed", "anytime")) == "anytime"
    above("gain", gain, 0, 1)
    if gamma is not None and falling:
        raise WrongValue(f"gamma must be left out with rate=anytime, got {gamma!r}")
    if gamma is not None:
        above("gamma", gamma, 0, 0.5)
    if gamma is None:
        gamma = best_gamma(arms, 1 if falling else horizon, gain, gamma_rule)
    return Rex3(float(gamma), int(falling), log_weights.start(arms))


@jit
def exploration(gamma, falling, t):
    """γ in round t."""
    return min(0.5, gamma / math.sqrt(t) if falling == 1 else gamma)


def _choose(s: Rex3, t, rng):
    gamma = exploration(s.gamma, s.falling, t)
    i, p = draw_arm(s.weights, gamma, rng)
    j, q = draw_arm(s.weights, gamma, rng)
    return Duel(i, j, p, q)


def _update(s: Rex3, t, duel, outcome):
    if outcome != 0 and duel.first != duel.second:
        step = exploration(s.gamma, s.falling, t) / s.weights.log.size * outcome / 2
        add(s.weights, duel.first, step / duel.p_first)
        add(s.weights, duel.second, -step / duel.p_second)


choose.register(Rex3, _choose)
update.register(Rex3, _update)
