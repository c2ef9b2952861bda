"""The champion of all pairs: its twin, when it is sure by hand, that it does not wait for ever, how often it errs."""

import numpy as np
import pytest

import duelling as du
from duelling.algorithms import champion
from duelling.core.intervals import median
from duelling.core.protocol import NOBODY, Duel, choose, update, verdict
from duelling.errors import InputError
from duelling.loops import play_until_sure
from duelling.seeds import streams
from tests.helpers.chances import at_most
from tests.naive.agreement import CYCLE, matrices, same_play, tournament
from tests.naive.champion import Champion

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize("pairs", ["champion", "uniform"])
@pytest.mark.parametrize("within", [0.0, 0.1])
@pytest.mark.parametrize(("arms", "rounds"), [(2, 100), (3, 150), (6, 250)])
def test_agrees_with_exact_evidence(pairs, within, arms, rounds):
    for seed, win in enumerate(matrices(arms, 3)):
        decide = tournament(win, seed, ties=0.1 * seed)
        outcome = lambda t, duel, decide=decide: decide(t, duel.first, duel.second)  # noqa: E731
        fast = champion.start(arms, 100, delta=0.5, within=within, pairs=pairs)
        slow = Champion(arms, 0.5, within, uniform=pairs == "uniform")
        same_play(fast, slow, outcome, rounds, seed)


@pytest.mark.parametrize(("arms", "wins"), [(2, 8), (3, 9)])
def test_straight_wins_against_everybody_suffice(arms, wins):
    """E >= 20.5 for two arms: eight wins give 28.4; E >= 30.5 for three: nine wins give 51.2."""
    s = champion.identify(arms, delta=0.05)
    for rival in range(1, arms):
        for _ in range(wins - 1):
            update(s, 1, Duel(0, rival, 1.0, 1.0), 1)
            update(s, 1, Duel(rival, 0, 1.0, 1.0), 0)  # ties change nothing
    assert verdict(s) == -1
    for rival in range(1, arms):
        assert verdict(s) == -1
        update(s, 1, Duel(rival, 0, 1.0, 1.0), -1)
    assert verdict(s) == 0
    assert choose(s, 2, np.random.default_rng(0)) == Duel(0, 0, 1.0, 1.0)


def test_a_pair_that_is_full_counts_no_more_votes():
    s = champion.identify(3, delta=0.05)
    s.wins[0, 1] = s.wins[1, 0] = champion.MOST - 1  # twice the wins: one vote less than there is room for
    for outcome in (1, 1, -1, 0):
        update(s, 1, Duel(0, 1, 1.0, 1.0), outcome)
    assert (s.wins[0, 1], s.wins[1, 0], s.ties[0, 1]) == (champion.MOST + 1, champion.MOST - 1, 0)
    assert champion.MOST * 2 + 1 < 2**31
    update(s, 1, Duel(0, 2, 1.0, 1.0), 1)
    assert s.wins[0, 2] == 2


def test_where_everybody_was_beaten_nobody_wins():
    s = champion.identify(3, delta=0.05)
    for i in range(3):
        assert verdict(s) == -1
        for _ in range(9):
            update(s, 1, Duel(i, (i + 1) % 3, 1.0, 1.0), 1)
    assert verdict(s) == NOBODY
    duel = choose(s, 2, np.random.default_rng(0))
    assert duel.first == duel.second


def test_within_nobody_is_never_the_verdict_and_an_arm_may_be_named_later():
    """A cycle: agrees with the twin while all are beaten again and again; then arm 0 wins for ever."""

    def outcome(t, duel):
        if t > 150 and 0 in duel[:2]:
            return 1 if duel.first == 0 else -1
        return 1 if (duel.second - duel.first) % 3 == 1 else -1

    slow = Champion(3, 0.5, 0.1)
    assert same_play(champion.start(3, 100, delta=0.5, within=0.1), slow, outcome, 150) == -1
    assert same_play(champion.start(3, 100, delta=0.5, within=0.1), Champion(3, 0.5, 0.1), outcome, 1200) == 0


