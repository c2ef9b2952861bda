r"""Thompson sampling with beta priors: each arm is pulled with the chance that it is the best, as far as one knows.

    θ_i ~ Beta(a + S_i, b + F_i),     I = argmax_i θ_i,     S_I ← S_I + g,     F_I ← F_I + 1 - g

A tie counts half on both sides: the paper would toss a coin with chance g and count what it shows, but ``learn`` has
no stream. With gains 0 and 1 the two are the same; half gains leave the posterior a little wider than need be.

The chance of the arm that was pulled is not known in closed form. 1 is reported, and nothing may divide by it.

Where means stay, the regret is (1 + ε) Σ Δ ln T / d(μ, μ*) + O(K/ε²) for every ε > 0 [2].

[1] S. Agrawal and N. Goyal. Analysis of Thompson sampling for the multi-armed bandit problem. COLT 2012. Algorithm 1.
[2] S. Agrawal and N. Goyal. Further optimal regret bounds for Thompson sampling. AISTATS 2013.
"""

from typing import Annotated, NamedTuple

import numpy as np

from duelling.core.protocol import learn, pull
from duelling.core.states import name_places
from duelling.errors import above
from duelling.registry.facts import bandit


class Thompson(NamedTuple):
    table: np.ndarray  # a + S_i and b + F_i


WON, LOST = name_places(Thompson, "table", "won lost", axis=-2)


@bandit(
    "thompson",
    label="Thompson",
    reference="Agrawal and Goyal 2012, Algorithm 1; 2013 for the bound",
    source="paper",
    adversarial=False,
    anytime=True,
    cost="O(K), in draws of betas",
    folds=True,
    takes_any_vote=True,
    true_chances=False,
)
def start(
    arms: int,
    horizon: int,
    *,
    a: Annotated[float, "The wins of every arm before the first pull."] = 1.0,
    b: Annotated[float, "Its losses before the first pull."] = 1.0,
) -> Thompson:
    """The arm with the largest draw from the posterior of its mean."""
    table = np.empty((2, arms))
    table[WON], table[LOST] = above("a", a, 0), above("b", b, 0)
    return Thompson(table)


def _pull(s: Thompson, t, rng):
    arm, best = 0, -1.0
    for i in range(s.table.shape[1]):
        theta = rng.beta(s.table[WON, i], s.table[LOST, i])
        if theta > best:
            arm, best = i, theta
    return arm, 1.0


def _learn(s: Thompson, t, arm, p, loss):
    s.table[WON, arm] += 1 - loss
    s.table[LOST, arm] += loss


pull.register(Thompson, _pull)
learn.register(Thompson, _learn)
