r"""MOSS without a horizon: an index whose regret has no logarithm in the worst case.

    I = argmax_i  G_i / N_i + sqrt((1 + α)/2 max(0, ln(t / (K N_i))) / N_i)

t is the number of the pull. An arm that has had its share of the pulls, N_i >= t/K, has no bonus. The theorem is for
α = 1.35. Its bounds have the same form for smaller α, which the authors prefer in their experiments.

[1] R. Degenne and V. Perchet. Anytime optimal algorithms in stochastic multi-armed bandits. ICML 2016. Algorithm 1.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from duelling.bandits.shared.indices import chances_of_largest, count_gain, pull_largest, start_table
from duelling.core import theory
from duelling.core.jit import jit
from duelling.core.protocol import chances, learn, pull
from duelling.core.states import name_places
from duelling.errors import at_least
from duelling.registry.facts import bandit


class MOSS(NamedTuple):
    alpha: float  # α
    table: np.ndarray  # column 0: t - 1; column 1 + i: N_i, G_i and the mean of arm i


COUNT, GAIN, MEAN = name_places(MOSS, "table", "count gain mean", axis=-2)


@bandit(
    "moss",
    label="MOSS-anytime",
    reference="Degenne and Perchet 2016, Algorithm 1",
    source="paper",
    adversarial=False,
    anytime=True,
    index=True,
    cost="O(K)",
    folds=True,
    takes_any_vote=True,
    true_chances=True,
    bound=theory.MOSS,
)
def start(
    arms: int,
    horizon: int,
    *,
    alpha: Annotated[float, "How wide the bonus is; the theorem has 1.35."] = 1.35,
) -> MOSS:
    """The largest index whose bonus ends once an arm has had its share of the pulls."""
    return MOSS(float(at_least("alpha", alpha, 0)), start_table(arms))


@jit
def moss_index(i, best, table, alpha):
    """The index of arm i before the next pull."""
    count = table[COUNT, 1 + i]
    share = math.log((table[COUNT, 0] + 1) / ((table.shape[1] - 1) * count))
    return table[MEAN, 1 + i] + math.sqrt((1 + alpha) / 2 * max(0.0, share) / count)


def _pull(s: MOSS, t, rng):
    return pull_largest(s.table, rng, moss_index, s.alpha)


def _learn(s: MOSS, t, arm, p, loss):
    count_gain(s.table, arm, loss)


def _chances(s: MOSS, t, w):
    chances_of_largest(w, s.table, moss_index, s.alpha)


pull.register(MOSS, _pull)
learn.register(MOSS, _learn)
chances.register(MOSS, _chances)
