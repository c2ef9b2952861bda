r"""CHAMPION: the arm with the least evidence against it meets the rivals that it has not beaten for certain.

    E(w, l) = 2^n ∫ q^w (1-q)^l dq, n = w + l;     i has beaten j once  w_ij > w_ji and E >= (K/δ + 1)/2
    kl(w, l) = n ln 2 + w ln(w/n) + l ln(l/n);     z_ij = kl(w_ij, w_ji), with the sign of w_ij - w_ji
    I_i = Σ_j max(-z_ij, 0),  the evidence against i
    h = the arm with the least I_i of those that nobody has beaten; of equals one with the largest Σ_j max(z_ij, 0)
    its rival, of those that it has not beaten: with chance 4/5 the j with the least z_hj, else the one it met least

It stops when one arm has beaten all others: the Condorcet winner. E is an e-value for p_ij <= 1/2 that holds at every
look, whoever chose the pairs (``core/evidence/pairs``); a tie changes nothing. A wrong arm must have beaten one that
beats it or ties with it; for each arm take one such rival, so that K tests at the level δ/K can hurt.

If every arm was beaten, then at the same level there is no Condorcet winner, and the verdict is "nobody". So a run in
which the winner itself was beaten by bad luck, with a chance of at most δ, ends too. If all but one were beaten, this
one is the winner provided that there is a winner; it goes on until that is certain.

Without the fifth of duels with the rival that was met least, one run in a hundred never ends where two rivals are
nearly equal, because the true winner waits for ever.

With ``within`` = ε it seeks an arm that loses to nobody by more than ε: the tests are at m = 1/2 - ε instead, with
M(m) >= K/δ, and z_hj in the choice of the rival is the evidence against m, where a tie is half a win. Then near ties
cost no more than a gap of ε. Here a wrong "nobody" would need other tests than a wrong arm does, beyond the level δ of
those. So it is not said: if every arm was beaten by more than ε, all may lead again.

With ``pairs=uniform`` both arms are drawn from all arms until the end: the same tests on pairs that nobody chose.

There are sixteen bytes for each ordered pair: eight for z, and four each for wins and ties, of which the sign says what
is certain. With ε there are eight more. So a pair counts its first 2^30 votes only. A test that stops there for good
still errs as rarely as it says.
"""

import math
from typing import Annotated, Literal, NamedTuple

import numpy as np

from duelling.algorithms.shared.settings import Settled, Wrong, check_delta
from duelling.core.evidence.pairs import log_mixture, proves_ahead
from duelling.core.jit import jit
from duelling.core.protocol import NOBODY, Duel, choose, update, verdict
from duelling.core.sampling import draw_other, nth
from duelling.core.states import name_places
from duelling.errors import WrongValue, at_least, one_of
from duelling.registry.facts import algorithm

Within = Annotated[float, "By how much the verdict may lose to another arm; 0 asks for the winner itself."]
Pairs = Annotated[Literal["champion", "uniform"], "Whether the champion meets its rivals, or any arm any other."]
RARELY = 0.2  # the chance of the rival that was met least
MOST = 2**30 - 1  # votes on a pair that are counted: twice as many fit into four bytes, with questions in an arena


class Champion(NamedTuple):
    uniform: int  # 1: both arms are drawn from all arms
    within: float  # ε
    alpha: float  # δ/K
    wins: np.ndarray  # twice w_ij; in an arena a question without an answer is half a win of both
    ties: np.ndarray  # [i, j]: their number n; -1 - n once i has beaten j, or loses to it by at most ε
    z: np.ndarray  # z_ij
    behind: np.ndarray  # as z_ij, but against 1/2 - ε; empty for ε = 0
    arm: np.ndarray  # I_i; Σ_j max(z_ij, 0)
    known: np.ndarray  # how many others i has beaten; 1 once somebody has beaten i
    now: np.ndarray  # the verdict, -1 or NOBODY; the arm to play then


AGAINST, FOR = name_places(Champion, "arm", "against for")
BEATS, LOST = name_places(Champion, "known", "beats lost")
VERDICT, PLAYED = name_places(Champion, "now", "verdict played")


