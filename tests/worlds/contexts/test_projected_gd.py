"""ProjectedGD: the projection comes as near as it promises."""

import math

import numpy as np

from tests.naive import contexts as naive


def test_the_projection_keeps_its_promise():
    """|s - v|² <= |s - z|² + 8 |v_1 - z| / √N_in for every policy s (Lemma 9)."""
    rng = np.random.default_rng(0)
    V = np.eye(12)[rng.integers(12, size=(5, 4))].sum(axis=1) / 2
    for steps in (1, 4, 50):
        start = rng.dirichlet(np.ones(5))
        z = V.T @ start + 0.3 * rng.normal(size=12)
        v = V.T @ naive.approximate_projection(V, z, start, steps)
        slack = 8 * np.linalg.norm(V.T @ start - z) / math.sqrt(steps)
        for s in V:
            assert ((s - v) ** 2).sum() <= ((s - z) ** 2).sum() + slack
