r"""The least-norm von Neumann winner, from scratch. docs/von_neumann.md explains the method with an example.

The winners of a skew-symmetric game A form the polytope {u ≥ 0, Σu = 1, Au ≤ 0}. Among them

    u* = argmin |u|²

is unique, does not depend on the order of the arms, and is the winner itself where there is only one. The dual
active-set method of Goldfarb and Idnani finds it. It starts from the uniform mixture, which has the least norm of all,
and makes the constraint that is violated most hold with equality, one after the other. A constraint whose multiplier
would change sign is dropped. The norm grows with every step, so no active set comes back, however degenerate the game
is, and no feasible point is needed at the start. A step costs O(K²), and there are about as many steps as constraints
that hold in the end, K.

The q active normals n_k are kept together with their dual basis: d_k is in their span, d_k n_k = 1 and d_k n_l = 0 for
l ≠ k. So a vector x is Σ (d_k x) n_k plus a part z that is orthogonal to all n_k, and the point of least norm with
n_k u = b_k is Σ b_k d_k. A new normal n with coordinates r_k = d_k n enters by d_k -= r_k z/|z|², with z/|z|² for
itself; where l leaves, d_k -= (d_k d_l)/|d_l|² d_l.

[1] D. Goldfarb and A. Idnani. A numerically stable dual method for solving strictly convex quadratic programs.
    Mathematical Programming 27, 1983.
"""

from typing import Any

import numpy as np

from duelling.core.game.vectors import add, dot, largest
from duelling.core.jit import jit

TOLERANCE = 1e-11  # a mixture that loses by less than this, on the scale of the largest entry, does not lose
ZERO = 1e-12  # a smaller weight of the winner is rounding
DEPENDENT = 1e-10  # a constraint whose part outside the span of the others is shorter than this depends on them

# The working space is one matrix X, because the compiler takes longer with many arrays. Its rows are: Au; three rows
# with one number for each active constraint (which it is, its multiplier, the coordinate of the new normal); two rows
# that say whether a constraint is shut, that is active or dependent on the active ones; n + 1 normals and n + 1 duals,
# one more than can be active. Constraint k < n is -(Au)_k >= 0, on the scale of A; constraint n + k is u_k >= 0.
BEATEN, WHICH, PRICE, R, SHUT, NORMALS = 0, 1, 2, 3, 4, 6


def least_norm(A: np.ndarray) -> np.ndarray:
    """The von Neumann winner of least Euclidean norm of the skew-symmetric game A; uniform where A is zero."""
    u = np.zeros(len(A))
    write_least_norm(A, largest(A), u)
    return u


@jit
def write_least_norm(A, scale, u):
    """Write to u the winner of least norm of the game A, whose largest entry is ``scale``."""
    n = u.size
    duals = NORMALS + n + 1
    X = np.empty((duals + n + 1, n))
    for i in range(n):  # the first normal is that of Σu = 1
        X[NORMALS, i], X[duals, i], u[i] = 1.0, 1 / n, 1 / n
        X[SHUT, i] = X[SHUT + 1, i] = 0.0
    q = np.int64(1)  # a literal 1 would compile every function that takes q a second time
    for _ in range(20 * n + 100 if 0 < scale < np.inf else 0):
        worst, depth = _most_violated(A, scale, u, X)
        if worst < 0:
            break
        q = _make_active(A, scale, u, X, q, worst, depth)
    _write_point(u, X, q)