def _start(arms: int, delta: float, within: float, pairs: str) -> Champion:
    if at_least("within", within, 0, 0.5) == 0.5:
        raise WrongValue(f"within must be below 0.5, got {within!r}")
    return Champion(
        uniform=int(one_of("pairs", pairs, ("champion", "uniform")) == "uniform"),
        within=float(within),
        alpha=delta / arms,
        wins=np.zeros((arms, arms), np.int32),
        ties=np.zeros((arms, arms), np.int32),
        z=np.zeros((arms, arms)),
        behind=np.zeros((arms, arms) if within > 0 else (0, 0)),
        arm=np.zeros((2, arms)),
        known=np.zeros((2, arms), np.int64),
        now=np.array([-1, 0]),
    )


def identify(arms: int, *, delta: Wrong = 0.05, within: Within = 0.0, pairs: Pairs = "champion") -> Champion:
    """Play until one arm has beaten all others, or every arm was beaten; wrong with chance ``delta`` at most."""
    return _start(arms, check_delta(delta, None), within, pairs)


@algorithm(
    "champion",
    label="Champion",
    reference="a mixture of likelihood ratios for each pair (Robbins 1970)",
    family=("black", 1),
    examples=("within=0.1",),
    winners=("condorcet",),
    regret="strong",
    adversarial=False,
    anytime=False,
    cost="O(K)",
    folds=True,
    self_duels=True,
    opponent="any",
    takes_any_vote=True,
    true_chances=True,
    identify=identify,
)
def start(
    arms: int, horizon: int, *, delta: Settled = None, within: Within = 0.0, pairs: Pairs = "champion"
) -> Champion:
    """The arm with the least evidence against it meets rivals until it has beaten all, then itself; delta is 1/T."""
    return _start(arms, check_delta(delta, max(horizon, 2)), within, pairs)


@jit
def _evidence(won, lost, m):
    """n times the divergence of the share of wins from m, with the sign of their difference."""
    n = won + lost
    if won == n * m or n == 0:
        return 0.0
    total = -won * math.log(m) - lost * math.log(1 - m)
    if won > 0:
        total += won * math.log(won / n)
    if lost > 0:
        total += lost * math.log(lost / n)
    return total if won > n * m else -total


@jit
def _leads(i, arm, known, least, most):
    return known[LOST, i] == 0 and arm[AGAINST, i] == least and arm[FOR, i] == most


@jit
def _worst(j, h, ties, behind, least):
    return j != h and ties[h, j] >= 0 and behind[h, j] == least


@jit
def _fresh(j, h, wins, ties, fewest):
    return j != h and ties[h, j] >= 0 and _twice_met(h, j, wins, ties) == fewest


@jit
def _twice_met(h, j, wins, ties):
    """Twice the votes on the pair, while h has not beaten j."""
    return wins[h, j] + wins[j, h] + 2 * ties[h, j]


@jit
def _ties(s, i, j):
    """How often i and j tied."""
    return max(s.ties[i, j], -1 - s.ties[i, j])


def _choose(s: Champion, t, rng):
    return _pick(s, rng)


@jit
def _pick(s, rng):
    arms, arm, known = s.arm.shape[1], s.arm, s.known
    if s.now[VERDICT] != -1:
        return Duel(s.now[PLAYED], s.now[PLAYED], 1.0, 1.0)
    if s.uniform == 1:
        first = int(rng.random() * arms)
        return Duel(first, draw_other(first, arms, rng), 1 / arms, 1 / (arms - 1))
    least, most, leaders = math.inf, 0.0, 0
    for i in range(arms):
        if known[LOST, i] == 0:
            if arm[AGAINST, i] < least or (arm[AGAINST, i] == least and arm[FOR, i] > most):
                least, most, leaders = arm[AGAINST, i], arm[FOR, i], 0
            leaders += arm[AGAINST, i] == least and arm[FOR, i] == most
    h = nth(int(rng.random() * leaders), arms, _leads, arm, known, least, most)
    behind = s.behind if s.within > 0 else s.z
    worst, fewest, worse, fresher = math.inf, math.inf, 0, 0
    for j in range(arms):
        if j != h and s.ties[h, j] >= 0:
            met = _twice_met(h, j, s.wins, s.ties)
            if behind[h, j] < worst:
                worst, worse = behind[h, j], 0
            if met < fewest:
                fewest, fresher = met, 0
            worse += behind[h, j] == worst
            fresher += met == fewest
    if rng.random() < RARELY:
        j = nth(int(rng.random() * fresher), arms, _fresh, h, s.wins, s.ties, fewest)
    else:
        j = nth(int(rng.random() * worse), arms, _worst, h, s.ties, behind, worst)
    chance = (1 - RARELY) / worse if behind[h, j] == worst else 0.0
    if _twice_met(h, j, s.wins, s.ties) == fewest:
        chance += RARELY / fresher
    return Duel(h, j, 1 / leaders, chance)


