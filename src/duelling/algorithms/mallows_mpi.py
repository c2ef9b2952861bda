r"""MallowsMPI, Most Preferred Item: the arms challenge the best one so far, in random order; the winner stays.

    i = a random arm;     for each other arm j in random order: duel until the test tells who is better; i = the winner

The paper duels until 1/2 leaves p_ij ± sqrt(ln(4K n²/δ) / (2n)) (``test=hoeffding``). By default the K - 1 matches have
the prior-posterior ratio test at δ/(K-1) each: (n+1) C(n, w) 2^-n <= δ/(K-1). The union over the matches gives 1 - δ,
and it takes a third of the duels.

The paper assumes Mallows' model. Its proof needs an order in which every arm beats all later ones, and no more. Where
two arms are equal, the match of the two does not end.

[1] R. Busa-Fekete, E. Hüllermeier and B. Szörényi. Preference-based rank elicitation using statistical models: the case
of Mallows. ICML 2014, Algorithm 1.
"""

from typing import Annotated, Literal

from duelling.algorithms.shared.match import HOEFFDING, PPR, Rule
from duelling.algorithms.shared.one_pass import OnePass, start_one_pass
from duelling.algorithms.shared.settings import Settled, Wrong, check_delta
from duelling.errors import one_of
from duelling.registry.facts import algorithm

Ends = Annotated[Literal["ppr", "hoeffding"], "How a match ends: by the prior-posterior ratio, or as in the paper."]


def _start(arms: int, delta: float, test: str) -> OnePass:
    if one_of("test", test, ("ppr", "hoeffding")) == "ppr":
        return start_one_pass(arms, Rule(PPR, delta / (arms - 1), 0.0, 0.0))
    return start_one_pass(arms, Rule(HOEFFDING, delta / arms, 0.0, 0.0))


def identify(arms: int, *, delta: Wrong = 0.05, test: Ends = "ppr") -> OnePass:
    """One pass over the arms, in which the winner of each match stays; wrong with chance ``delta`` at most."""
    return _start(arms, check_delta(delta, None), test)


@algorithm(
    "mallows-mpi",
    label="MallowsMPI",
    reference="Busa-Fekete, Hüllermeier and Szörényi 2014, Algorithm 1; Bengs et al. 2024 for the test",
    source="description",
    growth=0,
    family=("green", 0),
    examples=("test=hoeffding",),
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
def start(arms: int, horizon: int, *, delta: Settled = None, test: Ends = "ppr") -> OnePass:
    """Each arm challenges the best so far once, then that arm is played; delta is 1/T unless given."""
    return _start(arms, check_delta(delta, max(horizon, 2)), test)
