"""CCB: the pseudo-code as twin, its guesses, and the Copeland winners of known problems."""

import itertools
import math

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import ccb
from duelling.algorithms.shared.confidence import LOST, WON
from duelling.core.protocol import Duel, choose, update
from duelling.errors import InputError
from duelling.registry.choice import choice
from tests.naive.agreement import agree_by_skill, alike, side_by_side
from tests.naive.ccb import Ccb

pytestmark = [pytest.mark.edges, pytest.mark.plain]


def check(fast, slow, t):
    """The guesses are the twin's, no arm is surely better than it can be, and (C) leaves sets of two sizes."""
    assert set(np.flatnonzero(fast.guess[ccb.IN_B])) == slow.B
    assert [set(np.flatnonzero(row)) for row in fast.member] == [slow.of[i] for i in range(slow.K)]
    assert fast.losses[0] == slow.L
    assert fast.guess[ccb.SIZE].tolist() == [len(slow.of[i]) for i in range(slow.K)]
    assert all(d <= u for d, u in zip(slow.D, slow.U, strict=True))
    if slow.added:
        assert {len(members) for i, members in slow.of.items() if i not in slow.added} <= {0, slow.L + 1}


@pytest.mark.parametrize("arms", [2, 3, 5, pytest.param(8, marks=pytest.mark.compiled)])
def test_agrees_with_the_pseudo_code_on_random_transcripts(arms):
    for seed, alpha in itertools.product(range(4), (0.51, 0.9)):
        s = choice(f"ccb:alpha={alpha}").start(arms, 1)
        agree_by_skill(s, Ccb(arms, alpha), (arms, seed), 300, ties=0.1 * (seed % 2), check=check)


@pytest.mark.parametrize("name", ["cyclic", "copeland_borda", "mslr5-noncondorcet", "arithmetic"])
def test_agrees_with_the_pseudo_code_on_problems(name):
    problem = du.problem(name)
    arms = len(problem.arms)
    agree_by_skill(choice("ccb").start(arms, 500), Ccb(arms), (1,), 500, problem.start(500), check=check)


def test_agrees_where_guesses_are_often_wrong():
    """The order of the arms turns round again and again, so that (A), the trimming in (C) and giving up all happen."""
    arms, trimmed, gave_up = 5, 0, 0
    for seed in range(7, 19):
        slow, nature, sizes = Ccb(arms), np.random.default_rng([seed, 1]), [arms]
        orders = [nature.permutation(arms) for _ in range(9)]

        def outcome(t, duel, orders=orders):
            order = orders[t // 60]
            return int(np.sign(order[duel.second] - order[duel.first]))

        def watch(fast, slow, t, sizes=sizes):
            check(fast, slow, t)
            sizes.append(slow.L)

        side_by_side(choice("ccb").start(arms, 1), slow, 499, outcome, [seed, 0], chosen=watch)
        gave_up += sum(before < after == arms for before, after in itertools.pairwise(sizes))
        trimmed += slow.trimmed
    assert gave_up > 0
    assert trimmed > 0


def test_if_nobody_is_left_in_B_all_guesses_are_given_up():
    """Arm 0 alone is in B, and arm 1 surely beats everybody: B is all arms again, and (C) adds nothing to it."""
    fast, slow = choice("ccb").start(3, 1), Ccb(3)
    for second, _ in itertools.product((0, 2), range(40)):
        update(fast, 1, Duel(1, second, 1.0, 1.0), 1)
        slow.update(1, Duel(1, second, 1.0, 1.0), 1)
    fast.guess[ccb.IN_B], slow.B = [1, 0, 0], {0}
    assert alike(choose(fast, 9, np.random.default_rng(0)), slow.choose(9, np.random.default_rng(0)))
    check(fast, slow, 9)
    assert (slow.B, slow.L) == ({0, 1, 2}, 0)


def told(win, times=4000):
    """A learner that has seen every pair very often."""
    arms = len(win)
    s = choice("ccb").start(arms, 1)
    for i, j in itertools.combinations(range(arms), 2):
        wins = round(float(win[i, j]) * times)
        for k in range(times):
            update(s, 1, Duel(i, j, 1.0, 1.0), 1 if k < wins else -1)
    return s


@pytest.mark.parametrize(("name", "winners", "losses"), [("cyclic", [0], 0), ("copeland_borda", [1], 1)])
def test_known_preferences_leave_the_copeland_winners_and_their_losses(name, winners, losses):
    problem = du.problem(name)
    s, rng = told(problem.win, 500), np.random.default_rng(0)
    duel = choose(s, 10, rng)
    assert (duel.first in winners, duel.second in winners) == (True, True)
    lost = s.pairs.arm[LOST]
    assert np.flatnonzero(lost == lost.min()).tolist() == winners
    assert s.losses[0] == losses
    assert np.flatnonzero(s.guess[ccb.IN_B]).tolist() == winners
    assert (lost + s.pairs.arm[WON] == len(problem.win) - 1).all()


def test_all_winners_of_rock_paper_scissors_are_kept_and_play_themselves():
    win = np.array([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]])
    s, rng, drawn = told(win, 200), np.random.default_rng(0), set()
    for t in range(10, 60):
        duel = choose(s, t, rng)
        assert duel.first == duel.second
        drawn.add(int(duel.first))
        update(s, t, duel, 0)
    assert drawn == {0, 1, 2}
    assert s.losses[0] == 1


def test_the_first_pair_is_uniform_over_ordered_pairs_of_different_arms():
    rng, n, drawn = np.random.default_rng(0), 3000, dict.fromkeys(itertools.permutations(range(3), 2), 0)
    s = choice("ccb").start(3, 1)
    for _ in range(n):
        duel = choose(s, 1, rng)
        drawn[duel.first, duel.second] += 1
    assert max(abs(count - n / 6) for count in drawn.values()) < 4.5 * math.sqrt(n * 5 / 36)


def test_two_arms_and_one_winner_give_this_sequence():
    """Arm 0 always wins: (0, 0) iff n > 4 α ln t; the first duels are on the pair, whatever the draws."""
    for seed in range(5):
        s, rng, n = choice("ccb").start(2, 1), np.random.default_rng(seed), 0
        for t in range(1, 60):
            duel = choose(s, t, rng)
            assert {int(duel.first), int(duel.second)} == ({0} if n > 4 * 0.51 * math.log(t) else {0, 1})
            n += duel.first != duel.second
            update(s, t, duel, int(np.sign(duel.second - duel.first)))


@pytest.mark.parametrize("text", ["ccb:alpha=0.5", "ccb:alpha=nan", "ccb:alpha=inf"])
def test_bad_parameters_are_named(text):
    with pytest.raises(InputError, match="alpha must"):
        choice(text).start(3, 10)


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize("name", ["cyclic", "copeland_borda", "arithmetic"])
def test_a_copeland_winner_is_played_against_itself_in_the_end(name):
    result = du.simulate(name, ["ccb", "random"], horizon=50_000, runs=20, winner="copeland")
    late = result.strong[:, :, -1, 0] - result.strong[:, :, 89, 0]
    assert (late[0] < 0.1 * late[1].mean()).mean() >= 0.9
