r"""The orders in which points can be ranked by θ·x for some θ.

Two points change places where θ is at a right angle to their difference. These hyperplanes cut space into cells, each
with an order of its own: of m hyperplanes in d dimensions come at most 2 Σ_{k<d} C(m-1, k). In the plane they are found
by turning θ once around. In more dimensions every cell has a facet, which is a cell of the same points as they are seen
within one of the hyperplanes. So a θ inside each facet, moved a little to either side, reaches every cell.
"""

import math

import numpy as np

TOLERANCE = 1e-9  # a number below this, on the scale of its vector, is 0


def most_orders(count: int, dimension: int) -> int:
    """No ``count`` points have more orders than this."""
    hyperplanes = math.comb(count, 2)
    cells = 2 * sum(math.comb(hyperplanes - 1, k) for k in range(dimension))
    return min(cells, math.factorial(count))


def linear_orders(points: np.ndarray) -> np.ndarray:
    """place[o, i], how many points order o ranks above point i."""
    size = abs(points).max(axis=0)
    apart = points / np.where(size > 0, size, 1)
    apart = apart - apart[0]
    _, length, axes = np.linalg.svd(apart, full_matrices=False)
    apart = apart @ axes[length > TOLERANCE * length[0]].T  # in the space that they span
    return np.unique(_places(apart, _directions(apart)), axis=0)


def _places(points: np.ndarray, directions: np.ndarray) -> np.ndarray:
    return np.argsort(np.argsort(-(directions @ points.T), axis=1, kind="stable"), axis=1)


def _directions(points: np.ndarray) -> np.ndarray:
    """A θ inside each cell, in rows; points may coincide."""
    first, second = np.triu_indices(len(points), 1)
    steps = points[second] - points[first]
    length = np.linalg.norm(steps, axis=1)
    steps = (steps / np.maximum(length, 1e-300)[:, None])[length > TOLERANCE * length.max()]
    if points.shape[1] == 1 or len(steps) == 0:
        return np.eye(1, points.shape[1]) * [[1], [-1]]
    if points.shape[1] == 2:
        return _around(steps)
    found = []
    for normal in steps:
        basis = np.linalg.svd(normal[None])[2][1:]
        within = _directions(points @ basis.T) @ basis
        height, leaning = abs(within @ steps.T), np.maximum(abs(steps @ normal), TOLERANCE)
        room = np.where(height > TOLERANCE, height / (2 * leaning), 1).min(axis=1, initial=1)
        found += [within + side * room[:, None] * normal for side in (1, -1)]
    every = np.concatenate(found)
    every /= np.linalg.norm(every, axis=1)[:, None]
    return every[np.unique(_places(points, every), axis=0, return_index=True)[1]]


def _around(steps: np.ndarray) -> np.ndarray:
    """In the plane: a θ between any two neighbours of those at which points tie."""
    tie = np.arctan2(steps[:, 1], steps[:, 0]) + math.pi / 2
    turns = np.unique(np.round(np.concatenate([tie, tie + math.pi]) % (2 * math.pi), 12))
    between = turns + np.diff(turns, append=turns[0] + 2 * math.pi) / 2
    return np.column_stack([np.cos(between), np.sin(between)])
