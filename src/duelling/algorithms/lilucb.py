"""lil'UCB against a uniform opponent: it finds the Borda winner, and stops once one arm has nearly all of the pulls.

Against a uniform opponent the outcomes of an arm are independent with the mean of its Borda score, which is what the
theorem of the bandit asks for; ``bandits/lilucb`` has the rule, its constants and the reference.
"""

from typing import NamedTuple

from duelling.algorithms.reductions.uniform import Uniform, start_uniform
from duelling.algorithms.shared.settings import Wrong
from duelling.bandits import lilucb
from duelling.bandits.lilucb import Settings, lil_verdict
from duelling.core.protocol import choose, update, verdict
from duelling.registry.facts import algorithm


class Stopping(NamedTuple):
    learner: Uniform  # of a lil'UCB


def identify(arms: int, *, delta: Wrong = 0.05, setting: Settings = "theory") -> Stopping:
    """Play until one arm has λ times the pulls of all others; only the setting of the theory keeps ``delta``."""
    return Stopping(start_uniform(arms, lambda: lilucb.start(arms, 1, delta=delta, setting=setting)))


@algorithm(
    "lilucb+unif",
    label="lil'UCB+UnifK-1",
    reference="thesis, Algorithm 1, over Jamieson, Malloy, Nowak and Bubeck 2014",
    source="paper",
    family=("olive", 2),
    examples=("setting=theory", "setting=next"),
    winners=("borda", "utility"),
    regret="weak",
    adversarial=False,
    anytime=True,
    cost="O(K)",
    folds=True,
    self_duels=False,
    opponent="uniform",
    takes_any_vote=False,  # it stops by shares of the pulls, which votes from elsewhere even out
    true_chances=True,
    order="no theorem on regret; a verdict after O(Σ ln ln(1/Δ²) / Δ² + ln(1/δ) Σ 1/Δ²) duels",
    identify=identify,
)
def start(arms: int, horizon: int, *, delta: Wrong = 0.05, setting: Settings = "heuristic") -> Uniform:
    """lil'UCB picks the first arm, the second is uniform over the rest."""
    return start_uniform(arms, lambda: lilucb.start(arms, horizon, delta=delta, setting=setting))


def _choose(s: Stopping, t, rng):
    return choose(s.learner, t, rng)


def _update(s: Stopping, t, duel, outcome):
    update(s.learner, t, duel, outcome)


def _verdict(s: Stopping):
    return lil_verdict(s.learner.bandit)


choose.register(Stopping, _choose)
update.register(Stopping, _update)
verdict.register(Stopping, _verdict)
