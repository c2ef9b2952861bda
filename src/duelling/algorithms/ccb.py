r"""CCB, Copeland Confidence Bound. The first arm may still be a Copeland winner: its optimistic score is the highest.
The second arm is the one that is most likely to beat it.

    U_i = #{j : u_ij >= 1/2},     D_i = #{j : l_ij >= 1/2},     C = argmax U

C are the optimistic Copeland winners. CCB also keeps guesses, which it tests and drops when they fail: B, the arms that
may be winners; L, how many arms beat a winner; B^i, for an arm i outside of B, L + 1 arms that beat it. L + 1 defeats
prove that i does not win. In each round

    (A) if some j in B^i turns out to lose to i, all guesses are reset: B = all arms, B^i = {}, L = K
    (B) i leaves B if U_i < D_j for some j, and unless |B^i| = L + 1, B^i = {j : u_ij < 1/2}; if B = {}, as in (A)
    (C) for i in C with U_i = D_i: B += {i}, B^i = {}, L = K-1-U_i; of the others' B^j, those smaller than L + 1
        become {}, and of those larger a uniform subset of L + 1 arms is kept
    (1) with chance 1/4 the duel is a uniform pair (i, j in B^i) with l_ij <= 1/2 <= u_ij, if there is one;
        otherwise
    (2) if B ∩ C is not empty, C = B ∩ C with chance 2/3;     (3) c is uniform on C
    (4) d = argmax u_jc among the j with l_jc <= 1/2, in B^c with chance 1/2, otherwise in all arms

A round costs O(K) amortised. U and D come from the thresholds of ``shared/confidence``. Row i of B^i is checked again
only when a pair of i changes sides. All arms that enter B in (C) have the same L, so one pass over the others is
enough.

The published pseudo-code was not at hand. This follows descriptions of it that agree with each other, and the order of
its regret is quoted from others. They do not say what to do when B^c has no arm with l_jc <= 1/2: here d is then taken
from all arms. The chances that a duel carries are those after (C).

[1] M. Zoghi, Z. Karnin, S. Whiteson and M. de Rijke. Copeland dueling bandits. NIPS 2015, Algorithm 1.
"""

import math
from typing import NamedTuple

import numpy as np

from duelling.algorithms.shared import confidence
from duelling.algorithms.shared.confidence import (
    CHANGED,
    LOST,
    MEAN,
    WIDTH,
    WON,
    Pairs,
    advance,
    count_outcome,
    refuted,
)
from duelling.algorithms.shared.settings import Radius
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update
from duelling.core.sampling import nth
from duelling.core.states import name_places
from duelling.errors import above
from duelling.registry.facts import algorithm


class Ccb(NamedTuple):
    alpha: float  # α
    pairs: Pairs  # LOST is K-1-U, WON is D
    member: np.ndarray  # [i, j] is 1 if j is in B^i
    guess: np.ndarray  # IN_B: whether i is in B; SIZE: |B^i|; OPEN: #{j in B^i : l_ij <= 1/2 <= u_ij}
    losses: np.ndarray  # L


IN_B, SIZE, OPEN = name_places(Ccb, "guess", "in_b size open")


@algorithm(
    "ccb",
    label="CCB",
    reference="Zoghi et al. 2015, Algorithm 1",
    source="description",
    family=("pink", 3),
    winners=("copeland", "condorcet"),
    regret="strong",
    adversarial=False,
    anytime=True,
    cost="O(K) amortised",
    folds=False,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    order="O((K² + (C + L) K ln T) / Δ²), C winners that lose to L arms each",
)
def start(arms: int, horizon: int, *, alpha: Radius = 0.51) -> Ccb:
    """An arm that may be a Copeland winner against the arm that most likely beats it."""
    above("alpha", alpha, 0.5)
    guess = np.zeros((3, arms), dtype=np.int64)
    guess[IN_B] = 1
    member = np.zeros((arms, arms), dtype=np.int8)
    return Ccb(float(alpha), confidence.start(arms), member, guess, np.array([arms]))


