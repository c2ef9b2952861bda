"""Duels: every kind of problem decides them with the right chances, and says what it is."""

import json

import numpy as np
import pytest

from duelling.core.jit import jit
from duelling.core.links import LINKS
from duelling.core.protocol import decide
from duelling.errors import InputError
from duelling.problems.changing import Drifting, Piecewise
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.reading.named import problem
from duelling.problems.sequence import OutcomeSequence
from duelling.problems.utility import UtilityModel
from tests.helpers.modes import INTERPRETED

pytestmark = pytest.mark.edges
DUELS = 2_000 if INTERPRETED else 40_000
SHARP = np.array([[0.5, 0.9, 0.2], [0.1, 0.5, 0.6], [0.8, 0.4, 0.5]])
ROUNDS = np.array([[[0, 1, 1], [-1, 0, -1], [-1, 1, 0]], [[0, -1, 1], [1, 0, 1], [-1, -1, 0]]])


@jit
def count_wins(state, t, duels, rng, wins):
    for i in range(wins.shape[0]):
        for j in range(wins.shape[0]):
            for _ in range(duels):
                wins[i, j] += decide(state, t, i, j, rng) == 1


KINDS = [
    (PreferenceMatrix(SHARP), 7),
    (Piecewise([SHARP.T, SHARP], [1, 10]), 9),
    (Piecewise([SHARP.T, SHARP], [1, 10]), 10),
    (Drifting([SHARP.T, SHARP], [1, 101]), 26),
    (Drifting([SHARP.T, SHARP], [1, 101]), 500),
    *((UtilityModel([[0.1, 0.9, 0.3], [0.2, 0.25, 1.0]], link), 4) for link in LINKS),
]


def chances(given, t):
    """P_t by differences of the running mean."""
    before = (t - 1) * given.preference(t - 1)
    return t * given.preference(t) - before


@pytest.mark.parametrize(("given", "t"), KINDS, ids=lambda value: getattr(value, "name", str(value)))
def test_frequencies_of_compiled_duels(given, t):
    P, wins = chances(given, t), np.zeros((3, 3))
    count_wins(given.start(1000), t, DUELS, np.random.default_rng(1), wins)
    assert np.all(np.diag(wins) == 0)
    off = ~np.eye(3, dtype=bool)
    z = (wins - DUELS * P) / np.sqrt(DUELS * P * (1 - P) + 1e-9)
    assert np.abs(z[off]).max() < 4.5


@pytest.mark.parametrize(("given", "t"), KINDS, ids=lambda value: getattr(value, "name", str(value)))
def test_an_arm_against_itself_is_even_and_draws_nothing(given, t):
    state, rng, twin = given.start(1000), np.random.default_rng(3), np.random.default_rng(3)
    assert decide(state, t, 1, 1, rng) == 0
    assert rng.random() == twin.random()


def test_chances_at_a_drift_quarter_way():
    np.testing.assert_allclose(chances(KINDS[3][0], 26), 0.75 * SHARP.T + 0.25 * SHARP, atol=1e-9)


def test_sequences_repeat():
    state = OutcomeSequence(ROUNDS).start(6)
    for t in range(1, 7):
        for i in range(3):
            for j in range(3):
                assert (
                    decide(state, t, i, j, None if INTERPRETED else np.random.default_rng())
                    == ROUNDS[(t - 1) % 2, i, j]
                )


def test_many_arms_need_no_matrix():
    arms = 10_000
    given = UtilityModel(np.linspace(0, 1, arms))
    state = given.losses(("utility", "borda", "copeland", "von_neumann", "condorcet"), 100)
    assert state.loss.shape == (arms, 5)
    assert state.loss[-1].tolist() == [0] * 5
    assert np.all(np.diff(state.loss, axis=0) < 0)  # better arms cost less under every concept
    assert given.winners().condorcet == (arms - 1,)
    assert decide(given.start(10), 1, arms - 1, 0, np.random.default_rng()) == 1


@pytest.mark.parametrize("given", [given for given, _ in KINDS] + [OutcomeSequence(ROUNDS), problem("sushi")])
def test_descriptions_are_json_and_tell_content_apart(given):
    facts = given.describe()
    assert json.loads(json.dumps(facts)) == facts
    assert {"kind", "name", "arms", "source", "sha256"} <= set(facts)
    assert given.name in repr(given)
    assert f"{len(given.arms)} arms" in repr(given)


def test_fingerprints_follow_the_content_only():
    same, other = PreferenceMatrix(SHARP, name="else"), PreferenceMatrix(SHARP.T)
    print_of = {given: given.describe()["sha256"] for given in (PreferenceMatrix(SHARP), same, other)}
    assert len(set(print_of.values())) == 2
    assert UtilityModel([0.1, 0.2]).describe()["sha256"] != UtilityModel([0.1, 0.2], "probit").describe()["sha256"]


def test_changing_problems_are_checked():
    for kind, label in ((Piecewise, "starts"), (Drifting, "times")):
        for rounds in ([2, 5], [1, 1], [1], [1.0, 2.5], [1, 5, 9]):
            with pytest.raises(InputError, match=f"{label} must be 2 rounds that ascend from 1"):
                kind([SHARP, SHARP.T], rounds)
        with pytest.raises(InputError, match=r"matrices\[1\]\[0, 1\] must be between 0 and 1, got 2.0"):
            kind([SHARP, SHARP + np.array([[0, 1.1, 0]])], [1, 2])
        with pytest.raises(InputError, match=r"matrices\[1\] must have shape \(3, 3\)"):
            kind([SHARP, np.full((2, 2), 0.5)], [1, 2])
        for nothing in ([], None, 5):
            with pytest.raises(InputError, match="at least one"):
                kind(nothing, [])
        given = kind([SHARP, SHARP.T], **{label: [1, 5]}, arms=["a", "b", "c"], name="mine")
        assert (given.name, given.arms) == ("mine", ("a", "b", "c"))
        assert given.describe()[label] == [1, 5]
        with pytest.raises(InputError, match="has a mean over a given horizon only"):
            given.winners()
        with pytest.raises(InputError, match="horizon must be a whole number from 1 on, got 0"):
            given.preference(0)


@pytest.mark.parametrize(
    ("x", "link", "message"),
    [
        ([0.1, 1.5], "linear", r"x\[1\] must be between 0 and 1 with a linear link, got 1.5"),
        ([[0.1, 0.2], [0.3, float("nan")]], "linear", r"x\[1, 1\] must be between 0 and 1"),
        ([0.1, float("inf")], "probit", r"x\[1\] must be between -1e100 and 1e100, got inf"),
        ([0.1, -1e101], "bradley-terry", r"x\[1\] must be between -1e100 and 1e100, got -1e\+101"),
        ([0.1], "linear", "at least 2 arms, got 1"),
        ([], "linear", r"x must have shape \(arms,\) or \(rounds, arms\), got \(0,\)"),
        ("abc", "linear", "x must be an array of numbers, got 'abc'"),
        ([0.1, 0.2], "lin", "link must be one of linear, bradley-terry, probit, got 'lin'"),
    ],
)
def test_utilities_are_checked(x, link, message):
    with pytest.raises(InputError, match=message):
        UtilityModel(x, link)


def test_utilities_of_a_horizon_that_cuts_the_period():
    given = UtilityModel([[0.0, 1.0], [1.0, 0.0], [1.0, 0.0]])
    np.testing.assert_allclose(given.utilities(4), [0.5, 0.5])
    np.testing.assert_allclose(given.utilities(), [2 / 3, 1 / 3])
    assert given.condorcet_winner(4) is None
    assert given.condorcet_winner() == 0
