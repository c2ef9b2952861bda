r"""The least-norm von Neumann winner, from scratch. docs/von_neumann.md explains the method with an example.

The winners of a skew-symmetric game A form the polytope {u ≥ 0, Σu = 1, Au ≤ 0}. Among them

    u* = argmin |u|²

is unique, does not depend on the order of the arms, and is the winner itself where there is only one. The dual
active-set method of Goldfarb and Idnani finds it. It starts from the uniform mixture, which has the least norm of all,
and makes the constraint that is violated most hold with equality, one after the other. A constraint whose multiplier
would change sign is dropped. The norm grows with every step, so no active set comes back, however degenerate the game
is, and no feasible point is needed at the start. A step costs O(K²), and there are about as many steps as constraints
that hold in the end, K.

The q active normals are kept as n_k = Σ_j R_jk Q_j, with orthonormal Q_1 to Q_q and R_jk = 0 for j > k. What remains of
a new normal when its part in their span is taken away, z, has the direction of Q_q+1. Where one leaves, rotations of
two neighbours each make R a triangle again. So rounding does not grow with the number of steps. (A dual basis of the
normals is easier to update. It lost all digits in every second run of 700 rounds of vn+unif with 136 arms.)

[1] D. Goldfarb and A. Idnani. A numerically stable dual method for solving strictly convex quadratic programs.
    Mathematical Programming 27, 1983.
"""

import math
from typing import Any

import numpy as np

from duelling.core.game.vectors import add, dot, largest
from duelling.core.jit import jit

TOLERANCE = 1e-11  # a mixture that loses by less than this, on the scale of the largest entry, does not lose
ZERO = 1e-12  # a smaller weight of the winner is rounding
DEPENDENT = 1e-10  # a constraint depends on others if no more of its normal than this share lies outside their span
NOISE = 1e-16  # of the size of the terms: what rounding adds to a sum

# The working space is one matrix X, because the compiler takes longer with many arrays. Its rows are: Au; four with a
# number for each active constraint (which it is, the length of its normal, its multiplier, the coordinate of the new
# normal); two that say when a constraint was passed over, as a number of moves, which is infinite while it is active;
# the Q_j, and the columns of R. Behind both there is room for the new normal.
# Constraint k < n is -(Au)_k >= 0, on the scale of A; constraint n + k is u_k >= 0.
BEATEN, WHICH, LENGTH, PRICE, SHARE, SHUT, Q = 0, 1, 2, 3, 4, 5, 7


def least_norm(A: np.ndarray) -> np.ndarray:
    """The von Neumann winner of least Euclidean norm of the skew-symmetric game A; uniform where A is zero."""
    u = np.zeros(len(A))
    write_least_norm(A, largest(A), u)
    return u


@jit
def write_least_norm(A, scale, u):
    """Write to u the winner of least norm of the game A, whose largest entry is ``scale``."""
    n, moves, total = u.size, 1, 0.0
    X = np.empty((_R(n) + n + 1, n))
    for i in range(n):  # the first normal is that of Σu = 1
        X[Q, i], u[i] = 1 / math.sqrt(n), 1 / n
        X[SHUT, i] = X[SHUT + 1, i] = 0.0
    X[WHICH, 0], X[LENGTH, 0], X[PRICE, 0], X[_R(n), 0] = -1.0, math.sqrt(n), 1 / n, math.sqrt(n)
    q = np.int64(1)  # a literal 1 would compile every function that takes q a second time
    for _ in range(20 * n + 100 if 0 < scale < np.inf else 0):
        worst, depth = _most_violated(A, scale, u, X, moves)
        if worst < 0:
            break
        q, moved = _make_active(A, scale, u, X, q, worst, depth, moves)
        moves += moved
    _write_point(A, scale, u, X, q)
    for i in range(n):
        u[i] = u[i] if u[i] >= ZERO else 0.0
        total += u[i]
    for i in range(n):
        u[i] /= total


@jit
def _R(n):
    """The row of X where R begins."""
    return Q + n + 1


@jit
def _most_violated(A, scale, u, X, moves):
    """The constraint that u violates most, and by how much; -1 where there is none but what was passed over since."""
    n = u.size
    for h in range(n):
        X[BEATEN, h] = 0.0
    for k in range(n):
        for h in range(n):
            X[BEATEN, h] -= u[k] * A[k, h]  # Au, by rows of Aᵀ = -A
    worst, depth = -1, TOLERANCE
    for weights in range(2):
        for k in range(n):
            violated = -u[k] if weights else X[BEATEN, k] / scale
            if violated > depth and X[SHUT + weights, k] < moves:
                worst, depth = k + weights * n, violated
    return worst, depth