def test_an_arm_that_was_beaten_leads_no_more_and_all_rivals_have_their_turn():
    s, rng = champion.identify(4, delta=0.05), np.random.default_rng(0)
    for _ in range(10):
        update(s, 1, Duel(0, 3, 1.0, 1.0), 1)
    seen = {choose(s, 1, rng)[:2] for _ in range(300)}
    assert {first for first, _ in seen} == {0}
    assert {second for _, second in seen} == {1, 2}
    update(s, 1, Duel(0, 1, 1.0, 1.0), 1)  # now 2 has the least evidence, and was met least
    assert {choose(s, 1, rng)[:2] for _ in range(50)} == {(0, 2)}
    for _ in range(3):
        update(s, 1, Duel(0, 2, 1.0, 1.0), 0)
    duels = [choose(s, 1, rng) for _ in range(2000)]
    shares = {j: np.mean([duel.second == j for duel in duels]) for j in (1, 2)}
    assert shares[2] == pytest.approx(0.8, abs=0.04)
    assert {(duel.second, round(duel.p_second, 9)) for duel in duels} == {(1, 0.2), (2, 0.8)}


def test_within_a_tie_of_two_is_settled():
    s = champion.identify(2, delta=0.05, within=0.2)
    for t in range(200):
        update(s, t, Duel(0, 1, 1.0, 1.0), t % 3 - 1)
    assert verdict(s) in (0, 1)


def test_bad_parameters_are_named_with_their_value():
    for within in (-0.1, 0.6):
        with pytest.raises(InputError, match=f"within must be from 0 to 0.5, got {within!r}"):
            champion.identify(3, within=within)
    with pytest.raises(InputError, match=r"within must be below 0\.5, got 0\.5"):
        champion.start(3, 10, within=0.5)
    with pytest.raises(InputError, match="delta must lie between 0 and 1, got 1"):
        champion.start(3, 10, delta=1)
    with pytest.raises(InputError, match="pairs must be one of champion, uniform, got 'race'"):
        champion.start(3, 10, pairs="race")


def lead(arms, gap):
    win = np.full((arms, arms), 0.5)
    win[0, 1:], win[1:, 0] = 0.5 + gap, 0.5 - gap
    return win


HARD = {
    "two arms, nearly equal": (lead(2, 0.001), 3000),
    "three arms, nearly equal": (lead(3, 0.001), 2000),
    "0 and 1 alone": (np.array([[0.5, 0.51, 0.51], [0.49, 0.5, 1], [0.49, 0, 0.5]]), 2000),
}


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("case", HARD)
def test_wrong_verdicts_are_at_most_as_many_as_delta_allows_at_near_ties(case):
    win, limit = HARD[case]
    found = du.identify(du.PreferenceMatrix(win), "champion", runs=1000, limit=limit, seed=7)
    wrong = int(((found.arms != 0) & (found.arms != -1)).sum())
    assert at_most(wrong, 1000, 0.05)
    assert wrong > 0 or len(win) > 2  # the bound is nearly reached


@pytest.mark.slow
@pytest.mark.compiled
def test_where_there_is_a_cycle_it_says_so():
    """No arm may be named; that there is no winner is right."""
    problem = du.PreferenceMatrix(CYCLE).start(3000)
    learners = (champion.identify(3, delta=0.05) for _ in range(200))
    ends = [play_until_sure(s, problem, 3, 3000, *streams(7, run))[1] for run, s in enumerate(learners)]
    assert at_most(sum(end >= 0 for end in ends), 200, 0.05)
    assert np.mean([end == NOBODY for end in ends]) > 0.9


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("problem", "runs", "low", "high"),
    [
        ("cyclic", 1000, 788, 832),
        ("arxiv", 1000, 5421, 5654),
        ("mslr5-condorcet", 1000, 2840, 3170),
        ("sushi", 100, 27_763, 38_483),
    ],
)
def test_it_always_ends_with_medians_as_in_the_simulations_that_chose_the_rule(problem, runs, low, high):
    """Those were a program of its own, and have 95% intervals. A hundred runs say little: on arxiv, those of seed 0
    have the median 5778, where 10,000 runs of another seed have 5529 (5491 to 5571)."""
    found = du.identify(problem, "champion", runs=runs, seed=1, limit=400_000)
    measured = median(found.duels, found.duels, 0.999)
    assert measured.low <= high
    assert measured.high >= low
    assert (found.arms != -1).all()
    assert at_most(int((found.arms != 0).sum()), runs, 0.05)
