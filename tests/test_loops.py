"""Recorded duels: told by one compiled loop as by a loop in Python."""

import time

import numpy as np
import pytest

from duelling.core.protocol import Duel, choose, update
from duelling.core.states import copy, numbers
from duelling.errors import InputError
from duelling.lab.stages import set_up
from duelling.loops import recorded, replay
from duelling.problems.utility import UtilityModel
from duelling.registry.choice import choice
from duelling.seeds import streams

pytestmark = pytest.mark.edges


def votes(arms, count, seed):
    """Random duels with random chances and random outcomes, told in any order of their rounds."""
    rng = np.random.default_rng(seed)
    first = rng.integers(arms, size=count)
    second = (first + rng.integers(1, arms, size=count)) % arms
    t = rng.permutation(count) + 1
    return recorded(arms, t, first, second, *rng.uniform(0.05, 1, (2, count))), rng.integers(-1, 2, size=count)


@pytest.mark.parametrize("text", ["tsallis+unif", "exp3p-sparring", "ucb+unif", "rucb", "borda-stop", "ws-w", "secs"])
def test_replay_equals_a_loop_of_updates(text):
    duels, outcomes = votes(5, 400, 1)
    one = choice(text).start(5, 1000)
    for t in range(1, 20):  # from the middle of a run
        update(one, t, choose(one, t, np.random.default_rng(t)), 1)
    other = copy(one)
    replay(one, duels, outcomes)
    for k, outcome in enumerate(outcomes):
        duel = Duel(*(int(part[k]) for part in duels[1:3]), *(float(part[k]) for part in duels[3:]))
        update(other, int(duels.t[k]), duel, int(outcome))
    np.testing.assert_allclose(numbers(one), numbers(other), rtol=1e-9)
    a, b = np.random.default_rng(0), np.random.default_rng(0)
    assert [choose(one, t, a)[:2] for t in range(500, 520)] == [choose(other, t, b)[:2] for t in range(500, 520)]


def test_a_learner_that_folds_goes_on_from_its_duels_alone():
    told, rng = [], np.random.default_rng(0)
    one = choice("tsallis+unif").start(4, 1000)
    for t in range(1, 201):
        told.append((t, *choose(one, t, rng)))
        outcome = 1 if told[-1][1] < told[-1][2] else -1
        update(one, t, Duel(*told[-1][1:]), outcome)
    fresh, columns = choice("tsallis+unif").start(4, 1000), list(zip(*told, strict=True))
    duels = recorded(4, *columns)
    replay(fresh, duels, np.where(duels.first < duels.second, 1, -1))
    np.testing.assert_allclose(fresh.bandit.L, one.bandit.L, rtol=1e-12)


def test_no_duels_teach_nothing():
    state = choice("exp3+unif").start(3, 10)
    replay(state, recorded(3, [], [], [], [], []), [])
    np.testing.assert_array_equal(numbers(state), numbers(choice("exp3+unif").start(3, 10)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"first": [0, 3]}, "first must hold numbers from 0 to 2, got 3"),
        ({"second": [-1, 0]}, "second must hold numbers from 0 to 2, got -1"),
        ({"t": [0, 1]}, "t must hold numbers from 1 on, got 0"),
        ({"first": [0.0, 1.0]}, r"first must be a list of whole numbers, got \[0.0, 1.0\]"),
        ({"first": [0]}, r"first must be a list with one number for each duel, got the shape \(1,\)"),
        ({"p_first": 0.0}, "p_first must hold chances above 0 and at most 1, got 0.0"),
        ({"p_second": [0.5, np.nan]}, "p_second must hold chances above 0 and at most 1, got nan"),
    ],
)
def test_duels_that_cannot_have_been_are_refused(change, message):
    given = {"t": [1, 2], "first": [0, 1], "second": [1, 2], "p_first": 0.5, "p_second": 0.5}
    with pytest.raises(InputError, match=f"^{message}$"):
        recorded(3, **{**given, **change})


@pytest.mark.parametrize(
    ("outcomes", "message"),
    [
        ([1], r"outcomes must have the shape of the duels, \(2,\), got \(1,\)"),
        ([1, 2], "outcomes must be 1, 0 or -1, got 2"),
    ],
)
def test_outcomes_that_do_not_fit_are_refused(outcomes, message):
    with pytest.raises(InputError, match=f"^{message}$"):
        replay(choice("exp3+unif").start(3, 10), recorded(3, [1, 2], [0, 1], [1, 2], 0.5, 0.5), outcomes)


@pytest.mark.slow
@pytest.mark.compiled
def test_folding_votes_takes_no_longer_than_playing_as_many_rounds():
    """For tsallis+unif with 100 arms, which seeks its weights once for each vote; the best of three, on this thread."""
    arms, count, rng = 100, 100_000, np.random.default_rng(0)
    first = rng.integers(arms, size=count)
    second = (first + rng.integers(1, arms, size=count)) % arms
    duels = recorded(arms, np.arange(1, count + 1), first, second, 1 / arms, 1 / (arms - 1))
    outcomes = np.where(first < second, 1, -1)
    rounds = np.array([count])
    stage = set_up(UtilityModel(np.linspace(0.9, 0.2, arms)), ["borda"], rounds)

    def seconds(work):
        took = []
        for _ in range(4):  # the first time compiles
            learner, begun = choice("tsallis+unif").start(arms, count), time.thread_time()
            work(learner)
            took.append(time.thread_time() - begun)
        return min(took[1:])

    folding = seconds(lambda learner: replay(learner, duels, outcomes))
    playing = seconds(lambda learner: stage.run(learner, rounds, streams(0, 0), np.zeros((2, 1, 1))))
    assert folding < playing, (folding, playing)
