r"""Self-Sparring: Thompson sampling plays against itself. Both arms of a duel are drawn from one posterior.

    θ_i, θ'_i ~ Beta(1 + S_i, 1 + F_i),     A = argmax θ,     B = argmax θ',     winner: S ← S + η,     loser: F ← F + η

A tie counts half on both sides; a self-duel teaches nothing. Two draws from one posterior agree once it has a clear
best arm, so regret ends. The chances of the arms are not known in closed form: 1 is reported for both.

The paper proves that it converges to the best arm where preferences order the arms, and gives no constants.

[1] Y. Sui, V. Zhuang, J. W. Burdick and Y. Yue. Multi-dueling bandits with dependent arms. UAI 2017. Algorithm 1,
    with two arms in each round.
"""

from typing import Annotated, NamedTuple

from duelling.bandits.thompson import LOST, WON, Thompson
from duelling.bandits.thompson import start as start_thompson
from duelling.core.protocol import Duel, choose, pull, update
from duelling.errors import above
from duelling.registry.facts import algorithm


class SelfSparring(NamedTuple):
    eta: float  # η
    posterior: Thompson


@algorithm(
    "self-sparring",
    label="Self-Sparring",
    reference="Sui, Zhuang, Burdick and Yue 2017, Algorithm 1",
    source="description",
    family=("orange", 3),
    winners=("condorcet", "utility"),
    regret="strong",
    adversarial=False,
    anytime=True,
    cost="O(K), in draws of betas",
    folds=True,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=False,
)
def start(
    arms: int,
    horizon: int,
    *,
    eta: Annotated[float, "How much an outcome counts beside the prior."] = 1.0,
) -> SelfSparring:
    """Both arms by Thompson sampling from one posterior, which learns from the winner and the loser."""
    return SelfSparring(float(above("eta", eta, 0)), start_thompson(arms, horizon))


def _choose(s: SelfSparring, t, rng):
    i, p = pull(s.posterior, t, rng)
    j, q = pull(s.posterior, t, rng)
    return Duel(i, j, p, q)


def _update(s: SelfSparring, t, duel, outcome):
    if duel.first != duel.second:
        table, loss = s.posterior.table, (1 - outcome) / 2
        table[WON, duel.first] += s.eta * (1 - loss)
        table[LOST, duel.first] += s.eta * loss
        table[WON, duel.second] += s.eta * loss
        table[LOST, duel.second] += s.eta * (1 - loss)


choose.register(SelfSparring, _choose)
update.register(SelfSparring, _update)
