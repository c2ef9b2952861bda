"""D-TS and D-TS+: the same pairs as a twin, the law of the literal algorithm, and the winner."""

import math

import numpy as np
import pytest
from scipy.special import betainc
from scipy.stats import kstest

import duelling as du
from duelling.algorithms import double_thompson
from duelling.algorithms.double_thompson import CHANCE
from duelling.algorithms.shared import confidence
from duelling.algorithms.shared.confidence import refuted
from duelling.core.jit import jit
from duelling.core.protocol import Duel, choose, update
from duelling.errors import InputError
from duelling.registry.choice import choice
from tests.naive.double_thompson import DoubleThompson, literal

pytestmark = [pytest.mark.edges, pytest.mark.plain]
NAMES = ["d-ts", "d-ts+"]


def matrices():
    noise = np.triu(np.random.default_rng(0).random((7, 7)), 1)
    return {
        "two": np.array([[0.5, 0.7], [0.3, 0.5]]),
        "cyclic": du.problem("cyclic").preference(),
        "copeland_borda": du.problem("copeland_borda").preference(),
        "rock-paper-scissors": np.array([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]]),
        "equal": np.full((4, 4), 0.5),
        "noise": noise + np.tril(1 - noise.T, -1),
    }


@pytest.mark.parametrize("text", NAMES)
@pytest.mark.parametrize("name", matrices())
def test_the_pairs_are_those_of_the_twin(text, name):
    win, horizon = matrices()[name], 250
    for seed, ties in ((2, 0.2), (1, 0.0)):
        s, twin = choice(text).start(len(win), horizon), DoubleThompson(len(win), plus=text == "d-ts+")
        rng, twin_rng, nature = (np.random.default_rng([seed, k]) for k in (0, 0, 1))
        for t in range(1, horizon + 1):
            duel, other = choose(s, t, rng), twin.choose(t, twin_rng)
            assert (duel.first, duel.second) == (other.first, other.second), t
            u = nature.random(2)
            outcome = (
                0 if duel.first == duel.second or u[1] < ties else 1 if u[0] < win[duel.first, duel.second] else -1
            )
            update(s, t, duel, outcome)
            twin.update(t, other, outcome)


def state_with(text, w):
    """A state that has seen these wins."""
    s = choice(text).start(len(w), 100)
    for i in range(len(w)):
        for j in range(len(w)):
            for _ in range(int(w[i][j])):
                update(s, 1, Duel(i, j, 1.0, 1.0), 1)
    return s


COUNTS = {
    "little": ([[0, 2, 1], [1, 0, 3], [0, 2, 0]], 12),
    "cycle": ([[0, 9, 2, 3], [2, 0, 9, 4], [9, 2, 0, 5], [2, 3, 4, 0]], 50),
    "one candidate": ([[0, 20, 20], [2, 0, 10], [3, 11, 0]], 60),
    "a sure loss": ([[0, 1, 9], [40, 0, 9], [8, 8, 0]], 60),
}


@pytest.mark.parametrize("text", NAMES)
@pytest.mark.parametrize("name", COUNTS)
def test_pairs_have_the_law_of_the_literal_algorithm(text, name):
    """Each pair as often as with whole samples of Betas, at 4.5 sigma of the difference."""
    (w, t), n = COUNTS[name], 4000
    s, rng, other = state_with(text, w), np.random.default_rng(1), np.random.default_rng(2)
    ours, theirs = np.zeros((2, len(w), len(w)))
    for _, pair in zip(range(n), literal(w, t, other, plus=text == "d-ts+"), strict=False):
        duel = choose(s, t, rng)
        ours[duel.first, duel.second] += 1
        theirs[pair] += 1
    mean = (ours + theirs) / 2
    assert np.all(np.abs(ours - theirs) <= 4.5 * np.sqrt(2 * mean * (1 - mean / n)) + 1e-9)


@pytest.mark.parametrize(("w", "losses", "p"), [(3, 5, 0.25390625), (0, 0, 0.5), (1, 0, 0.75), (0, 2, 0.125)])
def test_chance_that_the_sample_of_a_pair_is_above_half(w, losses, p):
    """P(Beta(w+1, l+1) > 1/2) = P(Bin(w+l+1, 1/2) <= w)."""
    assert confidence.ahead(float(w), float(losses)) == pytest.approx(p, abs=1e-14)
    s = state_with("d-ts", [[0, w], [losses, 0]])
    assert s.pairs.pair[CHANCE, 0, 1] == pytest.approx(p, abs=1e-14)
    assert s.pairs.pair[CHANCE, 1, 0] == pytest.approx(1 - p, abs=1e-14)


