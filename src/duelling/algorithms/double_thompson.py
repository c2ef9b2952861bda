r"""D-TS and D-TS+, double Thompson sampling: two samples of the preferences are drawn from the counts. The first sample
decides on the first arm, the second on the second arm. Arms that confidence bounds exclude are never drawn.

    C = argmax_i #{j ≠ i : u_ij ≥ 1/2},     u_ij = w_ij/N_ij + sqrt(α ln t / N_ij),     l_ij = 1 - u_ji
    c = the arm of C with most wins in a sample  θ_ij ~ Beta(w_ij + 1, w_ji + 1)
    d = argmax_{i : l_ic ≤ 1/2} θ'_ic  in a second sample, in which θ'_cc = 1/2

If several arms of C have the most wins, D-TS takes any of them. D-TS+ takes the one with the least Σ_{j≠i} R_ij /
d(θ_ij, 1/2). There R_ij = max z - (z_i + z_j)/2 is the regret of a duel under the sampled scores z, and z_i is the
share of the other arms that i beats in the sample.

Only the part of a sample that matters is drawn; its distribution is the same as that of the whole. For c only the signs
of θ - 1/2 matter, and only in pairs with an arm in C; nothing matters if C is one arm. For d the signs are drawn first,
and then numbers only for those above 1/2, if there is more than one. A sign is a coin with the chance 1 - I_½(w_ij
+ 1, w_ji + 1), which is kept for each pair and changed by one term when the pair is played. So a round costs O(K) when
C is one arm, otherwise O(|C| K); D-TS+ needs all K² signs when two arms of C are equal.

With 8 arms whose utilities have equal steps, a round of D-TS takes 12 uniform numbers and 0.015 betas (rounds 2,001 to
20,000), so a faster beta would gain nothing there. With 64 arms it takes 412 and 30 (rounds 301 to 3,000). To find the
largest of these betas without drawing them all, one would need quantiles of beta distributions, which have no closed
form. Signs of the second sample could be drawn from bytes, as those of the first are. This would be exact, and save
up to half of the 12 numbers, but every seeded run would change.

The chances of the arms have no closed form: duels carry the chance 1 for both arms. Of [1] only the abstract
was at hand. The rules follow the author's published code, with u ≥ 1/2 (the paper has u > 1/2, which differs only when
they are equal). The tie rule of D-TS+ applies to equal arms of C alone.

[1] H. Wu and X. Liu. Double Thompson sampling for dueling bandits. NIPS 2016. Algorithms 1 (D-TS) and 2 (D-TS+).
"""

import math
from typing import Any, NamedTuple

import numpy as np

from duelling.algorithms.shared import confidence
from duelling.algorithms.shared.confidence import advance_with, ahead, least, refute, refuted, threshold
from duelling.algorithms.shared.divergence import even_divergence
from duelling.algorithms.shared.settings import Radius
from duelling.core.jit import inlined, jit
from duelling.core.protocol import Duel, choose, update
from duelling.core.states import name_places
from duelling.errors import above
from duelling.registry.facts import algorithm

RARE = 0.1  # below this chance, rejection until a number is above 1/2 takes too long


class Betas(NamedTuple):
    """As the pairs of ``confidence``, which knows ``arm`` and ``now``, and writes the signs in the first plane."""

    pair: np.ndarray  # SHAPE: w_ij + 1, with a minus while j refutes i; CHANCE: P(θ_ij > 1/2)
    arm: np.ndarray
    now: np.ndarray


SHAPE, CHANCE = name_places(Betas, "pair", "shape chance")
LOST, WON, SOONEST, CHANGED = name_places(Betas, "arm", confidence.PLACES["arm"])
LEVEL, NEXT = name_places(Betas, "now", confidence.PLACES["now"])


class DoubleThompson(NamedTuple):
    alpha: float  # α
    plus: int  # 1: D-TS+
    pairs: Betas
    score: np.ndarray  # working space: what decides on c, less is better
    wins: np.ndarray  # working space: the wins of each arm in the sample
    above: np.ndarray  # working space: the arms with θ'_ic > 1/2
    sign: np.ndarray  # working space: 1(θ_ij > 1/2) of pairs drawn in row i, for D-TS+


