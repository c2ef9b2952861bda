"""What a link does to regret: Borda and utility regret of one play, and the theorem's statement for both."""

import math

import numpy as np
import pytest

import duelling as du
from duelling.core import theory
from duelling.core.links import LINKS, link_code, slope, stretch
from duelling.lab.growth import per_round

each = pytest.mark.parametrize("link", LINKS)
SPAN = 1.0  # D, the largest gap of the utilities below
STEPS = np.linspace(SPAN, 0, 8)


def losses(x, link):
    """Borda and utility losses, relative to the best arm."""
    state = du.UtilityModel(x, link).losses(["borda", "utility"], 1)
    return state.loss[:, 0], state.loss[:, 1]


@each
def test_a_borda_loss_is_the_utility_loss_times_a_slope_of_the_link(link):
    """At most its slope at 0, and at least what ``stretch`` says: so for both regrets of every pair, round by round."""
    rng, code = np.random.default_rng(0), link_code(link)
    for arms in (2, 3, 7):
        for spread in (0.1, 1.0) if link == "linear" else (0.1, 1.0, 5.0):
            x = spread * rng.random(arms)
            borda, utility = losses(x, link)
            least, most = 1 / stretch(code, arms, np.ptp(x)), slope(code, 0.0)
            assert slope(code, np.ptp(x)) <= least + 1e-12 <= most + 2e-12
            for pair in (np.minimum.outer, lambda one, two: np.add.outer(one, two) / 2):  # weak, strong
                b, u = pair(borda, borda), pair(utility, utility)
                assert np.all(b >= least * u - 1e-12)
                assert np.all(b <= most * u + 1e-12)


def test_the_constants_of_the_page():
    for link, span, constant in (
        ("linear", 1.0, 2.0),
        ("bradley-terry", 0.0, 4.0),
        ("bradley-terry", 1.0, 2 + 2 * math.cosh(1)),
        ("bradley-terry", 5.0, 2 + 2 * math.cosh(5)),
        ("probit", 0.0, math.sqrt(2 * math.pi)),
        ("probit", 1.0, math.sqrt(2 * math.pi) * math.exp(0.5)),
        ("probit", 3.0, math.sqrt(2 * math.pi) * math.exp(4.5)),
    ):
        assert 1 / slope(link_code(link), span) == pytest.approx(constant)
    chord, m = (1 / (1 + math.exp(-3)) - 0.5) / 3, 1 / (2 + 2 * math.cosh(3))
    assert stretch(link_code("bradley-terry"), 8, 3.0) == pytest.approx(8 / (2 * chord + 6 * m))
    for link in LINKS:
        assert stretch(link_code(link), 5, 0.0) == pytest.approx(1 / slope(link_code(link), 0.0))
    assert stretch(link_code("linear"), 5, 0.7) == pytest.approx(2)


@pytest.mark.compiled
@each
def test_the_borda_bound_holds_for_every_link_and_the_utility_bound_with_its_slope(link):
    T, runs, code = 20_000, 50, link_code(link)
    found = du.simulate(du.UtilityModel(STEPS, link), "exp3+unif", horizon=T, runs=runs, winner=["borda", "utility"])
    borda, utility = found.weak[0, :, -1, 0], found.weak[0, :, -1, 1]
    bound = theory.borda_bound(len(STEPS), T)
    assert borda.mean() + 4 * borda.std() / math.sqrt(runs) < bound
    assert utility.mean() + 4 * utility.std() / math.sqrt(runs) < bound * stretch(code, len(STEPS), SPAN)
    ratio = utility / borda
    assert np.all(ratio <= stretch(code, len(STEPS), SPAN) + 1e-9)
    assert np.all(ratio >= 1 / slope(code, 0.0) - 1e-9)


CHANGING = np.full((3, 8), -30.0)  # six arms that never win
CHANGING[:, 0] = [4.0, 0.0, 0.0]  # 4/3 on average
CHANGING[:, 1] = [0.0, 1.5, 1.5]  # 1 on average, but it wins two rounds of three


def test_changing_utilities_have_different_winners_under_a_bent_link_and_equal_ones_under_the_linear():
    bent = du.UtilityModel(CHANGING, "bradley-terry").winners(3)
    assert bent.utility == (0,)
    assert bent.borda == bent.condorcet == (1,)
    straight = du.UtilityModel((CHANGING + 30) / 34, "linear").winners(3)
    assert straight.utility == straight.borda == (0,)


@pytest.mark.compiled
def test_with_changing_utilities_small_borda_regret_does_not_bound_utility_regret():
    """Once the first arm is arm 1, arm 0 is the second in one round of seven, and saves 1 on average; else 1/3 is lost:
    a round costs (6/3 - 1)/7 = 1/7."""
    T = 60_000
    found = du.simulate(
        du.UtilityModel(CHANGING, "bradley-terry"), "exp3+unif", horizon=T, runs=20, winner=["borda", "utility"]
    )
    assert found.weak[0, :, -1, 0].mean() < theory.borda_bound(8, T)
    rise = per_round(found.rounds, found.weak[0, :, :, 1])
    assert 0.1 < rise.low < rise.high < 1 / 7 + 0.02
