"""Draws: the right arm for every uniform number, by walk and by tree, and never an arm without weight."""

import math

import numpy as np
import pytest

from duelling.core.jit import entry, jit
from duelling.core.sampling import (
    draw,
    draw_other,
    equals,
    nth,
    shuffle,
    total_of,
    tree_draw,
    tree_of,
    tree_set,
    tree_sum,
)

pytestmark = pytest.mark.edges


def twins(seed):
    return np.random.default_rng(seed), np.random.default_rng(seed)


@pytest.mark.parametrize("arms", [1, 2, 3, 8, 13, 64])
def test_walk_and_tree_map_one_uniform_number_to_one_arm(arms):
    w = np.random.default_rng(arms).integers(0, 5, arms).astype(float)
    w[arms // 2] += 1
    tree, edges = tree_of(w), np.cumsum(w)
    for seed in range(100):
        a, b = twins(seed)
        expected = np.searchsorted(edges, np.random.default_rng(seed).random() * edges[-1], side="right")
        assert draw(w, total_of(w), a) == tree_draw(tree, b) == expected


def test_a_changed_leaf_gives_the_tree_of_the_changed_weights():
    rng = np.random.default_rng(0)
    w = rng.random(11)
    tree = tree_of(w)
    for _ in range(50):
        k = int(rng.random() * 11)
        w[k] = rng.random() * 10.0 ** int(rng.random() * 40 - 20)
        tree_set(tree, k, w[k])
        np.testing.assert_array_equal(tree, tree_of(w))
    tree[1:16] = 0
    tree_sum(tree)
    np.testing.assert_array_equal(tree, tree_of(w))


@pytest.mark.parametrize("weights", [[0.0, 1.0, 0.0], [0.0, 0.0, 1e-300], [1e-300, 0.0, 0.0], [0.0, 1.0, 1e-20, 0.0]])
def test_an_arm_without_weight_is_never_drawn(weights):
    w, rng = np.array(weights), np.random.default_rng(0)
    tree = tree_of(w)
    for _ in range(200):
        assert w[draw(w, total_of(w) * (1 + 1e-12), rng)] > 0  # even when the sum is a little too large
        assert w[tree_draw(tree, rng)] > 0


@pytest.mark.filterwarnings("ignore:invalid value")
@pytest.mark.parametrize("bad", [0.0, math.nan, math.inf])
def test_bad_weights_still_give_an_arm(bad):
    w, rng = np.full(5, bad), np.random.default_rng(0)
    tree = tree_of(w)
    for _ in range(20):
        assert 0 <= draw(w, total_of(w), rng) < 5
        assert 0 <= tree_draw(tree, rng) < 5


def test_frequencies_follow_the_weights():
    w, rng, n = np.array([0.6, 0.3, 0.0, 0.1]), np.random.default_rng(1), 20_000
    tree = tree_of(w)
    for counts in (
        np.bincount([draw(w, 1.0, rng) for _ in range(n)], minlength=4),
        np.bincount([tree_draw(tree, rng) for _ in range(n)], minlength=4),
    ):
        assert np.all(np.abs(counts - n * w) <= 4.5 * np.sqrt(n * w * (1 - w)))


def test_the_other_arm_is_every_other_arm_equally_often():
    rng, n = np.random.default_rng(2), 20_000
    for i in range(4):
        counts = np.bincount([draw_other(i, 4, rng) for _ in range(n)], minlength=4)
        assert counts[i] == 0
        rest = np.delete(counts, i)
        assert np.all(np.abs(rest - n / 3) < 4.5 * math.sqrt(n * 2 / 9))


@jit
def _even_and_not(i, row, other):
    return row[i] % 2 == 0 and i != other


def test_all_orders_of_a_shuffle_are_equally_likely():
    rng, seen = np.random.default_rng(0), {}
    for _ in range(2400):
        items = np.array([5, 6, 7, 8])
        shuffle(items, rng)
        seen[tuple(items.tolist())] = seen.get(tuple(items.tolist()), 0) + 1
    assert len(seen) == 24
    assert max(abs(count - 100) for count in seen.values()) < 5 * math.sqrt(100 * 23 / 24)


@entry
def _search(skip, row, other):
    """Two different conditions with different arguments in one kernel."""
    return nth(skip, row.size, equals, row, 2), nth(skip, row.size, _even_and_not, row, other)


def test_the_nth_is_counted_among_those_that_hold_and_the_last_stands_for_all_after_it():
    row = np.array([1, 2, 4, 2, 3, 2, 6])
    for skip in range(9):
        equal, even = [1, 3, 5], [1, 2, 5, 6]  # without arm 3
        assert _search(skip, row, 3) == (equal[min(skip, 2)], even[min(skip, 3)])
    assert _search(0, np.array([1, 3]), 0) == (0, 0)  # nobody: still an index
