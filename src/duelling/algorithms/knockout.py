r"""KNOCKOUT: in each round the arms are paired at random, and the winners of the matches go on until one is left.

    round i = 1, 2, ...:  ε_i = (2^(1/3) - 1) ε / (γ² 2^(i/3)),   δ_i = δ/2^i
    a match ends once |q| > sqrt(ln(4 n²/δ_i) / (2n)) - ε_i  or  n > ln(2/δ_i) / (2 ε_i²);  the arm that leads goes on

q is the share of wins less 1/2. The ε_i add up to ε/γ² at most, so that with γ-stochastic transitivity (γ = 1 is the
strong one) and the triangle inequality the last arm loses to nobody by more than ε, with chance 1 - δ. It takes O(γ⁴
K/ε² ln(1/δ)) duels, the least possible order. An odd arm goes on without a match; the paper adds arms that always lose.

[1] M. Falahatgar, A. Orlitsky, V. Pichapati and A. T. Suresh. Maximum selection and ranking under noisy comparisons.
ICML 2017, Algorithms 1 to 3.
"""

from typing import Annotated

from duelling.algorithms.shared.bracket import Bracket, start_bracket
from duelling.algorithms.shared.match import COMPARE, Rule
from duelling.algorithms.shared.settings import LEAST_NEAR, Near, Settled, Wrong, check_delta
from duelling.errors import at_least
from duelling.registry.facts import algorithm

Gamma = Annotated[float, "How far transitivity may fail, γ: 1 is strong transitivity, more is weaker."]


def _start(arms: int, delta: float, within: float, gamma: float) -> Bracket:
    at_least("within", within, LEAST_NEAR, 0.5)
    at_least("gamma", gamma, 1, 100)
    return start_bracket(arms, Rule(COMPARE, delta, 0.0, (2 ** (1 / 3) - 1) * within / gamma**2))


def identify(arms: int, *, delta: Wrong = 0.05, within: Near = 0.05, gamma: Gamma = 1.0) -> Bracket:
    """A knockout; the last arm loses to nobody by more than ``within``, with chance 1 - ``delta``."""
    return _start(arms, check_delta(delta, None), within, gamma)


@algorithm(
    "knockout",
    label="KNOCKOUT",
    reference="Falahatgar, Orlitsky, Pichapati and Suresh 2017, Algorithms 1-3",
    source="paper",
    growth=0,
    family=("green", 3),
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
    assumes=("sst", "sti"),
)
def start(arms: int, horizon: int, *, delta: Settled = None, within: Near = 0.05, gamma: Gamma = 1.0) -> Bracket:
    """Arms are paired at random until one is left, then that arm is played; delta is 1/T unless given."""
    return _start(arms, check_delta(delta, max(horizon, 2)), within, gamma)
