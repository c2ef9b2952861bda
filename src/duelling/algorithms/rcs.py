r"""RCS, Relative Confidence Sampling: a tournament is sampled from the counts. Its champion duels the rival with the
largest upper confidence bound against it.

    θ_ij ~ Beta(w_ij + 1, w_ji + 1),     c is champion if θ_cj >= 1/2 for all j,     d = argmax_j u_jc

If there is no champion, c is the arm that was champion least often. This is a heuristic: no regret bound is known.

Only the signs of θ_ij - 1/2 matter. They are independent, and at most one arm is champion. So i is champion with
chance Q_i = Π_j P(θ_ij >= 1/2), and there is none with chance 1 - Σ Q. One draw replaces a tournament of
K(K-1)/2 duels. A duel changes one pair, and so two of the products.

It keeps three numbers for each ordered pair: the mean and the width of the bound, which the choice of d reads in one
row, and the chance of a sign, which the products read in one row. Both orders of a pair share one more: the step by
which this chance moves next. It is a sum of logarithms in the order of the outcomes. Computed anew from the counts it
would differ in its last digits.

The paper was not at hand. This follows its author's code and two others. They differ in one point: a champion of the
sampled tournament may or may not count as champion for the fallback. With ``count_fallback_only`` it does not.

[1] M. Zoghi, S. Whiteson, M. de Rijke and R. Munos. Relative confidence sampling for efficient on-line ranker
    evaluation. WSDM 2014.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from duelling.algorithms.shared import confidence
from duelling.algorithms.shared.confidence import Pairs, ahead, count_outcome, counts, rival
from duelling.algorithms.shared.settings import Radius
from duelling.algorithms.shared.triangle import pairs, place_of
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update
from duelling.core.sampling import equals, nth
from duelling.core.states import name_places
from duelling.errors import above
from duelling.registry.facts import algorithm


class Rcs(NamedTuple):
    alpha: float  # α
    fallback_only: bool
    pairs: Pairs
    chance: np.ndarray  # P(θ_ij > 1/2)
    log_step: np.ndarray  # ln (2^{-a-b} Γ(a+b) / (Γ(a) Γ(b))) with a = w_ij+1, b = w_ji+1, at the place of the pair
    arm: np.ndarray  # CHAMPION: Q_i; TITLES: how often i was champion, or chosen in place of one


CHAMPION, TITLES = name_places(Rcs, "arm", "champion titles")


@algorithm(
    "rcs",
    label="RCS",
    reference="Zoghi et al. 2014 (WSDM)",
    source="author's code",
    family=("pink", 2),
    winners=("condorcet",),
    regret="strong",
    adversarial=False,
    anytime=True,
    cost="O(K)",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
)
def start(
    arms: int,
    horizon: int,
    *,
    alpha: Radius = 0.501,
    count_fallback_only: Annotated[bool, "Whether only arms that the fallback chose count as past champions."] = False,
) -> Rcs:
    """The champion of a sampled tournament against the rival with the largest upper bound."""
    above("alpha", alpha, 0.5)
    chance, log_step = np.full((arms, arms), 0.5), np.full(pairs(arms), -math.log(4))
    arm = np.zeros((2, arms))
    arm[CHAMPION] = 0.5 ** (arms - 1)
    return Rcs(float(alpha), bool(count_fallback_only), confidence.start(arms), chance, log_step, arm)


@jit
def _recompute(s, i):
    """Q_i."""
    product = 1.0
    for j in range(s.arm.shape[1]):
        if j != i:
            product *= s.chance[i, j]
        if product < 1e-300:  # too small to be drawn; tiny numbers are slow to multiply
            product = 0.0
            break
    s.arm[CHAMPION, i] = product


@jit
def _fewest(arm):
    """The fewest titles, and how many arms have no more."""
    fewest, count = arm[TITLES, 0], 0
    for i in range(arm.shape[1]):
        if arm[TITLES, i] < fewest:
            fewest, count = arm[TITLES, i], 1
        elif arm[TITLES, i] == fewest:
            count += 1
    return fewest, count


def _choose(s: Rcs, t, rng):
    arm, u, c, rest = s.arm, rng.random(), -1, 1.0
    for i in range(arm.shape[1]):
        rest -= arm[CHAMPION, i]
        if c < 0 and u >= rest:
            c = i
    rest = max(rest, 0.0)
    champion = c >= 0
    fewest, count = _fewest(arm)
    if not champion:
        c = nth(int(rng.random() * count) if count > 1 else 0, arm.shape[1], equals, arm[TITLES], fewest)
    p = arm[CHAMPION, c]
    if arm[TITLES, c] == fewest:
        p += rest / count
    if not (champion and s.fallback_only):
        arm[TITLES, c] += 1
    d, p_second = rival(s.pairs, c, math.sqrt(s.alpha * math.log(t)), rng)
    return Duel(c, d, p, p_second)


def _update(s: Rcs, t, duel, outcome):
    first, second = duel.first, duel.second
    if first != second:
        place = place_of(first, second)
        a, b = counts(s.pairs, first, second)
        a, b = a + 1, b + 1
        step, chance = s.log_step[place], s.chance[first, second]
        count_outcome(s.pairs, first, second, outcome)
        if outcome > 0:
            chance = min(chance + math.exp(step) / a, 1.0)
            step += math.log((a + b) / (2 * a))
        elif outcome < 0:
            chance = max(chance - math.exp(step) / b, 0.0)
            step += math.log((a + b) / (2 * b))
        else:  # half a win for both: no such recursion
            a, b = a + 0.5, b + 0.5
            chance = ahead(a - 1, b - 1)
            step = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) - (a + b) * math.log(2.0)
        s.chance[first, second] = chance
        s.chance[second, first] = 1 - chance
        s.log_step[place] = step
        _recompute(s, first)
        _recompute(s, second)


choose.register(Rcs, _choose)
update.register(Rcs, _update)
