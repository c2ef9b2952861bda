r"""The elimination test of SPAR2: when the support of the von Neumann winner is known.

Q_ij is the mean outcome of i against j so far, rad_ij² = ρ/N_ij, v the von Neumann winner of Q and S its support.

    σ = max_{i in S} smallest singular value of Q_SS with its column i replaced by ones
    ε_i = v_i in S,  (vᵀQ)_i off S;     ∆ = (2/9) σ min{min_S ε_i, min_{i off S} ε_i / |Q_iS|}
    S is known when  Σ_{i≠j in S} rad_ij² <= ∆²  and  Σ_{j in S} rad_ij² <= ε_i²/9  for every i off S

Where v is not the only winner, σ or some ε is 0 and the test fails. The test costs O(|S|⁴ + |S|K), but most rounds can
tell that it fails at a lower cost:

As ε <= 1, σ <= sqrt |S| and min v <= 1/|S|, every pair of an arm of S with any other arm must have rad <= 1/3. Until
this holds for all pairs of some arm, not even v is computed. From then on v follows Q, one pair a round, and the state
remembers one arm off S that fails. The singular values are computed again only where the last σ, plus a bound on the
movement of Q_SS since, would pass: the smallest singular values of two matrices differ by at most the norm of their
difference.

The state holds one K x K matrix, the means Q of which the solver reads rows, and half a one: how often each pair met.
The sums of outcomes are not kept: N Q, rounded, is exact.
"""

import math
from typing import NamedTuple

import numpy as np

from duelling.algorithms.shared.triangle import pairs, place_of
from duelling.core.game import incremental
from duelling.core.game.incremental import Game, change
from duelling.core.jit import jit
from duelling.core.states import name_places

SWEEPS = 40  # of Jacobi rotations; ten are enough for any matrix with one winner


class SupportEvidence(NamedTuple):
    rho: float  # ρ
    now: np.ndarray  # how many arms have rad <= 1/3 with all others; an arm that may fail; |S|; 1: σ belongs to this S
    short: np.ndarray  # for each arm, with how many others it has rad > 1/3
    met: np.ndarray  # N_ij at the place of the pair
    game: Game  # Q as game.A, v as game.u
    sigma: np.ndarray  # σ when it was last computed, and a bound on the movement of Q_SS since
    support: np.ndarray  # S


READY, WATCHED, SIZE, KNOWN = name_places(SupportEvidence, "now", "ready watched size known")
SIGMA, DRIFT = name_places(SupportEvidence, "sigma", "sigma drift")


def start(arms: int, rho: float) -> SupportEvidence:
    """The state before the first duel."""
    return SupportEvidence(
        rho=float(rho),
        now=np.array([0, 0, 0, 0]),
        short=np.full(arms, arms - 1),
        met=np.zeros(pairs(arms), np.int64),
        game=incremental.start(arms),
        sigma=np.zeros(2),
        support=np.zeros(arms, np.int64),
    )


@jit
def count_outcome(e, i, j, outcome):
    """Count a duel of two different arms."""
    place, before = place_of(i, j), e.game.A[i, j]
    total = np.floor(before * e.met[place] + 0.5) + outcome  # outcomes are whole, so Q may be off by a rounding
    e.met[place] += 1
    N = e.met[place]
    after = total / N
    waited = e.now[READY] == 0
    if 9 * e.rho <= N and not 9 * e.rho <= N - 1:
        for k in (i, j):
            e.short[k] -= 1
            if e.short[k] == 0:
                e.now[READY] += 1
    if waited:  # v is not computed yet; the first change computes it from scratch
        before = after - 1 if e.now[READY] > 0 else after
        e.game.A[i, j], e.game.A[j, i] = before, -before
    if e.now[READY] > 0:
        change(e.game, i, j, after - before)
        e.sigma[DRIFT] += math.sqrt(2.0) * abs(after - before)


