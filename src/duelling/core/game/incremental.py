r"""The von Neumann winner of a game in which one pair changes at a time. docs/von_neumann.md has an example.

While the winner u is unique, with support S, it is the solution of N (v, u_S) = (1, 0) for the skew-symmetric

    N = [[0, 1ᵀ], [-1, A_SSᵀ]]         and         s = uᵀA > 0 off S.

That these hold, with |S| odd, also proves that u is the only winner. When A_ij grows by d (and A_ji falls by d) then

    i, j both off S    nothing moves                                                              O(1)
    one of them in S   one slack moves, s_b ± d u_a                                               O(1)
    both in S          the winner goes along a line to u', the solution for the new A:
                       (1 - θ) u + θ (u_i/u'_i) u' up to its sum, θ ≤ 1                           O(|S|³ + |S|K)

If a weight or a slack reaches zero on the way, the change stops there for an edge step. At this point A has a segment
of winners; u is moved to its other end, and S exchanges one arm, gains two or loses two. The direction of the segment
is the solution of N w = -(1, A_kS) where arm k joins S, and of N w = e_k where it leaves. If this does not end in a
proof that the winner is unique, the winner is computed from scratch. So u is always the least-norm winner of A, as
exactly as ``quadratic`` finds it. The space for N, and for what is computed from scratch, is made when it is needed:
most changes are those of O(1).
"""

from typing import Any, NamedTuple

import numpy as np

from duelling.core.game.quadratic import TOLERANCE, write_least_norm
from duelling.core.game.vectors import largest
from duelling.core.jit import jit

STEPS = 100  # of one change, half of them edge steps, before the winner is computed from scratch


class Game(NamedTuple):
    A: np.ndarray  # A_ij > 0: i beats j
    u: np.ndarray  # the winner
    level: np.ndarray  # u on S and s off S, all positive; up to date while the winner is unique
    support: np.ndarray  # |S|, or 0 while the winner is not unique; then the arms of S
    place: np.ndarray  # where an arm stands in ``support``; 0 off S
    scale: np.ndarray  # [at least the largest |A_ij|]
    v: np.ndarray  # working space: a direction, in the coordinates of ``level``


def start(arms: int) -> Game:
    """A game without any preference; its winner is uniform."""
    return Game(
        A=np.zeros((arms, arms)),
        u=np.full(arms, 1 / arms),
        level=np.zeros(arms),
        support=np.zeros(arms + 1, np.int64),
        place=np.zeros(arms, np.int64),
        scale=np.zeros(1),
        v=np.zeros(arms),
    )


@jit
def _aim(g, k):
    """Write to v the levels that S has in A (k = -1), or the direction of the segment at arm k; False: N is singular.

    The border of N is ±scale instead of ±1, so that its entries are of one size.
    """
    A, v, support, place, border = g.A, g.v, g.support, g.place, g.scale[0]
    n = support[0] + 1
    N = np.empty((n, n + 1))  # with a right-hand side; made here because S is mostly small
    joins = k >= 0 and place[k] == 0
    for a in range(n):
        for b in range(1, n):
            N[a, b] = border if a == 0 else A[support[b], support[a]]
        N[a, 0] = 0.0 if a == 0 else -border
        if joins:
            N[a, n] = -border if a == 0 else -A[k, support[a]]
        else:
            N[a, n] = border if a == (0 if k < 0 else place[k]) else 0.0
    regular = _eliminate(N, n, TOLERANCE * border)
    for h in range(v.size):
        v[h] = A[k, h] if joins else 0.0
    for a in range(1, n if regular else 0):
        N[a, n] /= N[a, a]
        for h in range(v.size):
            v[h] += N[a, n] * A[support[a], h]
    for a in range(1, n):
        v[support[a]] = N[a, n]
    if k >= 0:
        v[k] = 1.0 if joins else border  # the level that k has on the other side
    return regular


@jit
def _eliminate(N, n, least):
    """Gauss-Jordan elimination of the n x (n + 1) corner of N; False where a pivot is not above ``least``."""
    regular = True
    for c in range(n):
        pivot = c
        for a in range(c + 1, n):
            if abs(N[a, c]) > abs(N[pivot, c]):
                pivot = a
        regular = regular and abs(N[pivot, c]) > least
        for b in range(c, n + 1):
            N[c, b], N[pivot, b] = N[pivot, b], N[c, b]
        for a in range(n if regular else 0):
            factor = N[a, c] / N[c, c]
            for b in range(c + 1, n + 1 if a != c else 0):
                N[a, b] -= factor * N[c, b]
    return regular