@jit
def _empty(s, i):
    """Set B^i = {}."""
    if s.guess[SIZE, i] > 0:
        for j in range(s.member.shape[0]):
            s.member[i, j] = 0
        s.guess[SIZE, i] = 0
        s.guess[OPEN, i] = 0


@jit
def _give_up(s):
    """Reset all guesses to those of the first round."""
    for i in range(s.member.shape[0]):
        s.guess[IN_B, i] = 1
        _empty(s, i)
    s.losses[0] = s.member.shape[0]


@jit
def _recount(s, i):
    """The number of open pairs (i, j in B^i); -1 if i is known to beat some j in B^i."""
    count = 0
    for j in range(s.member.shape[0]):
        if s.member[i, j]:
            if refuted(s.pairs, j, i):
                return -1
            if not refuted(s.pairs, i, j):
                count += 1
    return count


@jit
def _test(s):
    """(A): check the arms whose pairs changed sides."""
    arm, failed = s.pairs.arm, False
    for i in range(s.member.shape[0]):
        if arm[CHANGED, i] > 0:
            arm[CHANGED, i] = 0.0
            if s.guess[SIZE, i] > 0 and not failed:
                s.guess[OPEN, i] = _recount(s, i)
                failed = s.guess[OPEN, i] < 0
    if failed:
        _give_up(s)


@jit
def _leave(s):
    """(B): arms leave B."""
    arm, guess = s.pairs.arm, s.guess
    arms, most, left = guess.shape[1], 0.0, 0  # max D and |B|
    for i in range(arms):
        most = max(most, arm[WON, i])
    for i in range(arms):
        if guess[IN_B, i]:
            if arms - 1 - arm[LOST, i] < most:
                guess[IN_B, i] = 0
                if guess[SIZE, i] != s.losses[0] + 1:
                    for j in range(arms):
                        s.member[i, j] = 1 if refuted(s.pairs, i, j) else 0
                    guess[SIZE, i] = int(arm[LOST, i])
                    guess[OPEN, i] = 0
            else:
                left += 1
    if left == 0:
        _give_up(s)


@jit
def _enter(s, rng):
    """(C): arms enter B. Returns the least LOST, which is that of the arms in C."""
    arm, guess = s.pairs.arm, s.guess
    arms, least, found = guess.shape[1], np.inf, False
    for i in range(arms):
        least = min(least, arm[LOST, i])
    for i in range(arms):
        if arm[LOST, i] == least and arm[LOST, i] + arm[WON, i] == arms - 1:
            found = True
            guess[IN_B, i] = 1
            _empty(s, i)
    if found:
        s.losses[0] = int(least)
        for i in range(arms):
            if guess[SIZE, i] < s.losses[0] + 1:
                _empty(s, i)
            elif guess[SIZE, i] > s.losses[0] + 1:
                _trim(s, i, s.losses[0] + 1, rng)
    return least


@jit
def _trim(s, i, keep, rng):
    """Keep a uniform subset of B^i: each arm with chance (places left) / (arms left)."""
    left = s.guess[SIZE, i]
    s.guess[SIZE, i] = keep
    for j in range(s.member.shape[0]):
        if s.member[i, j]:
            if rng.random() * left < keep:
                keep -= 1
            else:
                s.member[i, j] = 0
            left -= 1
    s.guess[OPEN, i] = _recount(s, i)


@jit
def _open_pair(s, skip):
    """Number ``skip`` of the pairs (i, j in B^i) with l_ij <= 1/2 <= u_ij."""
    i = 0
    while i < s.member.shape[0] - 1 and skip >= s.guess[OPEN, i]:
        skip -= s.guess[OPEN, i]
        i += 1
    return i, nth(skip, s.member.shape[0], _is_open, i, s)


@jit
def _is_open(j, i, s):
    """Whether j is in B^i and l_ij <= 1/2 <= u_ij."""
    return s.member[i, j] and not refuted(s.pairs, i, j)


@jit
def _candidates(s, least):
    """|C| and |B ∩ C|."""
    size, both = 0, 0
    for i in range(s.guess.shape[1]):
        if s.pairs.arm[LOST, i] == least:
            size += 1
            both += s.guess[IN_B, i]
    return size, both