@jit
def smallest_singular_value(B, m):
    """Of the m x m matrix in the corner of B, by rotating its columns until they are orthogonal. B is overwritten."""
    for _ in range(SWEEPS):
        largest = 0.0
        for p in range(m - 1):
            for q in range(p + 1, m):
                a = b = c = 0.0
                for k in range(m):
                    a += B[k, p] * B[k, p]
                    b += B[k, q] * B[k, q]
                    c += B[k, p] * B[k, q]
                if c == 0 or abs(c) <= 1e-15 * math.sqrt(a * b):
                    continue
                largest = max(largest, abs(c) / math.sqrt(a * b))
                zeta = (b - a) / (2 * c)
                tangent = math.copysign(1.0, zeta) / (abs(zeta) + math.sqrt(1 + zeta * zeta))
                cosine = 1 / math.sqrt(1 + tangent * tangent)
                for k in range(m):
                    x, y = B[k, p], B[k, q]
                    B[k, p], B[k, q] = cosine * (x - tangent * y), cosine * (tangent * x + y)
        if largest < 1e-14:
            break
    least = np.inf
    for p in range(m):
        a = 0.0
        for k in range(m):
            a += B[k, p] * B[k, p]
        least = min(least, a)
    return math.sqrt(least)


@jit
def _find_support(e):
    """Write S, and forget σ if it was computed for another S; return |S|."""
    u, m, same = e.game.u, 0, True
    for i in range(u.size):
        if u[i] > 0:
            same = same and e.support[m] == i
            e.support[m] = i
            m += 1
    if not same or m != e.now[SIZE]:
        e.now[SIZE], e.now[KNOWN] = m, 0
    return m


@jit
def _sigma(e):
    """Compute σ."""
    m, A, S = e.now[SIZE], e.game.A, e.support
    best, B = 0.0, np.empty((m, m))
    for ones in range(m):
        for p in range(m):
            for q in range(m):
                B[p, q] = 1.0 if q == ones else A[S[p], S[q]]
        best = max(best, smallest_singular_value(B, m))
    e.sigma[SIGMA], e.sigma[DRIFT], e.now[KNOWN] = best, 0.0, 1
    return best


@jit
def _most_sigma(e):
    """An upper bound on σ."""
    most = math.sqrt(e.now[SIZE])
    return min(most, e.sigma[SIGMA] + e.sigma[DRIFT]) if e.now[KNOWN] == 1 else most


@jit
def _uncertainty(e, i):
    """Σ rad_ij² over the other arms j of S."""
    total = 0.0
    for k in range(e.now[SIZE]):
        j = e.support[k]
        if i != j:
            N = e.met[place_of(i, j)]
            total += e.rho / N if N > 0 else np.inf
    return total


@jit
def _epsilon(e, i):
    """ε_i."""
    if e.game.u[i] > 0:
        return e.game.u[i]
    slack = 0.0
    for k in range(e.now[SIZE]):
        slack += e.game.u[e.support[k]] * e.game.A[e.support[k], i]
    return slack


@jit
def _fails(e, i):
    """Whether arm i is off S and too uncertain."""
    return e.game.u[i] == 0 and not 3 * math.sqrt(_uncertainty(e, i)) <= _epsilon(e, i)


@jit
def _least(e):
    """min{min_S ε_i, min_{i off S} ε_i / |Q_iS|}."""
    least = 1.0
    for i in range(e.short.size):
        norm = 0.0
        for k in range(e.now[SIZE]):
            q = e.game.A[i, e.support[k]]
            norm += q * q
        least = min(least, _epsilon(e, i) / (1.0 if e.game.u[i] > 0 else math.sqrt(norm)))
    return least


@jit
def support_is_known(e):
    """Whether S is known; False also if S is all arms."""
    if e.now[READY] == 0:
        return False
    m, arms = _find_support(e), e.short.size
    if m == arms or _fails(e, e.now[WATCHED]):
        return False
    for i in range(arms):
        if _fails(e, i):
            e.now[WATCHED] = i
            return False
    if m == 1:
        return True
    total = 0.0
    for k in range(m):
        total += _uncertainty(e, e.support[k])
    bar = math.sqrt(total) / (2 / 9 * _least(e))
    return bar <= _most_sigma(e) and bar <= _sigma(e)