@jit
def _flip(support, place, k):
    """Arm k joins S, or it leaves and the last arm of S takes its place."""
    if place[k] == 0:
        support[0] += 1
        support[support[0]], place[k] = k, support[0]
    else:
        last = support[support[0]]
        support[place[k]], place[last], place[k] = last, place[k], 0
        support[0] -= 1


@jit
def _set(A, i, j, value):
    """A_ij = value and A_ji = -value."""
    A[i, j], A[j, i] = value, -value


@jit
def _moves_slack_alone(g, i, j, d):
    """Handle the usual case in O(1): i or j is off S, and no slack falls to zero. Return whether it was this case."""
    level, place = g.level, g.place
    done = False
    if g.support[0] > 0 and (place[i] == 0 or place[j] == 0):
        a, b, gain = (i, j, d) if place[i] > 0 else (j, i, -d)
        slack = level[b] + gain * g.u[a]  # u_a = 0 where both are off S
        if slack > TOLERANCE * g.scale[0]:
            _set(g.A, i, j, g.A[i, j] + d)
            level[b], done = slack, True
    return done


@jit
def _aim_for_target(g, i, j, scratch):
    """Turn the levels in v, those of the new A, into the direction from the present ones.

    Returns whether v leads to levels that prove a unique winner, or at least through an edge. Also returns the sum of
    the weights there, in the scale in which u moves along a line.
    """
    level, place, v = g.level, g.place, g.v
    total, right = 1.0, True
    if place[i] > 0 and place[j] > 0 and not scratch:
        total = level[i] / v[i] if v[i] != 0 else 0.0
    least = TOLERANCE * max(total, 0.0)
    for h in range(v.size):
        there, zero = total * v[h], least if place[h] > 0 else least * g.scale[0]
        if not there > zero and not (there < -zero and level[h] > 0):
            right = False
        v[h] = there - level[h]
    return right, total


@jit
def _first_zero(level, v, edge, theta):
    """The largest θ up to ``theta`` before which no level but that of ``edge`` falls to zero along v.

    Also returns the arm whose level is zero there; ``edge`` where there is none.
    """
    met = edge
    for h in range(v.size):
        if h != edge and v[h] < 0 and level[h] < -v[h] * theta:
            theta, met = level[h] / -v[h], np.int64(h)
    return theta, met


@jit
def _solve_from_scratch(g):
    """Write the least-norm winner of A to u, and its support. The levels are zero until the next ``_aim``."""
    u, support = g.u, g.support
    g.scale[0] = largest(g.A)
    write_least_norm(g.A, g.scale[0], u)
    support[0] = 0
    for h in range(u.size):
        g.level[h], g.place[h] = 0.0, 0
        if u[h] > 0:
            support[0] += 1
            support[support[0]], g.place[h] = h, support[0]


@jit
def _follow(g, i, j, target):
    """Move A_ij to ``target``, step by step where the support changes on the way."""
    A, u, level, support, place, v = g.A, g.u, g.level, g.support, g.place, g.v
    before, moves, steps, scratch = A[i, j], True, 0, False
    edge: Any = np.int64(-1)  # the arm at an edge; -1 while A moves
    while moves:
        if edge < 0:
            _set(A, i, j, target)
        steps += 1
        right = steps <= STEPS and support[0] % 2 == 1 and _aim(g, edge)
        total, theta, met = 1.0, np.inf, edge
        if edge < 0:
            theta = 1.0
            if right:
                right, total = _aim_for_target(g, i, j, scratch)
        if right:
            theta, met = _first_zero(level, v, edge, theta)
        total = 1 + theta * (total - 1) if edge < 0 else 1.0
        if right and 0 < theta < np.inf and total > TOLERANCE:
            for h in range(u.size):
                level[h] = (level[h] + theta * v[h]) / total
            if met < 0:  # at the target
                for h in range(u.size):
                    u[h] = level[h] if place[h] > 0 else 0.0
                moves = False
            elif edge < 0:  # at an edge
                before += theta * (target - before)
                _set(A, i, j, before)
                level[met] = 0.0
                edge = met
            else:  # at the other end of the segment: both arms go to the other side
                level[met], level[edge] = 0.0, theta * v[edge]
                _flip(support, place, edge)
                _flip(support, place, met)
                edge = np.int64(-1)
        elif scratch:  # the winner is not unique
            support[0], moves = 0, False
        else:
            _set(A, i, j, target)
            _solve_from_scratch(g)
            scratch, steps, edge = True, 0, np.int64(-1)


@jit
def change(g, i, j, d):
    """Let A_ij grow by d and A_ji fall by d, and u follow."""
    target = g.A[i, j] + d
    g.scale[0] = max(g.scale[0], abs(target))
    if i != j and d != 0 and not _moves_slack_alone(g, i, j, d):
        _follow(g, i, j, target)
