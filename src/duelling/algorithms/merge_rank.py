r"""Merge-Rank and MallowsMPR: merge sort, whose comparisons are matches of many duels. Both find the order of all arms.

    merge-rank    a match as in KNOCKOUT, with ε/log2 K and δ/K²
    mallows-mpr   a match as in MallowsMPI, at δ/C,  C = ⌈K log2 K - 0.91392 K + 1⌉ matches at most

Merge-Rank assumes strong stochastic transitivity and the triangle inequality. With chance 1 - δ no pair with |P_ij -
1/2| > ε stands in the wrong order, after O(K (ln K)³/ε² ln(K/δ)) duels, and it always ends. MallowsMPR is exact and
needs an order in which every arm beats all later ones. Two arms that are equal are never told apart, if they meet.

The arms begin in a random order, so that their numbers say nothing.

[1] M. Falahatgar, A. Orlitsky, V. Pichapati and A. T. Suresh. Maximum selection and ranking under noisy comparisons.
ICML 2017, Algorithms 2, 4 and 5. [2] R. Busa-Fekete, E. Hüllermeier and B. Szörényi. Preference-based rank elicitation
using statistical models: the case of Mallows. ICML 2014, Algorithms 2 and 3.
"""

import math

from duelling.algorithms.mallows_mpi import Ends
from duelling.algorithms.shared.match import COMPARE, HOEFFDING, PPR, Rule
from duelling.algorithms.shared.merge_sort import Sort, start_sort
from duelling.algorithms.shared.settings import LEAST_NEAR, Near, Settled, Wrong, check_delta
from duelling.errors import at_least, one_of
from duelling.registry.facts import algorithm


def matches(arms: int) -> int:
    """C, the paper's bound on the number of matches."""
    return math.ceil(arms * math.log2(arms) - 0.91392 * arms + 1)


def _start_near(arms: int, delta: float, within: float) -> Sort:
    at_least("within", within, LEAST_NEAR, 0.5)
    return start_sort(arms, Rule(COMPARE, delta / arms**2, 0.0, within / math.log2(arms)))


def _start_exact(arms: int, delta: float, test: str) -> Sort:
    kind = PPR if one_of("test", test, ("ppr", "hoeffding")) == "ppr" else HOEFFDING
    return start_sort(arms, Rule(kind, delta / matches(arms), 0.0, 0.0))


def identify_near(arms: int, *, delta: Wrong = 0.05, within: Near = 0.05) -> Sort:
    """Merge sort; with chance 1 - ``delta`` no pair whose chance is off 1/2 by more than ``within`` is inverted."""
    return _start_near(arms, check_delta(delta, None), within)


def identify_exact(arms: int, *, delta: Wrong = 0.05, test: Ends = "ppr") -> Sort:
    """Merge sort; with chance 1 - ``delta`` no pair is inverted."""
    return _start_exact(arms, check_delta(delta, None), test)


@algorithm(
    "merge-rank",
    label="Merge-Rank",
    reference="Falahatgar, Orlitsky, Pichapati and Suresh 2017, Algorithms 2, 4 and 5",
    source="paper",
    growth=0,
    family=("green", 4),
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
    identify=identify_near,
    finds="ranking",
    assumes=("sst", "sti"),
)
def start_near(arms: int, horizon: int, *, delta: Settled = None, within: Near = 0.05) -> Sort:
    """Sorts the arms up to pairs that are nearly equal, then plays the best; delta is 1/T unless given."""
    return _start_near(arms, check_delta(delta, max(horizon, 2)), within)


@algorithm(
    "mallows-mpr",
    label="MallowsMPR",
    reference="Busa-Fekete, Hüllermeier and Szörényi 2014, Algorithms 2 and 3; Bengs et al. 2024 for the test",
    source="paper",
    growth=0,
    family=("olive", 3),
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
    identify=identify_exact,
    finds="ranking",
    assumes=("total order",),
)
def start_exact(arms: int, horizon: int, *, delta: Settled = None, test: Ends = "ppr") -> Sort:
    """Sorts the arms by pairs that are told apart for certain, then plays the best; delta is 1/T unless given."""
    return _start_exact(arms, check_delta(delta, max(horizon, 2)), test)