def _update(s: Champion, t, duel, outcome):
    _tell(s, duel.first, duel.second, outcome)


@jit
def _tell(s, i, j, outcome):
    if i != j and s.now[VERDICT] == -1:
        see(s, i, j, outcome)
        prove(s, i, j, s.wins[i, j] // 2, _ties(s, i, j), s.wins[j, i] // 2)


@jit
def see(s, i, j, outcome):
    """Count a vote on i and j for the choice of the next pair."""
    if s.wins[i, j] + s.wins[j, i] < 2 * (MOST - _ties(s, i, j)):
        if outcome == 0:
            s.ties[i, j] += 1 if s.ties[i, j] >= 0 else -1
            s.ties[j, i] += 1 if s.ties[j, i] >= 0 else -1
        elif outcome > 0:
            s.wins[i, j] += 2
        else:
            s.wins[j, i] += 2
        weigh_up(s, i, j)


@jit
def weigh_up(s, i, j):
    """Compute what follows from the counts of i and j for the choice of the next pair."""
    weigh(s, i, j)
    if s.uniform == 0:  # else they choose nobody
        sum_up(s.z, s.arm, i)
        sum_up(s.z, s.arm, j)


@jit
def weigh(s, i, j):
    """Compute the evidence between i and j; ``sum_up`` has to follow for both."""
    if s.wins[i, j] < s.wins[j, i]:
        i, j = j, i  # so that equal counts give equal numbers, whoever is ahead
    s.z[i, j] = _evidence(s.wins[i, j] / 2, s.wins[j, i] / 2, 0.5)
    s.z[j, i] = -s.z[i, j]
    if s.within > 0:
        ties = _ties(s, i, j)
        for x, y in ((i, j), (j, i)):
            s.behind[x, y] = _evidence((s.wins[x, y] + ties) / 2, (s.wins[y, x] + ties) / 2, 0.5 - s.within)


@jit
def prove(s, i, j, won, tied, lost):
    """Test i and j by votes of which i won, tied and lost so many, and conclude."""
    changed = False
    for x, y, wins, losses in ((i, j, won, lost), (j, i, lost, won)):
        certain = _certain(wins, losses, tied, s.within, s.alpha)
        if certain > 0 and s.ties[x, y] >= 0:
            s.ties[x, y] = -1 - s.ties[x, y]
            s.known[BEATS, x] += 1
            changed = True
        elif certain < 0 and s.known[LOST, x] == 0:
            s.known[LOST, x] = 1
            changed = True
    if changed:
        _conclude(s.z, s.arm, s.known, s.now, s.within)


@jit
def sum_up(z, arm, i):
    """Add up the evidence against i and for it anew: a difference would leave what rounding left."""
    against = in_favour = 0.0
    for j in range(z.shape[1]):
        against += max(-z[i, j], 0.0)
        in_favour += max(z[i, j], 0.0)
    arm[AGAINST, i], arm[FOR, i] = against, in_favour


@jit
def _certain(won, lost, tied, within, alpha):
    """1 if it is certain that the arm beats the other, or loses by at most ε; -1 if that it loses by more; else 0."""
    if within == 0:
        return 1 if proves_ahead(won, lost, alpha) else (-1 if proves_ahead(lost, won, alpha) else 0)
    m, votes = 0.5 - within, won + tied + lost
    if log_mixture(m, won, tied, lost) < -math.log(alpha):
        return 0
    return 1 if won + tied / 2 > m * votes else (-1 if won + tied / 2 < m * votes else 0)


@jit
def _conclude(z, arm, known, now, within):
    """An arm that has beaten all others is the winner; where every arm was beaten there is none, without ε."""
    arms, unbeaten = arm.shape[1], 0
    for i in range(arms):
        if known[BEATS, i] == arms - 1:
            now[VERDICT] = now[PLAYED] = i
            return
        unbeaten += known[LOST, i] == 0
    if unbeaten == 0 and within == 0:
        best = 0
        for i in range(arms):
            sum_up(z, arm, i)
            if arm[AGAINST, i] < arm[AGAINST, best]:
                best = i
        now[VERDICT], now[PLAYED] = NOBODY, best
    elif unbeaten == 0:
        for i in range(arms):
            known[LOST, i] = 0


def _verdict(s: Champion):
    return s.now[VERDICT]


choose.register(Champion, _choose)
update.register(Champion, _update)
verdict.register(Champion, _verdict)
