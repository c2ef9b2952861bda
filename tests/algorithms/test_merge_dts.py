"""MergeDTS: lists of lists as twin, the rule that joins, who meets whom, and the winner."""

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import merge_dts as md
from duelling.algorithms.merge_rucb import BATCHES
from duelling.algorithms.shared.confidence import WINS
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.errors import InputError
from duelling.registry.choice import choice
from tests.helpers.batches import batches, check
from tests.helpers.modes import fewer
from tests.naive.confidence import agree
from tests.naive.merge_dts import MergeDts

pytestmark = pytest.mark.edges  # but for what simulates, which is slow


@pytest.mark.parametrize("merge_at", ["paper", "code"])
@pytest.mark.parametrize("arms", [2, 3, 5, 9, 17, pytest.param(26, marks=pytest.mark.compiled)])
def test_agrees_with_lists_of_lists_on_random_transcripts(arms, merge_at):
    """With a large δ and clear skills arms leave soon, so that all stages are seen."""
    for seed, p in enumerate((4, 5)[: fewer(2)]):
        text = f"merge-dts:alpha=1,batch_size={p},delta=0.9,merge_at={merge_at}"
        slow = MergeDts(arms, 1.0, p, 0.9, merge_at == "code")
        rounds = 200 + 100 * arms
        agree(choice(text).start(arms, 1), slow, (arms, seed), rounds, ties=0.05 * seed, check=check, skill=0.5)
        assert len(slow.left()) < arms


def test_agrees_with_lists_of_lists_on_a_problem_without_a_winner():
    problem = du.problem("different_winners")
    arms = len(problem.arms)
    agree(choice("merge-dts").start(arms, 1), MergeDts(arms), (1,), 1500, problem.start(1500), check=check)


@pytest.mark.parametrize(
    ("alone", "joined", "place"),
    [(0, [[3, 4, 1], [0, 2]], 0), (1, [[5], [0, 2, 4]], 1), (2, [[5, 3, 1], [4]], 0)],
)
def test_one_alone_is_put_behind_the_next_batch(alone, joined, place):
    """Three batches, of which the one at this place has one arm; the last is followed by the first."""
    given = {0: [[1], [3, 4], [0, 2]], 1: [[5], [4], [0, 2]], 2: [[5, 3], [4], [1]]}[alone]
    s = md.start(12, 1)
    s.now[BATCHES] = 3
    for b, arms in enumerate(given):
        s.batch[b, : len(arms)], s.size[b] = arms, len(arms)
    assert md._join(s, alone) == place
    assert batches(s) == joined


def test_first_and_second_follow_the_counts():
    """With clear counts the sample is known: the best of the batch, and the one that it beats most clearly."""
    s = md.start(4, 1)
    for (i, j), (wins, losses) in {(2, 0): (60, 40), (2, 1): (99, 1), (2, 3): (80, 20)}.items():
        s.pairs.pair[WINS, i, j], s.pairs.pair[WINS, j, i] = 100 * wins, 100 * losses
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


def test_late_outcomes_of_arms_that_are_gone_do_no_harm():
    s, rng = choice("merge-dts:alpha=1.5,delta=0.9").start(9, 1), np.random.default_rng(0)
    late = []
    for t in range(1, 3000):
        duel = choose(s, t, rng)
        late.append((t, duel))
        if len(late) > 25:
            then, played = late.pop(int(rng.random() * len(late)))
            update(s, then, played, int(np.sign(played.second - played.first)))
    assert verdict(s) == 0
    assert choose(s, 3000, rng) == Duel(0, 0, 1.0, 1.0)


@pytest.mark.parametrize("text", ["alpha=0.5", "alpha=0.5001", "delta=0", "batch_size=3", "merge_at=never"])
def test_bad_parameters_are_named(text):
    with pytest.raises(InputError, match=f"{text.split('=')[0]}.* must"):
        choice(f"merge-dts:{text}").start(5, 10)


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize(("name", "runs"), [("cyclic", 20), ("random:hard-condorcet,arms=40,seed=1", 5)])
def test_the_condorcet_winner_is_found_in_nearly_all_runs(name, runs):
    """It fails with chance at most δ = 0.01."""
    assert du.identify(name, "merge-dts", horizon=1_000_000, runs=runs).summary()["right"] >= 0.95
