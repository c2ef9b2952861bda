"""RCS: the chances of the signs, the sampled champion, the pseudo-code as twin, and the winner."""

import itertools
import math

import numpy as np
import pytest
from scipy.special import betainc

import duelling as du
from duelling.algorithms import rcs
from duelling.algorithms.shared.triangle import place_of
from duelling.core.protocol import Duel, choose, update
from duelling.errors import InputError
from duelling.registry.choice import choice
from tests.naive.agreement import agree_by_skill
from tests.naive.rcs import Rcs

pytestmark = [pytest.mark.edges, pytest.mark.plain]


def chance_of(s, i, j):
    return rcs.chance(s.sign[place_of(i, j), rcs.CHANCE], i > j)


def champions(s):
    return np.array([rcs.champion(s, i, 0.0) for i in range(s.arm.shape[1])])


@pytest.mark.parametrize("ties", [0.0, 0.2])
@pytest.mark.parametrize("chance", [0.0, 0.5, 0.7, 1.0])
def test_chances_are_kept_up_to_date_by_one_step_a_duel(ties, chance):
    s, rng, w, n = choice("rcs").start(3, 1), np.random.default_rng(0), np.zeros(2), 1500
    for k in range(n):
        outcome = 0 if rng.random() < ties else 1 if rng.random() < chance else -1
        pair = (1, 2) if k % 3 else (2, 1)
        update(s, 1, Duel(*pair, 1.0, 1.0), outcome if k % 3 else -outcome)
        w += ((1 + outcome) / 2, (1 - outcome) / 2)
        if k < 40 or k % 50 == 0:
            expected = 1 - betainc(w[0] + 1, w[1] + 1, 0.5)
            assert chance_of(s, 1, 2) == pytest.approx(expected, abs=1e-10)
            assert chance_of(s, 2, 1) == pytest.approx(1 - expected, abs=1e-10)
    assert chance_of(s, 0, 1) == chance_of(s, 2, 0) == 0.5


def test_a_long_run_of_wins_can_be_undone():
    """Steps that are too small for a number must come back when the other arm wins as often."""
    s = choice("rcs").start(2, 1)
    for outcome in (1, -1):
        for _ in range(3000):
            update(s, 1, Duel(0, 1, 1.0, 1.0), outcome)
    assert chance_of(s, 0, 1) == pytest.approx(0.5, abs=1e-9)


@pytest.mark.parametrize("fallback_only", [False, True])
@pytest.mark.parametrize("arms", [2, 3, 5, 9])
def test_agrees_with_the_definition_on_random_transcripts(arms, fallback_only):
    for seed in range(4):
        s = choice(f"rcs:alpha=0.6,count_fallback_only={str(fallback_only).lower()}").start(arms, 1)
        agree_by_skill(s, Rcs(arms, 0.6, fallback_only), (arms, seed), 200, ties=0.2 * (seed % 2))


@pytest.mark.parametrize("name", ["cyclic", "arxiv", "copeland_borda"])
def test_agrees_with_the_definition_on_problems(name):
    problem = du.problem(name)
    arms = len(problem.arms)
    agree_by_skill(choice("rcs").start(arms, 300), Rcs(arms), (1,), 300, problem.start(300))


@pytest.mark.parametrize("arms", [2, 3, 4, 6])
def test_in_the_first_round_signs_are_fair_coins(arms):
    """Somebody beats all with chance K / 2^{K-1}, and everybody is as likely to; with nobody, all are equal."""
    s, rng, n = choice("rcs").start(arms, 1), np.random.default_rng(0), 4000
    assert s.arm[rcs.CHAMPION].sum() == pytest.approx(arms * 2.0 ** (1 - arms))
    seen = np.zeros(arms)
    for _ in range(n):
        s.arm[rcs.TITLES] = 0
        duel = choose(s, 1, rng)
        assert (duel.p_first, duel.p_second) == pytest.approx((1 / arms, 1 / (arms - 1)))
        seen[duel.first] += 1
    assert np.abs(seen - n / arms).max() < 4.5 * math.sqrt(n / arms)


@pytest.mark.parametrize("arms", [2, 3, 4])
def test_champion_chances_are_those_of_the_sampled_tournament(arms):
    """Exactly: the sum over all patterns of signs."""
    s, rng, pairs = choice("rcs").start(arms, 1), np.random.default_rng(3), list(itertools.combinations(range(arms), 2))
    for t in range(1, 12):
        i, j = pairs[int(rng.random() * len(pairs))]
        update(s, t, Duel(i, j, 1.0, 1.0), 1 if rng.random() < 0.5 else -1)
    expected = np.zeros(arms)
    for pattern in itertools.product((0, 1), repeat=len(pairs)):
        p, wins = 1.0, np.zeros(arms)
        for (i, j), sign in zip(pairs, pattern, strict=True):
            p *= chance_of(s, i, j) if sign else chance_of(s, j, i)
            wins[i if sign else j] += 1
        expected[wins == arms - 1] += p
    np.testing.assert_allclose(champions(s), expected, rtol=1e-12)