def _start(arms: int, alpha: float, plus: int) -> DoubleThompson:
    above("alpha", alpha, 0.5)
    size, pair = arms if plus else 1, np.ones((2, arms, arms))
    pair[CHANCE] = 0.5
    return DoubleThompson(
        alpha=float(alpha),
        plus=plus,
        pairs=Betas(pair, *confidence.start_sides(arms)),
        score=np.zeros(arms),
        wins=np.zeros(arms),
        above=np.zeros(arms, np.int64),
        sign=np.zeros((size, size), np.int8),
    )


FACTS: dict[str, Any] = {
    "winners": ("copeland", "condorcet"),
    "regret": "strong",
    "adversarial": False,
    "anytime": True,
    "order": "O(K² ln T); O(K ln T + K² ln ln T) with a Condorcet winner",
}


@algorithm(
    "d-ts",
    label="D-TS",
    reference="Wu and Liu 2016, Algorithm 1",
    source="author's code",
    family=("brown", 2),
    growth=2,
    cost="O(K) if |C| = 1, else O(|C| K)",
    folds=True,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=False,
    **FACTS,
)
def start(arms: int, horizon: int, *, alpha: Radius = 0.51) -> DoubleThompson:
    """Both arms by Thompson sampling, within the arms that confidence bounds leave."""
    return _start(arms, alpha, 0)


@algorithm(
    "d-ts+",
    label="D-TS+",
    reference="Wu and Liu 2016, Algorithm 2",
    source="author's code",
    growth=2,
    family=("brown", 3),
    cost="O(K) if |C| = 1, else O(K²)",
    folds=True,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=False,
    **FACTS,
)
def start_plus(arms: int, horizon: int, *, alpha: Radius = 0.51) -> DoubleThompson:
    """D-TS in which the least sampled regret decides between equal candidates."""
    return _start(arms, alpha, 1)


@jit
def shape(s, i, j):
    """w_ij + 1: the first parameter of the distribution of θ_ij, and the second one of θ_ji."""
    return abs(s.pair[SHAPE, i, j])


@jit
def _tau(s, i, j):
    """τ_ij."""
    return threshold(shape(s, i, j) - 1, shape(s, j, i) - 1)


@jit
def _term(a, b):
    """(1/2)^{a+b} / B(a, b)."""
    return math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) - (a + b) * math.log(2.0))


@jit
def beta_above_half(a, b, p, rng):
    """A draw of θ ~ Beta(a, b) given θ > 1/2, which has chance p.

    When p is small, the logarithm of the density is concave and falls with slope 2 (b - a) at 1/2, so an exponential
    draw is usually accepted.
    """
    if a == 1 and b == 1:
        return 0.5 + 0.5 * rng.random()
    x = 1.0
    for _ in range(10_000):  # a limit that is never reached
        if p > RARE:
            x = rng.beta(a, b)
            if x > 0.5:
                break
        else:
            slope = 2 * (b - a)
            x = 0.5 + rng.exponential() / slope
            if x < 1:
                excess = (a - 1) * math.log(2 * x) + (b - 1) * math.log(2 - 2 * x) + slope * (x - 0.5)
                if rng.exponential() >= -excess:
                    break
    return x


@inlined
def _sample_sign(s, i, j, random, rng):
    """Draw the sign of a pair and count the win of j; the sign, and the random bytes that are left.

    A uniform number holds six random bytes, and one byte decides a sign except in a 256th of the cases. ``random``
    holds the bytes that are left, behind a leading one.
    """
    if random <= 1:
        random = int(rng.random() * 2.0**48) + 2**48
    byte, scaled = random & 255, 256 * s.pairs.pair[CHANCE, i, j]
    whole = int(scaled + 1e-9)  # chances such as 1/4 are common, and may be off by rounding
    sign = int(byte < whole)  # branch-free: the branch would be mispredicted
    if byte == whole:
        sign = int(rng.random() < scaled - whole)
    s.wins[j] += 1 - sign
    if s.plus == 1:
        s.sign[i, j] = sign
    return sign, random >> 8


@jit
def _sample_row(s, i, low, inside, random, rng):
    """Draw the signs of arm i: in C = {i : LOST_i = low} against all others, off C against the later arms off C.

    A pair within C is drawn in the row of its first arm. ``random`` is returned for the next row.
    """
    lost, total = s.pairs.arm[LOST], 0
    if inside:
        for j in range(i):
            if lost[j] != low:
                sign, random = _sample_sign(s, i, j, random, rng)
                total += sign
    for later in range(s.wins.size - i - 1):
        j = i + 1 + later
        if inside or lost[j] != low:
            sign, random = _sample_sign(s, i, j, random, rng)
            total += sign
    s.wins[i] += total
    return random


