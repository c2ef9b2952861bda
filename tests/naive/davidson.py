"""Davidson's model vote by vote: the log likelihood as it is printed, and its derivatives by differences."""

import math

import numpy as np
from scipy.optimize import minimize


def log_chance(at, items, left, right, outcome, side, tied) -> float:
    """The logarithm of the chance of one vote; ``at`` holds θ, then β, then log ν."""
    d = at[left] - at[right] + (at[items] if side else 0.0)
    weights = {1: math.exp(d / 2), 0: math.exp(at[-1]) if tied else 0.0, -1: math.exp(-d / 2)}
    return math.log(weights[outcome] / sum(weights.values()))


def rows(ballots):
    return list(zip(ballots.left.tolist(), ballots.right.tolist(), ballots.outcome.tolist(), strict=True))


def fit(ballots, ridge, side):
    """The best parameters, by a general method that knows the function alone."""
    items, tied = len(ballots.items), bool((ballots.outcome == 0).any())
    start = np.zeros(items + side + tied)

    def loss(at):
        total = sum(log_chance(at, items, *row, side, tied) for row in rows(ballots))
        return -total + ridge / 2 * (at[:items] ** 2).sum() + ridge / 10 * (at[items:] ** 2).sum()

    return minimize(loss, start, method="BFGS", options={"gtol": 1e-7}).x


def slope(at, items, row, side, tied, step=1e-5):
    """The derivative of the log chance of one vote, by differences."""
    moves = step * np.eye(len(at))
    ends = [[log_chance(at + sign * move, items, *row, side, tied) for sign in (1, -1)] for move in moves]
    return np.array([(up - down) / (2 * step) for up, down in ends])


def sandwich(ballots, at, ridge, side, groups):
    """H⁻¹ (R + Σ g gᵀ G/(G - 1)) H⁻¹, with g summed over the votes of one group, and H by differences of g."""
    items, tied = len(ballots.items), bool((ballots.outcome == 0).any())
    scores = np.zeros((max(groups) + 1, len(at)))
    before = np.diag([ridge] * items + [ridge / 5] * (side + tied))
    information = before.copy()
    for row, group in zip(rows(ballots), groups, strict=True):
        scores[group] += slope(at, items, row, side, tied)
        for k in range(len(at)):
            move = 1e-4 * np.eye(len(at))[k]
            information[k] -= (
                slope(at + move, items, row, side, tied) - slope(at - move, items, row, side, tied)
            ) / 2e-4
    inverse = np.linalg.inv(information)
    count = len(scores)
    return inverse, inverse @ (before + scores.T @ scores * count / (count - 1)) @ inverse
