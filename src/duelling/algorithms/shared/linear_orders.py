r"""The orders in which points can be ranked by θ·x for some θ.

Two points change places where θ is at a right angle to their difference. These hyperplanes cut space into cells, and
each cell has one order: m hyperplanes in d dimensions give at most 2 Σ_{k<d} C(m-1, k) cells. In the plane the cells
are found by turning θ once around. In more dimensions every cell has a facet, which is a cell of the same points
projected on one of the hyperplanes. So a θ inside each facet, moved a little to either side, reaches every cell.
"""

import itertools
import math

import numpy as np

TOLERANCE = 1e-9  # a number below this, on the scale of its vector, is 0


def most_orders(count: int, dimension: int) -> int:
    """The largest number of orders that ``count`` points can have."""
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
    if apart.shape[1] == len(points) - 1:  # any values are those of some θ
        return np.array(list(itertools.permutations(range(len(points)))))
    return np.unique(_places(apart, _directions(apart, np.eye(apart.shape[1]), {})), axis=0)


def _places(points: np.ndarray, directions: np.ndarray) -> np.ndarray:
    return np.argsort(np.argsort(-(directions @ points.T), axis=1, kind="stable"), axis=1)


def _directions(points: np.ndarray, basis: np.ndarray, known: dict[bytes, np.ndarray]) -> np.ndarray:
    """A θ inside each cell of the space with this basis, in rows; points may coincide in their projection.

    ``known`` holds the spaces met before, by the pairs of points that differ there: each is reached in many ways.
    """
    first, second = np.triu_indices(len(points), 1)
    steps = (points[second] - points[first]) @ basis.T
    length = np.linalg.norm(steps, axis=1)
    apart = length > TOLERANCE * length.max()
    space = apart.tobytes()
    if space not in known:
        known[space] = _cells(points, basis, steps[apart] / length[apart, None], known)
    return known[space]


def _cells(points: np.ndarray, basis: np.ndarray, steps: np.ndarray, known: dict[bytes, np.ndarray]) -> np.ndarray:
    """A θ inside each cell, from the directions in which pairs of points differ, in the coordinates of the basis."""
    if len(basis) == 1 or len(steps) == 0:
        return np.array([basis[0], -basis[0]])
    if len(basis) == 2:
        return np.asarray(_around(steps) @ basis)
    found = []
    for normal in steps:
        within = _directions(points, np.linalg.svd(normal[None])[2][1:] @ basis, known) @ basis.T
        height, leaning = abs(within @ steps.T), np.maximum(abs(steps @ normal), TOLERANCE)
        room = np.where(height > TOLERANCE, height / (2 * leaning), 1).min(axis=1, initial=1)
        found += [within + side * room[:, None] * normal for side in (1, -1)]
    every = np.concatenate(found)
    every = every / np.linalg.norm(every, axis=1)[:, None] @ basis
    return np.asarray(every[np.unique(_places(points, every), axis=0, return_index=True)[1]])


def _around(steps: np.ndarray) -> np.ndarray:
    """In the plane: a θ between any two neighbouring directions at which points tie."""
    tie = np.arctan2(steps[:, 1], steps[:, 0]) + math.pi / 2
    turns = np.unique(np.round(np.concatenate([tie, tie + math.pi]) % (2 * math.pi), 12))
    between = turns + np.diff(turns, append=turns[0] + 2 * math.pi) / 2
    return np.column_stack([np.cos(between), np.sin(between)])
