r"""Seq-Eliminate: one pass over the arms, in which a challenger must win by more than ε/2 to replace the best arm so
far.

    r = a random arm;     for each other arm c in random order:
        duel c and r until |q - ε/2| > sqrt(ln(4 n² K/δ) / (2n)) or n > 2 ln(2K/δ)/ε²;     r = c if q > ε/2

q is the share of wins of c less 1/2. With strong stochastic transitivity the last r loses to nobody by more than ε,
with chance 1 - δ: a match is wrong, one that keeps r although c is better by ε or replaces it by a worse c, with chance
δ/K at most. It takes O(K/ε² ln(K/δ)) duels, and K - 1 matches.

[1] M. Falahatgar, Y. Hao, A. Orlitsky, V. Pichapati and V. Ravindrakumar. Maxing and ranking with few assumptions. NIPS
2017. [2] M. Falahatgar, A. Jain, A. Orlitsky, V. Pichapati and V. Ravindrakumar. The limits of maxing, ranking, and
preference learning. ICML 2018, Algorithms 1 and 2.
"""

from duelling.algorithms.shared.match import BETWEEN, Rule
from duelling.algorithms.shared.one_pass import OnePass, start_one_pass
from duelling.algorithms.shared.settings import LEAST_NEAR, Near, Settled, Wrong, check_delta
from duelling.errors import at_least
from duelling.registry.facts import algorithm


def _start(arms: int, delta: float, within: float) -> OnePass:
    at_least("within", within, LEAST_NEAR, 0.5)
    return start_one_pass(arms, Rule(BETWEEN, delta / arms, 0.0, float(within)))


def identify(arms: int, *, delta: Wrong = 0.05, within: Near = 0.05) -> OnePass:
    """One pass over the arms; the last arm loses to nobody by more than ``within``, with chance 1 - ``delta``."""
    return _start(arms, check_delta(delta, None), within)


@algorithm(
    "sequential-elimination",
    label="Seq-Eliminate",
    reference="Falahatgar et al. 2018, Algorithms 1 and 2",
    source="paper",
    growth=0,
    family=("green", 1),
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
    assumes=("sst",),
)
def start(arms: int, horizon: int, *, delta: Settled = None, within: Near = 0.05) -> OnePass:
    """Each arm challenges the best so far once, then that arm is played; delta is 1/T unless given."""
    return _start(arms, check_delta(delta, max(horizon, 2)), within)