@jit
def _candidate(s, least, narrow, count, rng):
    """(3): a uniform one of the ``count`` arms of C, or of B ∩ C if ``narrow``."""
    skip = int(rng.random() * count) if count > 1 else 0
    return nth(skip, s.guess.shape[1], _in_pool, s.pairs.arm, s.guess, least, narrow)


@jit
def _in_pool(i, arm, guess, least, narrow):
    """Whether i is in C, and in B if ``narrow``."""
    return arm[LOST, i] == least and (guess[IN_B, i] or not narrow)


@jit
def _bound(s, c, j, radius, inside):
    """u_jc if j is a rival in (4), otherwise -1; rivals are in B^c if ``inside``, otherwise in all arms."""
    pair = s.pairs.pair
    if j == c or pair[WIDTH, c, j] < 0 or (inside and not s.member[c, j]):
        return -1.0
    return pair[MEAN, c, j] + radius * pair[WIDTH, c, j]  # j does not refute c: there is no minus


@jit
def _top(s, c, radius, inside):
    """The largest u_jc in (4), and how many rivals have it: none if u_cc = 1/2 is larger, or if there is no rival."""
    top, count = 0.0 if inside else 0.5, 0
    for j in range(s.member.shape[0]):
        u = _bound(s, c, j, radius, inside)
        if u > top:
            top, count = u, 1
        elif u == top:
            count += 1
    return top, count


@jit
def _rival(s, c, radius, inside, top, count, rng):
    """(4): a uniform one of the rivals with the largest bound, or c if there is none."""
    if count == 0:
        return c
    skip = int(rng.random() * count) if count > 1 else 0
    return nth(skip, s.member.shape[0], _has_bound, s, c, radius, inside, top)


@jit
def _has_bound(j, s, c, radius, inside, bound):
    """Whether this is the bound of the rival j in (4)."""
    return _bound(s, c, j, radius, inside) == bound


def _choose(s: Ccb, t, rng):
    x = s.alpha * math.log(t)
    radius, member, guess = math.sqrt(x), s.member, s.guess
    advance(s.pairs, x)
    _test(s)
    _leave(s)
    least = _enter(s, rng)
    total = 0
    for i in range(guess.shape[1]):
        total += guess[OPEN, i]
    size, both = _candidates(s, least)
    from_guesses = rng.random() < 0.25 and total > 0
    if from_guesses:
        c, d = _open_pair(s, int(rng.random() * total))
    else:
        narrow = both > 0 and rng.random() < 2 / 3
        c, d = _candidate(s, least, narrow, both if narrow else size, rng), -1
    everywhere, many = _top(s, c, radius, False)
    inner, few = _top(s, c, radius, True) if guess[SIZE, c] > 0 else (0.0, 0)
    if not from_guesses:
        if rng.random() < 0.5 and few > 0:
            d = _rival(s, c, radius, True, inner, few, rng)
        else:
            d = _rival(s, c, radius, False, everywhere, many, rng)

    p_guess = 0.25 * guess[OPEN, c] / total if total > 0 else 0.0
    p_step = 0.0  # the chance that c comes from (3)
    if s.pairs.arm[LOST, c] == least:
        p_step = 1 / size if both == 0 else 1 / 3 / size + (2 / 3 / both if guess[IN_B, c] else 0.0)
    p_step *= 0.75 if total > 0 else 1.0
    p = 0.0  # of d in (4)
    if (many == 0 and d == c) or (many > 0 and _bound(s, c, d, radius, False) == everywhere):
        p = 1 / max(many, 1)
    if few > 0:
        p = p / 2 + (0.5 / few if _bound(s, c, d, radius, True) == inner else 0.0)
    p *= p_step
    if member[c, d] and not refuted(s.pairs, c, d):
        p += 0.25 / total
    return Duel(c, d, p_guess + p_step, p / (p_guess + p_step))


def _update(s: Ccb, t, duel, outcome):
    count_outcome(s.pairs, duel.first, duel.second, outcome)


choose.register(Ccb, _choose)
update.register(Ccb, _update)