@jit
def _make_active(A, scale, u, X, q, worst, depth, moves):
    """Move u until it satisfies constraint ``worst`` with equality.

    Returns the number of active constraints, and whether u has moved. Otherwise only rounding violates this one.
    """
    n = u.size
    X[SHUT + worst // n, worst % n] = moves
    _write_normal(A, scale, worst, X, q)
    length, paid, before = math.sqrt(dot(X, Q + q, Q + q)), 0.0, q
    _split(X, q, length)
    while True:
        full, free = np.inf, dot(X, Q + q, Q + q)
        size = _find_shares(X, q)
        partial, gone = _first_to_leave(X, q)
        if q < n and math.sqrt(free) > DEPENDENT * length:
            full = depth / free
        step = min(partial, full)
        if step == np.inf or (q == before and depth <= NOISE * size):
            if q < before:  # u has to be the least point for those that are active
                _write_point(A, scale, u, X, q)
                X[SHUT + worst // n, worst % n] = moves + 1
            return q, q < before
        if full < np.inf:
            for i in range(n):
                u[i] += step * X[Q + q, i]
            depth -= step * free
        paid += step
        for k in range(q):
            X[PRICE, k] -= step * X[SHARE, k]
        if full <= partial:
            _join(X, q, worst, math.sqrt(free))
            X[LENGTH, q], X[PRICE, q] = length, paid
            return q + 1, True
        _leave(X, q, gone)
        q -= 1


@jit
def _write_normal(A, scale, worst, X, q):
    """Write the normal of constraint ``worst`` behind the active ones."""
    n = X.shape[1]
    for i in range(n):
        X[Q + q, i] = -A[worst, i] / scale if worst < n else (1.0 if i == worst - n else 0.0)


@jit
def _split(X, q, length):
    """Make the new normal orthogonal to the active ones: it becomes z, and its column of R holds what was taken."""
    z, column = Q + q, _R(X.shape[1]) + q
    for again in range(2):
        if again and dot(X, z, z) > length * length / 2:  # little was taken, so that rounding was little
            break
        for k in range(q):
            x = dot(X, Q + k, z)
            X[column, k] = X[column, k] + x if again else x
            add(X, z, -x, Q + k)


@jit
def _find_shares(X, q):
    """Write to row SHARE the coordinates of the new normal in the active ones. Returns the size of the terms."""
    column, size = _R(X.shape[1]) + q, 0.0
    for k in range(q):
        X[SHARE, k] = X[column, k]
    _solve(X, q, SHARE)
    for k in range(q):
        size += abs(X[SHARE, k]) * X[LENGTH, k]
    return size


@jit
def _solve(X, q, row):
    """Turn the coordinates of a point in Q_1 to Q_q into those in the active normals."""
    for k in range(q - 1, -1, -1):
        column = _R(X.shape[1]) + k
        X[row, k] /= X[column, k]
        for j in range(k):
            X[row, j] -= X[row, k] * X[column, j]


@jit
def _first_to_leave(X, q):
    """How far u can go until the first multiplier is zero, and whose it is; Σu = 1 never leaves."""
    partial = np.inf
    gone: Any = np.int64(0)
    for k in range(1, q):
        if X[SHARE, k] > 1e-14 and X[PRICE, k] < partial * X[SHARE, k]:
            partial, gone = X[PRICE, k] / X[SHARE, k], k
    return partial, gone


@jit
def _join(X, q, worst, free):
    """The new normal joins: z, of length ``free``, becomes the next Q."""
    n = X.shape[1]
    for i in range(n):
        X[Q + q, i] /= free
    X[_R(n) + q, q], X[WHICH, q] = free, worst
    X[SHUT + worst // n, worst % n] = np.inf


@jit
def _leave(X, q, gone):
    """Constraint ``gone`` leaves. The Q that no other active normal needs then returns to z."""
    n, last, column, which = X.shape[1], q - 1, _R(X.shape[1]), int(X[WHICH, gone])
    X[SHUT + which // n, which % n] = 0.0
    for k in range(gone, last):
        for row in range(WHICH, SHARE):
            X[row, k] = X[row, k + 1]
    for k in range(column + gone, column + q):  # the new normal too
        for j in range(q):
            X[k, j] = X[k + 1, j]
    for k in range(gone, last):  # column k has one entry too many
        a, b = X[column + k, k], X[column + k, k + 1]
        size = math.sqrt(a * a + b * b)
        for j in range(column + k, column + q):
            _turn(X, j, k, j, k + 1, a / size, b / size)
        for i in range(n):
            _turn(X, Q + k, i, Q + k + 1, i, a / size, b / size)
    for i in range(n):
        X[Q + last, i] = X[column + last, last] * X[Q + last, i] + X[Q + q, i]


@jit
def _turn(X, a, i, b, j, cos, sin):
    """Turn the entries (a, i) and (b, j) of X as the coordinates of a point."""
    x, y = X[a, i], X[b, j]
    X[a, i], X[b, j] = cos * x + sin * y, cos * y - sin * x


@jit
def _reached(A, scale, u, X, k):
    """n_k u."""
    n, which, total = u.size, int(X[WHICH, k]), 0.0
    for i in range(n if which < n else 0):
        total += u[i] if which < 0 else -A[which, i] / scale * u[i]
    return total if which < n else u[which - n]


@jit
def _write_point(A, scale, u, X, q):
    """Write the least point with n_k u = b_k, b = (1, 0, ...), to u, and its multipliers; twice, for precision."""
    n = u.size
    for i in range(n):
        u[i] = X[PRICE, i] = 0.0
    for _ in range(2):
        for k in range(q):
            column, x = _R(n) + k, (1.0 if k == 0 else 0.0) - _reached(A, scale, u, X, k)
            for j in range(k):
                x -= X[column, j] * X[SHARE, j]
            X[SHARE, k] = x / X[column, k]
        for k in range(q):
            X[PRICE, k] += X[SHARE, k]
            for i in range(n):
                u[i] += X[SHARE, k] * X[Q + k, i]
    _solve(X, q, PRICE)