def test_a_product_is_left_out_only_where_it_changes_nothing():
    s, rng, left_out = choice("rcs").start(12, 1), np.random.default_rng(1), 0
    for t in range(1, 1500):
        i, j = sorted(int(arm) for arm in rng.permutation(12)[:2])
        update(s, t, Duel(i, j, 1.0, 1.0), 1 if rng.random() < 0.9 else -1)
        for arm, beside in itertools.product((i, j), (1.0, 1e-9)):
            found = rcs.champion(s, arm, beside)
            exact = math.prod(chance_of(s, arm, other) for other in range(12) if other != arm)
            assert beside - found == beside - exact
            left_out += found == 0 < exact
    assert left_out > 500


@pytest.mark.parametrize("wins", [(0, 0), (0, 1), (0.5, 0.5), (2, 1), (7.5, 2.5), (1e6, 3), (4e8 + 0.5, 1e9 + 0.5)])
def test_wins_follow_from_the_two_numbers_of_a_bound(wins):
    N = sum(wins)
    assert rcs.counts((1 / math.sqrt(N), wins[0] / N) if N else (0.0, 0.0)) == wins


@pytest.mark.parametrize("p", [0.0, 1e-300, 0.3, 1.0])
def test_a_chance_is_kept_for_the_order_in_which_it_was_computed(p):
    for higher in (True, False):
        kept = rcs._keep(p, higher)
        assert (rcs.chance(kept, higher), rcs.chance(kept, not higher)) == (p, 1 - p)


def test_chances_without_a_champion_go_to_those_with_the_fewest_titles():
    s, rng, n = choice("rcs").start(3, 1), np.random.default_rng(2), 4000
    for i, j in ((0, 1), (0, 1), (2, 1), (0, 2)):
        update(s, 1, Duel(i, j, 1.0, 1.0), 1)
    seen, chances = np.zeros(3), np.zeros(3)
    for _ in range(n):
        s.arm[rcs.TITLES] = (5, 2, 2)
        duel = choose(s, 2, rng)
        seen[duel.first] += 1
        chances[duel.first] = duel.p_first
    Q = champions(s)
    np.testing.assert_allclose(chances, [Q[0], Q[1] + (1 - Q.sum()) / 2, Q[2] + (1 - Q.sum()) / 2])
    assert np.abs(seen - n * chances).max() < 4.5 * math.sqrt(n / 4)


def test_an_arm_that_won_a_thousand_times_against_each_is_champion_and_meets_itself():
    s, rng = choice("rcs").start(4, 1), np.random.default_rng(0)
    for j, _ in itertools.product((0, 2, 3), range(1000)):
        update(s, 1, Duel(1, j, 1.0, 1.0), 1)
    for t in range(1, 200):
        assert choose(s, t, rng) == Duel(1, 1, pytest.approx(1.0), 1.0)
    assert s.arm[rcs.TITLES].tolist() == [0, 199, 0, 0]


def test_without_a_champion_the_arms_take_turns():
    """A cycle of sure results: nobody beats everybody, so each arm comes once in three rounds."""
    s, rng = choice("rcs").start(3, 1), np.random.default_rng(0)
    for i, _ in itertools.product(range(3), range(400)):
        update(s, 1, Duel(i, (i + 1) % 3, 1.0, 1.0), 1)
    pairs = [choose(s, t, rng) for t in range(1, 31)]
    assert all(sorted(int(duel.first) for duel in pairs[k : k + 3]) == [0, 1, 2] for k in range(0, 30, 3))
    assert all(duel.second == (duel.first - 1) % 3 for duel in pairs)


@pytest.mark.parametrize("text", ["rcs:alpha=0.5", "rcs:alpha=nan", "rcs:alpha=inf"])
def test_bad_parameters_are_named(text):
    with pytest.raises(InputError, match="alpha must"):
        choice(text).start(3, 10)


@pytest.mark.compiled
@pytest.mark.slow
def test_the_condorcet_winner_is_played_against_itself_in_the_end():
    result = du.simulate("arithmetic", ["rcs", "random"], horizon=50_000, runs=20, winner="condorcet")
    late = result.strong[:, :, -1, 0] - result.strong[:, :, 89, 0]
    assert (late[0] < 0.1 * late[1].mean()).mean() >= 0.9
