"""Knock-out in batches, in MergeRUCB and in MergeDTS: lists of lists as twins, the rules of merging, the winner."""

import itertools

import numpy as np
import pytest

import duelling as du
from duelling.algorithms.shared.knock_out import BATCHES
from duelling.core.protocol import Duel, choose, update, verdict
from duelling.errors import InputError
from duelling.registry.choice import choice
from tests.helpers.batches import batches, same_batches
from tests.naive.agreement import agree_by_skill
from tests.naive.merge_dts import MergeDts
from tests.naive.merge_rucb import MergeRucb

pytestmark = [pytest.mark.edges, pytest.mark.plain]
TWINS = {"merge-rucb": MergeRucb, "merge-dts": MergeDts}


@pytest.mark.parametrize("name", TWINS)
@pytest.mark.parametrize("merge_at", ["paper", "code"])
@pytest.mark.parametrize("arms", [2, 3, 5, 9, 17, pytest.param(26, marks=pytest.mark.compiled)])
def test_agrees_with_lists_of_lists_on_random_transcripts(name, arms, merge_at):
    """With a large δ and clear skills arms leave soon, so that all stages are seen."""
    for seed, p in enumerate((4, 5)):
        text = f"{name}:alpha=1,batch_size={p},delta=0.9,merge_at={merge_at}"
        slow = TWINS[name](arms, 1.0, p, 0.9, merge_at == "code")
        rounds = 200 + 100 * arms
        agree_by_skill(
            choice(text).start(arms, 1), slow, (arms, seed), rounds, ties=0.05 * seed, check=same_batches, skill=0.5
        )
        assert len(slow.left()) < arms
        assert slow.merges > 1 or arms < 10 or name == "merge-dts"


@pytest.mark.parametrize("name", TWINS)
def test_agrees_with_lists_of_lists_on_a_problem_without_a_winner(name):
    problem = du.problem("different_winners")
    arms = len(problem.arms)
    agree_by_skill(choice(name).start(arms, 1), TWINS[name](arms), (1,), 1500, problem.start(1500), check=same_batches)


@pytest.mark.parametrize("name", TWINS)
@pytest.mark.parametrize("p", [6, 10**15])
def test_agrees_with_lists_of_lists_in_a_single_batch(name, p):
    """No more arms than a batch holds: one batch, no merges, whatever its size."""
    state, slow = choice(f"{name}:alpha=1,batch_size={p},delta=0.9").start(6, 1), TWINS[name](6, 1.0, p, 0.9)
    agree_by_skill(state, slow, (6,), 800, check=same_batches, skill=0.5)
    assert (state.knock_out.batch_size, slow.merges) == (6, 0)
    assert len(slow.left()) < 6


def test_burn_in():
    assert choice("merge-rucb").start(5, 1).knock_out.burn_in == 6256
    assert choice("merge-rucb").start(64, 1).knock_out.burn_in == 927444


@pytest.mark.parametrize("name", TWINS)
def test_the_first_round_splits_shuffled_arms_into_batches(name):
    orders = set()
    for seed in range(30):
        s = choice(name).start(10, 1)
        assert s.knock_out.now[BATCHES] == 0
        choose(s, 1, np.random.default_rng(seed))
        assert [len(batch) for batch in batches(s.knock_out)] == [4, 4, 2]
        orders.add(tuple(itertools.chain(*batches(s.knock_out))))
    assert len(orders) == 30
    assert all(sorted(order) == list(range(10)) for order in orders)


@pytest.mark.parametrize("name", TWINS)
def test_batches_take_turns_by_the_round(name):
    s, rng = choice(name).start(12, 1), np.random.default_rng(0)
    for t in range(1, 20):
        duel = choose(s, t, rng)
        assert {int(duel.first), int(duel.second)} <= set(batches(s.knock_out)[t % 3])
        assert duel.first != duel.second
        update(s, t, duel, 1)


@pytest.mark.parametrize("name", TWINS)
def test_late_outcomes_of_arms_that_are_gone_do_no_harm(name):
    s, rng = choice(f"{name}:alpha=1.5,delta=0.9").start(9, 1), np.random.default_rng(0)
    late = []
    for t in range(1, 3000):
        late.append((t, choose(s, t, rng)))
        if len(late) > 25:
            then, played = late.pop(int(rng.random() * len(late)))
            update(s, then, played, int(np.sign(played.second - played.first)))
    assert verdict(s) == 0
    assert choose(s, 3000, rng) == Duel(0, 0, 1.0, 1.0)


@pytest.mark.parametrize("name", TWINS)
@pytest.mark.parametrize(
    "text",
    ["alpha=0.5", "alpha=nan", "alpha=0.5001", "delta=0", "delta=1", "delta=nan", "batch_size=3", "merge_at=never"],
)
def test_bad_parameters_are_named(name, text):
    with pytest.raises(InputError, match=f"{text.split('=')[0]}.* must"):
        choice(f"{name}:{text}").start(5, 10)


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize("name", TWINS)
@pytest.mark.parametrize(
    ("problem", "runs"), [("cyclic", 20), ("borda_vonneumann", 20), ("random:hard-condorcet,arms=40,seed=1", 5)]
)
def test_the_condorcet_winner_is_found_in_nearly_all_runs(name, problem, runs):
    """It fails with chance at most δ = 0.01."""
    assert du.identify(problem, name, horizon=1_000_000, runs=runs).summary()["right"] >= 0.95