def test_chances_follow_thousands_of_wins_losses_and_ties():
    s, rng = choice("d-ts").start(2, 10), np.random.default_rng(5)
    w, losses = 0.0, 0.0
    for k in range(3000):
        y = rng.integers(-1, 2) if k % 200 < 100 else (1 if k < 1500 else -1)
        update(s, 1, Duel(0, 1, 1.0, 1.0), int(y))
        w, losses = w + (1 + y) / 2, losses + (1 - y) / 2
        if k % 50 == 0:
            assert s.pairs.pair[CHANCE, 0, 1] == pytest.approx(1 - betainc(w + 1, losses + 1, 0.5), abs=1e-11)


@jit
def numbers_above_half(a, b, p, n, rng):
    """n draws."""
    x = np.zeros(n)
    for k in range(n):
        x[k] = double_thompson.beta_above_half(a, b, p, rng)
    return x


@pytest.mark.parametrize(("a", "b"), [(1, 1), (1, 2), (1, 9), (3.5, 9.5), (40, 60), (30, 90), (9, 2), (1, 400)])
def test_numbers_above_half_are_a_beta_that_is_cut(a, b):
    p = betainc(b, a, 0.5)
    x = numbers_above_half(float(a), float(b), p, 3000, np.random.default_rng(0))
    assert (x > 0.5).all()
    assert (x < 1).all()
    assert kstest(x, lambda y: 1 - betainc(b, a, 1 - y) / p).pvalue > 1e-5


@pytest.mark.parametrize("text", NAMES)
def test_first_round_is_uniform_over_pairs_of_different_arms_or_the_same(text):
    """All arms are candidates, none is refuted: d has the largest of K - 1 uniform numbers, if that is above 1/2."""
    n, K, seen = 4000, 3, np.zeros((3, 3))
    s, rng = choice(text).start(K, 10), np.random.default_rng(0)
    for _ in range(n):
        duel = choose(s, 1, rng)
        seen[duel.first, duel.second] += 1
    self_duel = 0.5 ** (K - 1)
    expected = np.where(np.eye(K) == 1, self_duel, (1 - self_duel) / (K - 1)) / K
    assert np.all(np.abs(seen - n * expected) <= 4.5 * np.sqrt(n * expected * (1 - expected)))


@pytest.mark.parametrize("text", NAMES)
def test_the_second_arm_has_never_lost_to_the_first_for_certain(text):
    """l_dc > 1/2 never: an arm that surely beats c is not asked again by c."""
    s, rng = choice(text).start(5, 400), np.random.default_rng(4)
    win = du.problem("copeland_borda").preference()
    for t in range(1, 401):
        duel = choose(s, t, rng)
        assert duel.first == duel.second or not refuted(s.pairs, duel.first, duel.second)
        y = 0 if duel.first == duel.second else 1 if rng.random() < win[duel.first, duel.second] else -1
        update(s, t, duel, y)


@pytest.mark.parametrize("text", NAMES)
def test_a_known_condorcet_winner_duels_itself(text):
    s, rng = state_with(text, 200 * np.array([[0, 0.9, 0.9], [0.1, 0, 0.6], [0.1, 0.4, 0]])), np.random.default_rng(0)
    for t in range(600, 700):
        assert choose(s, t, rng)[:2] == (0, 0)


@pytest.mark.parametrize("text", NAMES)
def test_wins_without_noise_lead_to_this_end(text):
    """Arm 0 wins always: the others are refuted, and then only (0, 0) is played, but for a rare doubt."""
    s, rng, pairs = choice(text).start(4, 400), np.random.default_rng(0), []
    for t in range(1, 401):
        duel = choose(s, t, rng)
        update(s, t, duel, int(np.sign(duel.second - duel.first)))
        pairs.append((int(duel.first), int(duel.second)))
    assert pairs[200:].count((0, 0)) >= 190


@pytest.mark.parametrize("alpha", [0.5, -1.0, math.nan, math.inf])
def test_bad_parameters_are_named_with_their_value(alpha):
    with pytest.raises(InputError, match=f"alpha must be a finite number above 0.5, got {alpha!r}"):
        double_thompson.start(3, 10, alpha=alpha)


@pytest.mark.compiled
@pytest.mark.parametrize("text", NAMES)
def test_five_hundred_arms(text):
    s, rng = choice(text).start(500, 5), np.random.default_rng(0)
    duel = Duel(0, 0, 1.0, 1.0)
    for t in range(1, 3):
        duel = choose(s, t, rng)
        update(s, t, duel, 1)
    assert 0 <= duel.first < 500
    assert 0 <= duel.second < 500


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("text", NAMES)
@pytest.mark.parametrize("name", ["cyclic", "copeland_borda"])
def test_the_winner_duels_itself_in_the_end_in_nearly_all_runs(text, name):
    """In the last tenth the strong Copeland regret is less than a fiftieth of the largest possible."""
    result = du.simulate(name, text, horizon=50_000, runs=40, winner="copeland", checkpoints=[45_000], seed=1)
    last = (result.strong[0, :, 1, 0] - result.strong[0, :, 0, 0]) / 5000
    assert (last < 0.02).mean() >= 0.95
