r"""RCS, Relative Confidence Sampling: a tournament is sampled from the counts. Its champion duels the rival with the
largest upper confidence bound against it.

    θ_ij ~ Beta(w_ij + 1, w_ji + 1),     c is champion if θ_cj >= 1/2 for all j,     d = argmax_j u_jc

If there is no champion, c is the arm that was champion least often. This is a heuristic: no regret bound is known.

Only the signs of θ_ij - 1/2 matter. They are independent, and at most one arm is champion. So i is champion with
chance Q_i = Π_j P(θ_ij >= 1/2), and there is none with chance 1 - Σ Q. One draw replaces a tournament of
K(K-1)/2 duels. A duel changes one factor in two of the products. Such a product is computed again only when its size
could change a digit: most are far too small.

For both orders of a pair together it keeps four numbers: the width of the bound, one mean, one chance, and the step by
which the chance moves next. Wins follow from width and mean, and the other mean from them. The chance and the step are
sums in the order of the outcomes. Computed anew from the counts they would differ in their last digits.

The paper was not at hand. This follows its author's code and two others. They differ in one point: a champion of the
sampled tournament may or may not count as champion for the fallback. With ``count_fallback_only`` it does not.

[1] M. Zoghi, S. Whiteson, M. de Rijke and R. Munos. Relative confidence sampling for efficient on-line ranker
    evaluation. WSDM 2014.
"""

import math
from typing import Annotated, NamedTuple

import numpy as np

from duelling.algorithms.shared.confidence import ahead
from duelling.algorithms.shared.settings import Radius
from duelling.algorithms.shared.triangle import pairs, place_of
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update
from duelling.core.states import name_places
from duelling.errors import above
from duelling.registry.facts import algorithm

LEAST = 1e-300  # less is too small to be drawn, and tiny numbers are slow to multiply
ROUNDING = 1 + 1e-9  # more than rounding adds to a bound, or to a product of all chances


class Rcs(NamedTuple):
    alpha: float  # α
    fallback_only: bool
    bound: np.ndarray  # at the place of i and j, i > j, WIDTH: 1/sqrt(N_ij), 0 while N_ij = 0; MEAN: w_ij/N_ij
    sign: np.ndarray  # there CHANCE: see ``chance``; LOG_STEP: ln (2^{-a-b} Γ(a+b) / (Γ(a) Γ(b))) with a = w_ij+1,
    # b = w_ji+1
    arm: np.ndarray  # CHAMPION: Q_i, or with a minus a number that is not less; TITLES: how often i was champion, or
    # chosen in place of one
    found: np.ndarray  # working space: arms among which one is drawn


WIDTH, MEAN = name_places(Rcs, "bound", "width mean", axis=1)
CHANCE, LOG_STEP = name_places(Rcs, "sign", "chance log_step", axis=1)
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
    bound, sign, arm = np.zeros((pairs(arms), 2)), np.empty((pairs(arms), 2)), np.zeros((2, arms))
    sign[:, CHANCE], sign[:, LOG_STEP] = 0.5, -math.log(4)
    arm[CHAMPION] = 0.5 ** (arms - 1)
    return Rcs(float(alpha), bool(count_fallback_only), bound, sign, arm, np.zeros(arms, np.int64))


@jit
def counts(bound):
    """w_ij and w_ji, i > j, from the two numbers of the pair. They are exact, since wins are whole or halves."""
    if bound[WIDTH] == 0:
        return 0.0, 0.0
    N = np.floor(1 / (bound[WIDTH] * bound[WIDTH]) + 0.5)
    x = np.floor(2 * N * bound[MEAN] + 0.5) / 2
    return x, N - x


@jit
def chance(kept, higher):
    """P(θ_ij > 1/2). ``higher`` says whether i > j.

    One order has 1 minus the chance of the other. The one that was computed is kept: that of i > j, or the other with
    a minus.
    """
    if higher:
        return kept if kept >= 0 else 1 + kept
    return 1 - kept if kept >= 0 else -kept


@jit
def _keep(p, higher):
    """What is kept, so that ``chance`` is p; 1 - p is p again if p is 0."""
    if higher:
        return p
    return -p if p > 0 else 1.0


@jit
def _times(product, sign, place, begin, end, higher):
    """The product by the chances of an arm against those from ``begin`` to ``end``.

    The first of these is at ``place``, and ``higher`` says whether the arm is higher than they.
    """
    for j in range(begin, end):
        product *= chance(sign[place, CHANCE], higher)
        if product < LEAST:
            return 0.0
        place += 1 if higher else j
    return product


