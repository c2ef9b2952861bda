r"""The least-norm von Neumann winner, from scratch.

The winners of a skew-symmetric game A form the polytope {u ≥ 0, Σu = 1, Au ≤ 0}. Among them

    u* = argmin |u|²

is unique, does not depend on the order of the arms, and is the winner itself where there is only one. The dual
active-set method of Goldfarb and Idnani finds it: start from the uniform mixture, which has the least norm of all, and
make the worst violated constraint hold with equality, one after the other; a constraint whose multiplier would change
sign is dropped. The norm grows with every step, so no active set comes back, however degenerate the game is, and no
feasible point is needed to start with. A step costs O(K²), and there are about as many steps as constraints that hold
in the end, K.

The q active normals n_k are kept beside their dual basis: d_k is in their span, d_k n_k = 1 and d_k n_l = 0 for l ≠ k.
So a vector x is Σ (d_k x) n_k and a part z orthogonal to all n_k, and the point of least norm with n_k u = b_k is
Σ b_k d_k. A new normal n with coordinates r_k = d_k n enters by d_k -= r_k z/|z|², with z/|z|² for itself; where l
leaves, d_k -= (d_k d_l)/|d_l|² d_l. All of them are rows of one matrix: the compiler takes longer with many arrays.

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


def least_norm(A: np.ndarray) -> np.ndarray:
    """The von Neumann winner of least Euclidean norm of the skew-symmetric game A; uniform where A is zero."""
    u = np.zeros(len(A))
    write_least_norm(A, largest(A), u)
    return u


@jit
def write_least_norm(A, scale, u):
    """Write to u the winner of least norm of the game A, whose largest entry is ``scale``."""
    n = u.size
    # Rows: normals from 0, duals from D, both with room for one more; Au; one number for each active constraint (which
    # it is, its multiplier, the coordinate of the new one); whether a constraint is active or depends on the active.
    D, BEATEN = n + 1, 2 * n + 2
    WHICH, PRICE, R, SHUT = BEATEN + 1, BEATEN + 2, BEATEN + 3, BEATEN + 4
    X = np.empty((SHUT + 2, n))
    # Constraint k < n is -(Au)_k >= 0, on the scale of A, and n + k is u_k >= 0. The first normal is that of Σu = 1.
    for i in range(n):
        X[0, i], X[D, i], u[i] = 1.0, 1 / n, 1 / n
        X[SHUT, i] = X[SHUT + 1, i] = 0.0
    q = np.int64(1)  # a literal 1 would compile every function that takes q a second time
    for _ in range(20 * n + 100 if 0 < scale < np.inf else 0):
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
        if worst < 0:
            break
        X[SHUT + worst // n, worst % n] = 1.0
        length = 0.0
        for i in range(n):
            X[q, i] = -A[worst, i] / scale if worst < n else (1.0 if i == worst - n else 0.0)
            length += X[q, i] * X[q, i]
        paid, waits = 0.0, True
        while waits:
            z = D + q  # the part of the new normal outside the span of the others, taken out twice for precision
            for i in range(n):
                X[z, i] = X[q, i]
            for k in range(2 * q):
                x = dot(X, D + k % q, z)
                X[R, k % q] = x if k < q else X[R, k % q] + x
                add(X, z, -x, k % q)
            free, partial, full = 0.0, np.inf, np.inf
            gone: Any = np.int64(0)
            for i in range(n):
                free += X[z, i] * X[z, i]
            for k in range(1, q):
                if X[R, k] > 1e-14 and X[PRICE, k] < partial * X[R, k]:
                    partial, gone = X[PRICE, k] / X[R, k], k
            if q < n and free > DEPENDENT * DEPENDENT * length:
                full = depth / free
            step = min(partial, full)
            joins = full <= partial
            if step == np.inf:  # nothing can give way, so that rounding alone violates it
                break
            for i in range(n if full < np.inf else 0):
                u[i] += step * X[z, i]
            depth -= step * free if full < np.inf else 0.0
            paid += step
            # The new one joins or ``gone`` leaves: all other duals become orthogonal to its dual.
            pivot = z if joins else D + gone
            size = free if joins else dot(X, pivot, pivot)
            for k in range(q):
                X[PRICE, k] -= step * X[R, k]
                if D + k != pivot:
                    add(X, D + k, -(X[R, k] if joins else dot(X, D + k, pivot)) / size, pivot)
            if joins:
                for i in range(n):
                    X[z, i] /= size
                X[WHICH, q], X[PRICE, q] = worst, paid
                q += 1
                waits = False
            else:
                which = int(X[WHICH, gone])
                X[SHUT + which // n, which % n] = 0.0
                q -= 1
                X[WHICH, gone], X[PRICE, gone] = X[WHICH, q], X[PRICE, q]
                for i in range(n):
                    X[gone, i], X[D + gone, i], X[q, i] = X[q, i], X[D + q, i], X[q + 1, i]
    # The point Σ b_k d_k, b = (1, 0, ...), with two steps of refinement.
    for i in range(n):
        X[BEATEN, i] = 0.0
    for k in range(3 * q):
        x = (1.0 if k % q == 0 else 0.0) - dot(X, k % q, BEATEN)
        add(X, BEATEN, x, D + k % q)
    total = 0.0
    for i in range(n):
        u[i] = X[BEATEN, i] if X[BEATEN, i] >= ZERO else 0.0
        total += u[i]
    for i in range(n):
        u[i] /= total
