"""MergeRUCB: lists of lists as twin, the rules of merging, and the winner."""

import itertools
import math

import numpy as np
import pytest

import duelling as du
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.errors import InputError
from duelling.registry.choice import choice
from tests.helpers.batches import batches, check
from tests.helpers.modes import fewer
from tests.naive.confidence import agree
from tests.naive.merge_rucb import MergeRucb

pytestmark = pytest.mark.edges  # but for what simulates, which is slow


@pytest.mark.parametrize("merge_at", ["paper", "code"])
@pytest.mark.parametrize("arms", [2, 3, 5, 9, 17, pytest.param(26, marks=pytest.mark.compiled)])
def test_agrees_with_lists_of_lists_on_random_transcripts(arms, merge_at):
    """With a large δ and clear skills arms leave soon, so that all stages are seen."""
    for seed, p in enumerate((4, 5)[: fewer(2)]):
        text = f"merge-rucb:alpha=1,batch_size={p},delta=0.9,merge_at={merge_at}"
        slow = MergeRucb(arms, 1.0, p, 0.9, merge_at == "code")
        rounds = 200 + 100 * arms
        agree(choice(text).start(arms, 1), slow, (arms, seed), rounds, ties=0.05 * seed, check=check, skill=0.5)
        assert len(slow.left()) < arms
        assert slow.merges > 1 or arms < 10


def test_agrees_with_lists_of_lists_on_a_problem_without_a_winner():
    problem = du.problem("different_winners")
    arms = len(problem.arms)
    agree(choice("merge-rucb").start(arms, 1), MergeRucb(arms), (1,), 1500, problem.start(1500), check=check)


@pytest.mark.parametrize("p", [6, 10**15])
def test_agrees_with_lists_of_lists_in_a_single_batch(p):
    """No more arms than a batch holds: one batch, no merges, whatever its size."""
    state, slow = choice(f"merge-rucb:alpha=1,batch_size={p},delta=0.9").start(6, 1), MergeRucb(6, 1.0, p, 0.9)
    agree(state, slow, (6,), 800, check=check, skill=0.5)
    assert (state.batch_size, slow.merges) == (6, 0)
    assert len(slow.left()) < 6


def test_burn_in():
    assert choice("merge-rucb").start(5, 1).burn_in == 6256
    assert choice("merge-rucb").start(64, 1).burn_in == 927444


def test_the_first_round_splits_shuffled_arms_into_batches():
    orders = set()
    for seed in range(30):
        s = choice("merge-rucb").start(10, 1)
        choose(s, 1, np.random.default_rng(seed))
        assert [len(batch) for batch in batches(s)] == [4, 4, 2]
        orders.add(tuple(itertools.chain(*batches(s))))
    assert len(orders) == 30
    assert all(sorted(order) == list(range(10)) for order in orders)


def test_batches_take_turns_by_the_round():
    s, rng = choice("merge-rucb").start(12, 1), np.random.default_rng(0)
    for t in range(1, 20):
        duel = choose(s, t, rng)
        assert {int(duel.first), int(duel.second)} <= set(batches(s)[t % 3])
        assert duel.first != duel.second
        update(s, t, duel, 1)


def test_three_arms_by_a_script():
    """Arm 0 beats all, always. With n wins in n duels the loser leaves at the next visit when n/4 > x."""
    s, rng, n = choice("merge-rucb").start(3, 1), np.random.default_rng(0), np.zeros(3)
    constant = s.burn_in
    for t in range(1, 2000):
        duel = choose(s, t, rng)
        gone = {j for j in (1, 2) if n[j] / 4 > 1.01 * math.log(t + constant)}
        left = set(range(3)) - gone
        assert set(batches(s)[0]) == left
        assert {int(duel.first), int(duel.second)} <= left
        if left == {0}:
            assert (duel, verdict(s)) == (Duel(0, 0, 1.0, 1.0), 0)
            return
        assert verdict(s) == -1
        if 0 in (duel.first, duel.second):
            n[max(duel.first, duel.second)] += 1
            outcome = 1 if duel.first == 0 else -1
        else:
            outcome = 0
        update(s, t, duel, outcome)
    raise AssertionError("arm 0 was not found")


def test_late_outcomes_of_arms_that_are_gone_do_no_harm():
    s, rng = choice("merge-rucb:alpha=1.5,delta=0.9").start(9, 1), np.random.default_rng(0)
    late = []
    for t in range(1, 3000):
        duel = choose(s, t, rng)
        late.append((t, duel))
        if len(late) > 25:
            k = int(rng.random() * len(late))
            then, played = late.pop(k)
            update(s, then, played, int(np.sign(played.second - played.first)))
    assert verdict(s) == 0
    assert choose(s, 3000, rng) == Duel(0, 0, 1.0, 1.0)


@pytest.mark.parametrize(
    "text",
    ["alpha=0.5", "alpha=nan", "alpha=0.5001", "delta=0", "delta=1", "delta=nan", "batch_size=3", "merge_at=never"],
)
def test_bad_parameters_are_named(text):
    with pytest.raises(InputError, match=f"{text.split('=')[0]}.* must"):
        choice(f"merge-rucb:{text}").start(5, 10)


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "runs"), [("cyclic", 20), ("borda_vonneumann", 20), ("random:hard-condorcet,arms=40,seed=1", 5)]
)
def test_the_condorcet_winner_is_found_in_nearly_all_runs(name, runs):
    """It fails with chance at most δ = 0.01."""
    assert du.identify(name, "merge-rucb", horizon=1_000_000, runs=runs).summary()["right"] >= 0.95