@jit
def _most_violated(A, scale, u, X):
    """The open constraint that u violates most, and by how much; -1 where it violates none."""
    n = u.size
    for h in range(n):
        X[BEATEN, h] = 0.0
    for k in range(n):
        for h in range(n):
            X[BEATEN, h] -= u[k] * A[k, h]  # Au, by rows of Aᵀ = -A
    worst, depth = -1, TOLERANCE
    for k in range(2 * n):
        violated = X[BEATEN, k] / scale if k < n else -u[k - n]
        if violated > depth and X[SHUT + k // n, k % n] == 0:
            worst, depth = k, violated
    return worst, depth


@jit
def _make_active(A, scale, u, X, q, worst, depth):
    """Move u until it satisfies constraint ``worst`` with equality; the number of active constraints after that."""
    n = u.size
    X[SHUT + worst // n, worst % n] = 1.0
    length = _write_normal(A, scale, worst, X, q)
    paid, waits = 0.0, True
    while waits:
        z, free, full = NORMALS + n + 1 + q, _split(X, q), np.inf
        partial, gone = _first_to_leave(X, q)
        if q < n and free > DEPENDENT * DEPENDENT * length:
            full = depth / free
        step = min(partial, full)
        if step == np.inf:  # nothing can give way, so that rounding alone violates it
            break
        if full < np.inf:
            for i in range(n):
                u[i] += step * X[z, i]
            depth -= step * free
        paid += step
        for k in range(q):
            X[PRICE, k] -= step * X[R, k]
        if full <= partial:
            _join(X, q, worst, free, paid)
            q += 1
            waits = False
        else:
            _leave(X, q, gone)
            q -= 1
    return q


@jit
def _write_normal(A, scale, worst, X, q):
    """Write the normal of constraint ``worst`` behind the q active ones; its squared length."""
    n, length = X.shape[1], 0.0
    for i in range(n):
        x = -A[worst, i] / scale if worst < n else (1.0 if i == worst - n else 0.0)
        X[NORMALS + q, i] = x
        length += x * x
    return length


@jit
def _split(X, q):
    """Split the new normal: its coordinates in the active ones go to row R, the rest to row z; |z|².

    What lies in the span is subtracted twice, for precision.
    """
    n = X.shape[1]
    duals = NORMALS + n + 1
    z, free = duals + q, 0.0
    for i in range(n):
        X[z, i] = X[NORMALS + q, i]
    for k in range(2 * q):
        x = dot(X, duals + k % q, z)
        X[R, k % q] = x if k < q else X[R, k % q] + x
        add(X, z, -x, NORMALS + k % q)
    for i in range(n):
        free += X[z, i] * X[z, i]
    return free


@jit
def _first_to_leave(X, q):
    """How far u can go until the first multiplier is zero, and whose it is; Σu = 1 never leaves."""
    partial = np.inf
    gone: Any = np.int64(0)
    for k in range(1, q):
        if X[R, k] > 1e-14 and X[PRICE, k] < partial * X[R, k]:
            partial, gone = X[PRICE, k] / X[R, k], k
    return partial, gone


@jit
def _join(X, q, worst, size, paid):
    """The new normal joins: its dual is z/|z|², and all other duals become orthogonal to it."""
    duals = NORMALS + X.shape[1] + 1
    z = duals + q
    for k in range(q):
        add(X, duals + k, -X[R, k] / size, z)
    for i in range(X.shape[1]):
        X[z, i] /= size
    X[WHICH, q], X[PRICE, q] = worst, paid


@jit
def _leave(X, q, gone):
    """Constraint ``gone`` leaves: all other duals become orthogonal to its dual, and the last one takes its place."""
    n = X.shape[1]
    duals, last = NORMALS + n + 1, q - 1
    pivot = duals + gone
    size = dot(X, pivot, pivot)
    for k in range(q):
        if k != gone:
            add(X, duals + k, -dot(X, duals + k, pivot) / size, pivot)
    which = int(X[WHICH, gone])
    X[SHUT + which // n, which % n] = 0.0
    X[WHICH, gone], X[PRICE, gone] = X[WHICH, last], X[PRICE, last]
    for i in range(n):
        X[NORMALS + gone, i], X[duals + gone, i] = X[NORMALS + last, i], X[duals + last, i]
        X[NORMALS + last, i] = X[NORMALS + q, i]  # the new one still waits


@jit
def _write_point(u, X, q):
    """Write to u the point Σ b_k d_k, b = (1, 0, ...), with two steps of refinement; weights below ZERO become 0."""
    n, total = u.size, 0.0
    duals = NORMALS + n + 1
    for i in range(n):
        X[BEATEN, i] = 0.0
    for k in range(3 * q):
        x = (1.0 if k % q == 0 else 0.0) - dot(X, NORMALS + k % q, BEATEN)
        add(X, BEATEN, x, duals + k % q)
    for i in range(n):
        u[i] = X[BEATEN, i] if X[BEATEN, i] >= ZERO else 0.0
        total += u[i]
    for i in range(n):
        u[i] /= total
