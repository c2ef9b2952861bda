"""The winner that follows one pair at a time: it is the winner from scratch, through any number of edges."""

import numpy as np
import pytest

from duelling.core.game import incremental, is_unique
from duelling.core.game.quadratic import least_norm
from tests.helpers.modes import INTERPRETED

pytestmark = pytest.mark.edges


def assert_follows(game):
    """u is the least-norm winner of A, and while it is the only one, its support and levels are right too."""
    A, m = game.A, game.support[0]
    assert (A == -A.T).all()
    assert np.abs(game.u - least_norm(A)).max() <= 1e-9
    if m == 0:
        return
    S = game.support[1 : m + 1]
    assert sorted(S) == np.flatnonzero(game.u).tolist()
    assert game.place[S].tolist() == list(range(1, m + 1))
    assert (game.place > 0).sum() == m
    off = game.place == 0
    assert (game.level[S] == game.u[S]).all()
    assert (np.abs(game.level - game.u @ A)[off] <= 1e-11 * np.abs(A).max()).all()
    assert is_unique(A, game.u)


@pytest.mark.parametrize("kind", ["real", "whole", "weighted"])
@pytest.mark.parametrize("arms", [2, 3, 5, 9, pytest.param(16, marks=pytest.mark.compiled)])
def test_follows_one_pair_at_a_time(kind, arms):
    rng = np.random.default_rng(arms)
    game = incremental.start(arms)
    for _ in range((200 if arms < 6 else 60) if INTERPRETED else 300):
        i, j = rng.choice(arms, 2, replace=False)
        d = rng.choice([-1.0, 1.0])
        if kind == "real":
            d = rng.standard_normal()
        elif kind == "weighted" and game.u[i] > 0:
            d /= (arms - 1) * game.u[i]
        incremental.change(game, i, j, d)
        assert_follows(game)


def test_a_large_change_crosses_many_edges():
    rng = np.random.default_rng(1)
    sizes = set()
    for _ in range(10 if INTERPRETED else 100):
        game = incremental.start(7)
        for i in range(7):
            for j in range(i):
                incremental.change(game, i, j, rng.standard_normal())
        for _ in range(10):
            i, j = rng.choice(7, 2, replace=False)
            incremental.change(game, i, j, 10 * rng.standard_normal())
            assert_follows(game)
            sizes.add(int(game.support[0]))
    assert sizes >= {1, 3, 5}


@pytest.mark.parametrize("seed", [6, 13, 16])
def test_what_is_zero_up_to_rounding_has_not_changed_its_sign(seed):
    """Walks that come to a game with many winners, where a weight of ±1e-17 had been taken for one that is crossed."""
    rng, game = np.random.default_rng(seed), incremental.start(5)
    for _ in range(200):
        incremental.change(game, *rng.choice(5, 2, replace=False), rng.choice([-1.0, 1.0]))
        assert_follows(game)


def test_precision_does_not_drift():
    rng = np.random.default_rng(2)
    game = incremental.start(3)
    for i, j in ((0, 1), (1, 2), (2, 0)):
        incremental.change(game, i, j, 100.0)
    for _ in range(2000):
        incremental.change(game, *((0, 1), (1, 2), (2, 0))[int(rng.integers(3))], rng.uniform(-1, 1))
    weights = game.A[[1, 2, 0], [2, 0, 1]]
    assert game.u == pytest.approx(weights / weights.sum(), abs=1e-14)


def test_nothing_moves_without_a_change():
    game = incremental.start(3)
    incremental.change(game, 1, 1, 5.0)
    incremental.change(game, 0, 1, 0.0)
    assert not game.A.any()
    assert game.u == pytest.approx(np.full(3, 1 / 3))


def test_the_edge_of_the_page_about_the_winner():
    """The cycle of docs/von_neumann.md in which A_12 falls from 1 to -1: through an edge at 0 to arm 2 alone."""
    game = incremental.start(3)
    for i, j, d in ((0, 1, 1.0), (1, 2, 3.0), (2, 0, 2.0)):
        incremental.change(game, i, j, d)
    np.testing.assert_allclose(game.u, np.array([3, 2, 1]) / 6)
    incremental.change(game, 0, 1, -0.5)
    np.testing.assert_allclose(game.u, np.array([3, 2, 0.5]) / 5.5)
    incremental.change(game, 0, 1, -1.5)
    np.testing.assert_allclose(game.u, [0, 1, 0], atol=1e-14)
    assert game.support[:2].tolist() == [1, 1]
    np.testing.assert_allclose(game.level, [1, 1, 3])  # the slack of arm 1, the weight of arm 2, the slack of arm 3