@jit
def champion(s, i, beside):
    """Q_i; or 0, if only a number that is not less is known, and ``beside`` minus that number is still ``beside``."""
    q = s.arm[CHAMPION, i]
    if q < 0:
        if beside + q == beside:
            return 0.0
        q = _times(1.0, s.sign, place_of(i, 0), 0, i, True)
        q = _times(q, s.sign, place_of(i, i + 1), i + 1, s.arm.shape[1], False)
        s.arm[CHAMPION, i] = q
    return q


@jit
def _replace(arm, i, before, after):
    """Replace a factor of Q_i by another one. What is known afterwards is a number that is not less."""
    arm[CHAMPION, i] = -max(abs(arm[CHAMPION, i]), LEAST) * (after / max(before, LEAST)) * ROUNDING


@jit
def _look_at_arms(s, u):
    """The champion that u draws, or -1; the chance that there is none; the fewest titles."""
    titles, c, rest = s.arm[TITLES], -1, 1.0
    fewest = titles[0]
    for i in range(titles.size):
        rest -= champion(s, i, rest)
        if c < 0 and u >= rest:
            c = i
        fewest = min(fewest, titles[i])
    return c, max(rest, 0.0), fewest


@jit
def _find_fewest(s, fewest):
    """Enter the arms with the fewest titles into ``found``. Returns how many there are."""
    count = 0
    for i in range(s.found.size):
        s.found[count] = i  # counted or overwritten: where there were a branch, it would often be guessed wrong
        count += 1 if s.arm[TITLES, i] == fewest else 0
    return count


@jit
def _upper_of_lower(bound, radius):
    """u_ji, i > j, from the two numbers of the pair."""
    x, y = counts(bound)
    return y / (x + y) + radius * bound[WIDTH] if bound[WIDTH] != 0 else 2.0


@jit
def _enter(s, j, u, best, count):
    """Enter j, whose bound u is the largest so far, into ``found``. Returns u and how many arms have it."""
    count = count if u == best else 0
    s.found[count] = j
    return u, count + 1


@jit
def _rival(s, c, radius, rng):
    """The arm j with the largest u_jc, and its chance: uniform among equals, c only if no other arm has u_cc."""
    best, count, place = 0.5, 0, place_of(c, 0)  # among the other arms with at least u_cc
    for j in range(c):
        width = s.bound[place, WIDTH]
        u = 1 - s.bound[place, MEAN] + radius * width if width != 0 else 2.0
        if u * ROUNDING >= best:
            u = _upper_of_lower(s.bound[place], radius)
            if u >= best:
                best, count = _enter(s, j, u, best, count)
        place += 1
    place = place_of(c, c + 1)
    for j in range(c + 1, s.found.size):
        width = s.bound[place, WIDTH]
        u = s.bound[place, MEAN] + radius * width if width != 0 else 2.0
        if u >= best:
            best, count = _enter(s, j, u, best, count)
        place += j
    if count == 0:
        return c, 1.0
    return s.found[int(rng.random() * count) if count > 1 else 0], 1 / count


def _choose(s: Rcs, t, rng):
    titles = s.arm[TITLES]
    c, rest, fewest = _look_at_arms(s, rng.random())
    drawn, share = c >= 0, 0.0
    if not drawn or titles[c] == fewest:
        count = _find_fewest(s, fewest)
        share = rest / count
        if not drawn:
            c = s.found[int(rng.random() * count) if count > 1 else 0]
    p = champion(s, c, share) + share
    if not (drawn and s.fallback_only):
        titles[c] += 1
    d, p_second = _rival(s, c, math.sqrt(s.alpha * math.log(t)), rng)
    return Duel(c, d, p, p_second)


def _update(s: Rcs, t, duel, outcome):
    first, second = duel.first, duel.second
    if first != second:
        place, higher = place_of(first, second), first > second
        bound, sign = s.bound[place], s.sign[place]
        x, y = counts(bound)
        a, b = (x + 1, y + 1) if higher else (y + 1, x + 1)
        p, step = chance(sign[CHANCE], higher), sign[LOG_STEP]
        before, rest = p, chance(sign[CHANCE], not higher)
        if outcome > 0:
            p = min(p + math.exp(step) / a, 1.0)
            step += math.log((a + b) / (2 * a))
            a += 1
        elif outcome < 0:
            p = max(p - math.exp(step) / b, 0.0)
            step += math.log((a + b) / (2 * b))
            b += 1
        else:  # half a win for both: no such recursion
            a, b = a + 0.5, b + 0.5
            p = ahead(a - 1, b - 1)
            step = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) - (a + b) * math.log(2.0)
        N = a + b - 2
        bound[WIDTH], bound[MEAN] = 1 / math.sqrt(N), ((a if higher else b) - 1) / N
        sign[CHANCE], sign[LOG_STEP] = _keep(p, higher), step
        _replace(s.arm, first, before, p)
        _replace(s.arm, second, rest, 1 - p)


choose.register(Rcs, _choose)
update.register(Rcs, _update)