@jit
def _sample(s, low, inside, rng):
    """Draw the signs of all pairs with an arm in C, or of the other pairs; count the wins of each arm."""
    random = 1
    for i in range(s.wins.size):
        if (s.pairs.arm[LOST, i] == low) == inside:
            random = _sample_row(s, i, low, inside, random, rng)


@jit
def _regrets(s, low, rng):
    """Set the score of each arm whose score is finite, all in C, to Σ_j R_ij / d(θ_ij, 1/2)."""
    arms, pairs, lost, top = s.wins.size, s.pairs, s.pairs.arm[LOST], s.wins[0]
    for i in range(arms):
        top = max(top, s.wins[i])
        if s.score[i] < math.inf:
            s.score[i] = 0.0
    for i in range(arms):
        if s.score[i] < math.inf:
            for j in range(arms):
                both = s.score[j] < math.inf
                if j != i and (j > i or not both):
                    drawn = i < j or lost[j] != low  # in row i, otherwise in row j
                    won = s.sign[i, j] == 1 if drawn else s.sign[j, i] == 0
                    a, b = (i, j) if won else (j, i)
                    theta = beta_above_half(shape(pairs, a, b), shape(pairs, b, a), pairs.pair[CHANCE, a, b], rng)
                    regret = (top - (s.wins[i] + s.wins[j]) / 2) / (arms - 1)
                    cost = regret / max(even_divergence(theta), 1e-300)
                    s.score[i] += cost
                    if both:
                        s.score[j] += cost


@jit
def _first(s, low, rng):
    """The candidate with most wins in a sample."""
    lost, arms, top = s.pairs.arm[LOST], s.wins.size, -1.0
    for i in range(arms):
        s.wins[i] = 0.0
    _sample(s, low, True, rng)
    for i in range(arms):
        if lost[i] == low:
            top = max(top, s.wins[i])
    ties, last = 0, 0
    for i in range(arms):
        if lost[i] == low and s.wins[i] == top:
            s.score[i] = 0.0
            ties += 1
            last = i
        else:
            s.score[i] = math.inf
    if ties == 1:
        return last
    if s.plus == 1:
        _sample(s, low, False, rng)
        _regrets(s, low, rng)
    return least(s.score, rng)[0]


@jit
def _second(s, c, rng):
    """The arm with the largest θ'_ic among those with l_ic ≤ 1/2; c itself has 1/2."""
    pairs, chance, count = s.pairs, s.pairs.pair[CHANCE], 0
    for i in range(s.above.size):
        if i != c and not refuted(pairs, c, i) and rng.random() >= chance[c, i]:
            s.above[count] = i
            count += 1
    if count == 0:
        return c
    d = s.above[0]
    if count > 1:
        best = -1.0
        for k in range(count):
            i = s.above[k]
            theta = beta_above_half(shape(pairs, i, c), shape(pairs, c, i), chance[i, c], rng)
            if theta > best:
                best, d = theta, i
    return d


def _choose(s: DoubleThompson, t, rng):
    advance_with(_tau, _tau, s.pairs, s.alpha * math.log(t))
    lost = s.pairs.arm[LOST]
    low, size, c = lost[0], 0, 0
    for i in range(lost.size):
        if lost[i] < low:
            low, size = lost[i], 0
        if lost[i] == low:
            size += 1
            c = i
    if size > 1:
        c = _first(s, low, rng)
    return Duel(c, _second(s, c, rng), 1.0, 1.0)


def _update(s: DoubleThompson, t, duel, outcome):
    i, j = duel.first, duel.second
    if i != j:
        chances, a, b = s.pairs.pair[CHANCE], shape(s.pairs, i, j), shape(s.pairs, j, i)
        if outcome == 0:
            chance = ahead(a - 0.5, b - 0.5)
        else:
            chance = chances[i, j] + _term(a, b) * (1 / a if outcome > 0 else -1 / b)
        chances[i, j] = min(max(chance, 0.0), 1.0)
        chances[j, i] = 1 - chances[i, j]
        a, b = a + (1 + outcome) / 2, b + (1 - outcome) / 2
        refute(s.pairs, i, j, threshold(a - 1, b - 1), a)
        refute(s.pairs, j, i, threshold(b - 1, a - 1), b)


choose.register(DoubleThompson, _choose)
update.register(DoubleThompson, _update)
