"""Von Neumann winners and VN+UnifK-1 the slow way: everything from scratch in every round."""

import numpy as np
from scipy.optimize import linprog


def skew(upper):
    """The skew-symmetric matrix with this upper triangle."""
    A = np.triu(np.asarray(upper, dtype=float), 1)
    return A - A.T


def vertex(A):
    """Some winner, by linear programming: max v subject to (uᵀA)_j ≥ v."""
    K = len(A)
    found = linprog(
        np.r_[np.zeros(K), -1],
        A_ub=np.c_[-A.T, np.ones(K)],
        b_ub=np.zeros(K),
        A_eq=[[1] * K + [0]],
        b_eq=[1],
        bounds=[(0, None)] * K + [(None, None)],
        method="highs",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    return found.x[:K]


def nonnegative_least_squares(E, f, tolerance=1e-11):
    """Lawson and Hanson's method for min |Ey - f| over y ≥ 0."""
    n = E.shape[1]
    y, passive = np.zeros(n), np.zeros(n, bool)
    for _ in range(30 * n):
        gradient = E.T @ (f - E @ y)
        gradient[passive] = -np.inf
        enter = gradient.argmax()
        if gradient[enter] <= tolerance:
            return y
        passive[enter] = True
        while True:
            z = np.zeros(n)
            z[passive] = np.linalg.lstsq(E[:, passive], f, rcond=1e-10)[0]
            bad = passive & (z <= 0)
            if not bad.any():
                break
            step = (y[bad] / (y[bad] - z[bad])).min()
            y += step * (z - y)
            passive &= y > 1e-14
            y[~passive] = 0
        y = z
    raise RuntimeError("no end")


def least_norm(A):
    """The least-norm winner as a least-distance problem: with u = 1/K + Zx, min |x| subject to u ≥ 0 and -Au ≥ 0."""
    K, scale = len(A), np.abs(A).max()
    if scale == 0:
        return np.full(K, 1 / K)
    Z = np.linalg.svd(np.ones((1, K)))[2][1:].T
    limits = np.r_[np.eye(K), -A / scale]
    E, f = limits @ Z, -limits @ np.full(K, 1 / K)
    unit = np.r_[np.zeros(K - 1), 1]
    residual = np.c_[E, f].T @ nonnegative_least_squares(np.c_[E, f].T, unit) - unit
    u = 1 / K - Z @ residual[:-1] / residual[-1]
    u[u < 1e-11] = 0
    return u / u.sum()


class VonNeumannUniform:
    """The thesis's Algorithm 4 with either weight."""

    def __init__(self, arms, estimator):
        self.arms, self.estimator = arms, estimator
        self.P = np.zeros((arms, arms))

    def choose(self, rng):
        self.u = least_norm(self.P)
        x, first = rng.random(), 0
        while first < self.arms - 1 and x >= self.u[: first + 1].sum():
            first += 1
        rest = [j for j in range(self.arms) if j != first]
        return first, rest[int(rng.random() * len(rest))]

    def update(self, first, second, outcome):
        if self.estimator == "thesis":
            weight = 1 / ((self.arms - 1) * self.u[first])
        else:
            weight = (self.arms - 1) / (self.u[first] + self.u[second])
        self.P[first, second] += weight * outcome
        self.P[second, first] -= weight * outcome
