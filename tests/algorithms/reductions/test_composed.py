"""Composed algorithms: agreement with slow twins, the parameters of the bandit, and facts."""

import math

import numpy as np
import pytest

from duelling.errors import InputError
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS, BANDITS
from tests.helpers.modes import fewer
from tests.naive.agreement import agree
from tests.naive.reductions import TWINS

pytestmark = pytest.mark.edges


def names(suffix):
    return sorted(name for name in ALGORITHMS if name.endswith(suffix) and name.removesuffix(suffix) in BANDITS)


def test_every_bandit_is_composed_with_both_reductions():
    assert names("+unif") == sorted(f"{name}+unif" for name in BANDITS)
    assert names("-sparring") == sorted(f"{name}-sparring" for name in BANDITS)


@pytest.mark.parametrize("arms", [2, 5, 18])
@pytest.mark.parametrize("text", TWINS)
def test_agrees_with_its_slow_twin_trajectory_by_trajectory(text, arms):
    """Random outcomes, ties included. Moderate lengths: the division by p makes rounding grow."""
    horizon, place = fewer(150 if "tsallis" in text else 300), np.arange(arms)
    win = 0.5 + (place - place[:, None]) / 40
    agree(text, TWINS[text](arms, horizon), arms, horizon, arms, win, ties=0.05)


def test_composed_algorithms_have_the_parameters_of_their_bandit():
    assert {n: p.default for n, p in ALGORITHMS.find("ucb+unif").parameters.items()} == {
        "alpha": 0.51,
        "ties": "random",
    }
    assert ALGORITHMS.find("exp3-sparring").parameters["rate"].default == "anytime"
    assert choice("exp3p-sparring:delta=none").start(3, 100).left.beta == math.sqrt(math.log(3) / 300)
    with pytest.raises(TypeError, match="unexpected keyword"):
        ALGORITHMS.find("exp3p+unif").start(3, 10, delat=0.1)


@pytest.mark.parametrize("suffix", ["-doubler", "-multisbm"])
def test_reductions_to_bandits_that_begin_again_or_late_take_those_without_a_horizon(suffix):
    assert set(names(suffix)) == {bandit + suffix for bandit in ("ucb", "exp3", "exp3ix", "tsallis")}
    for name in names(suffix):
        facts = ALGORITHMS.find(name)
        assert (facts.regret, facts.adversarial, facts.anytime) == ("strong", False, True)


def test_labels_and_facts():
    labels = {name: ALGORITHMS.find(name).label for name in [*names("+unif"), *names("-sparring")]}
    assert labels["exp3+unif"] == "Exp3+UnifK-1"
    assert labels["ucb+unif"] == "UCB+UnifK-1"
    assert labels["exp3-sparring"] == "Exp3-Sparring"
    assert labels["exp3p-sparring"] == "Exp3.P-Sparring"
    assert labels["ucb-sparring"] == "Sparring"
    assert ALGORITHMS.find("exp3-sparring").anytime
    assert not ALGORITHMS.find("exp3+unif").anytime
    assert all(ALGORITHMS.find(name).regret == "weak" for name in names("+unif"))
    assert all(ALGORITHMS.find(name).regret == "strong" for name in names("-sparring"))
    assert all(ALGORITHMS.find(name).summary and ALGORITHMS.find(name).reference for name in labels)


@pytest.mark.parametrize(("text", "message"), [
    ("exp3+unif:eta=nan", "eta must be a finite number above 0"),
    ("exp3p-sparring:delta=2", "delta must lie between 0 and 1"),
    ("ucb+unif:alpha=-1", "alpha must be a finite number above 0"),
])  # fmt: skip
def test_values_out_of_range_are_refused(text, message):
    with pytest.raises(InputError, match=message):
        choice(text).start(3, 100)
    with pytest.raises(InputError, match="rate must be one of borda, utility, anytime, got 'x'"):
        ALGORITHMS.find("exp3+unif").start(3, 10, rate="x")
    with pytest.raises(InputError, match="eta must be left out"):
        choice("exp3+unif:rate=anytime,eta=0.1").start(3, 10)
