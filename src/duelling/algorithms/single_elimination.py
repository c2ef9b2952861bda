r"""Single elimination: a random bracket, in which each match has the same number of duels, the most that the budget
allows.

    m = ⌊budget/(K-1)⌋;     the first arm of a match goes on if it wins m/2 duels or more

It assumes an order in which every arm beats all later ones. With m >= (1+e) (ln 2/2) log2 log2 K / Δ duels a match, Δ
the least (P_1j - 1/2)² of the best arm, it fails with the chance (log2 K)^-e at most. So it has no level to set: it is
for those who have a budget. The paper's second algorithm, for the best k, is ``single-elimination-top``.

[1] S. Mohajer, C. Suh and A. Elmahdy. Active learning for top-K rank aggregation from noisy comparisons. ICML 2017,
Algorithm 1.
"""

import math

from duelling.algorithms.shared.bracket import Bracket, start_bracket
from duelling.algorithms.shared.match import FIXED, Rule
from duelling.algorithms.shared.settings import Budget, Explored
from duelling.errors import whole
from duelling.registry.facts import algorithm


def duels_for(arms: int, gap: float, power: float) -> int:
    """How many duels of a match the theorem asks for, for an error of (log2 K)^-power.

    >>> duels_for(1024, 0.0225, 1)
    103
    """
    return math.ceil((1 + power) * math.log(2) / 2 * math.log2(math.log2(arms)) / gap)


def identify(arms: int, *, budget: Budget) -> Bracket:
    """A knockout in which every match has the same number of duels."""
    whole("budget", budget, arms - 1)
    return start_bracket(arms, Rule(FIXED, 1.0, 0.0, float(budget // (arms - 1))))


@algorithm(
    "single-elimination",
    label="Single elimination",
    reference="Mohajer, Suh and Elmahdy 2017, Algorithm 1",
    source="paper",
    growth=0,
    family=("brown", 3),
    winners=("condorcet",),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(1)",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    identify=identify,
    assumes=("total order",),
)
def start(arms: int, horizon: int, *, budget: Explored = None) -> Bracket:
    """A random bracket of matches of equal length, then the arm that is left."""
    duels = horizon // 10 if budget is None else whole("budget", budget)
    return start_bracket(arms, Rule(FIXED, 1.0, 0.0, float(max(1, duels // (arms - 1)))))
