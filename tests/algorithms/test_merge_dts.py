"""MergeDTS: the rule that joins, and who meets whom; what it shares with MergeRUCB is tested with the knock-out."""

import numpy as np
import pytest

from duelling.algorithms import merge_dts as md
from duelling.algorithms.shared.knock_out import BATCHES, BEGIN, SIZE
from duelling.core.protocol import Duel, choose, update
from tests.helpers.batches import batches

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize(
    ("alone", "joined", "place"),
    [(0, [[3, 4, 1], [0, 2]], 0), (1, [[5], [0, 2, 4]], 1), (2, [[5, 3, 1], [4]], 0)],
)
def test_one_alone_is_put_behind_the_next_batch(alone, joined, place):
    """Three batches, of which the one at this place has one arm; the last is followed by the first."""
    given = {0: [[1], [3, 4], [0, 2]], 1: [[5], [4], [0, 2]], 2: [[5, 3], [4], [1]]}[alone]
    s = md.start(12, 1).knock_out
    s.now[BATCHES] = 3
    for b, arms in enumerate(given):  # with gaps between them, where arms have left
        s.batch[0, 4 * b : 4 * b + len(arms)] = arms
        s.span[0, BEGIN, b], s.span[0, SIZE, b] = 4 * b, len(arms)
    assert md._join(s, alone) == place
    assert batches(s) == joined


def test_first_and_second_follow_the_counts():
    """With clear counts the sample is known: the best of the batch, and the one that it beats most clearly."""
    s = md.start(4, 1, alpha=1000.0)  # nobody leaves
    for (i, j), (wins, losses) in {(2, 0): (600, 400), (2, 1): (990, 10), (2, 3): (800, 200)}.items():
        for won in range(wins + losses):
            update(s, 1, Duel(i, j, 1.0, 1.0), 1 if won < wins else -1)
    for seed in range(20):
        duel = choose(s, 1, np.random.default_rng(seed))
        assert (duel.first, duel.second) == (2, 1)


def test_at_first_every_pair_of_the_batch_is_as_likely():
    n, seen = 6000, np.zeros((4, 4))
    for seed in range(n):
        duel = choose(md.start(4, 1), 1, np.random.default_rng(seed))
        seen[duel.first, duel.second] += 1
    assert np.diag(seen).sum() == 0
    assert np.all(abs(seen[~np.eye(4, dtype=bool)] - n / 12) < 5 * np.sqrt(n / 12))
