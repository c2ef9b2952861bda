"""Everything that suits a problem: who is played, in which order, and what is said of the rest."""

import time

import numpy as np
import pytest

import duelling as du
from duelling.core.jit import interpreted
from duelling.errors import WrongValue
from duelling.lab.everything import identify_all, rows_of, runs_of, shared, simulate_all, suited

pytestmark = pytest.mark.plain

ORDERED = [[0.5, 0.9, 0.9], [0.1, 0.5, 0.9], [0.1, 0.1, 0.5]]
CIRCLE = [[0.5, 0.9, 0.9, 0.9], [0.1, 0.5, 0.9, 0.1], [0.1, 0.1, 0.5, 0.9], [0.1, 0.9, 0.1, 0.5]]


def test_who_suits_is_made_for_the_winner_the_regret_and_so_many_arms():
    few, many = (du.PreferenceMatrix(np.full((k, k), 0.5)) for k in (3, 13))
    names = {each.name for each in suited(few, "utility", "weak")}
    assert {"ctb", "ws-w", "exp3+unif"} <= names
    assert not {"rex3", "vn+unif", "random"} & names
    assert names - {each.name for each in suited(many, "utility", "weak")} == {"ctb"}
    with pytest.raises(WrongValue, match=r"^regret must be one for which an algorithm for the copeland winner is made"):
        suited(few, "copeland", "weak")


def test_the_result_is_that_of_simulate_with_the_smallest_regret_first():
    with interpreted():
        played = simulate_all(ORDERED, horizon=60, runs=3, winner="condorcet", seconds=600, threads=1)
        expected = du.simulate(
            ORDERED, [each.algorithms[0] for each in played.parts], horizon=60, runs=3, winner="condorcet"
        )
    result = shared(played.parts)
    assert played.left == ()
    assert set(result.algorithms) == {each.name for each in du.select("condorcet", "weak")}
    assert np.array_equal(result.values, expected.values)
    means = result.weak[:, :, -1, 0].mean(axis=1)
    assert (np.diff(means) >= 0).all()


def test_parts_with_more_and_with_fewer_runs_share_the_first_ones():
    with interpreted():
        parts = [
            du.simulate(ORDERED, name, horizon=20, runs=n, winner="condorcet", record="pulls")
            for name, n in (("rucb", 5), ("ws-w", 3))
        ]
        both = du.simulate(ORDERED, ["rucb", "ws-w"], horizon=20, runs=3, winner="condorcet", record="pulls")
    result = shared(parts)
    assert np.array_equal(result.values, both.values)
    assert np.array_equal(result.records["pulls"], both.records["pulls"])
    assert result.rows()[0]["rounds_per_second"] == pytest.approx(parts[0].rows()[0]["rounds_per_second"])
    assert [row["runs"] for row in rows_of(parts)] == [5, 3]
    assert [runs_of(parts, 9), runs_of(parts[1:], 9), runs_of(parts[1:], 3)] == [
        "3 to 5 of 9 runs",
        "3 of 9 runs",
        "3 runs",
    ]


def test_what_would_take_too_long_is_left_out_and_said():
    with interpreted():
        with pytest.raises(WrongValue, match=r"^seconds must be more, or horizon and runs less, got 0\.3"):
            simulate_all(ORDERED, horizon=10**9, runs=3, winner="von_neumann", seconds=0.3)
        begun = time.monotonic()
        with pytest.raises(WrongValue, match=r"^seconds must be more"):
            simulate_all(ORDERED, horizon=10**7, runs=3, winner="von_neumann", seconds=2.0)
    assert time.monotonic() - begun < 20


def test_those_with_a_theorem_on_regret_come_before_those_that_look_for_a_verdict_or_expect_an_adversary():
    names = [each.name for each in suited(du.PreferenceMatrix(ORDERED), "condorcet", "strong")]
    places = [names.index(name) for name in ("d-ts", "scb", "rcs", "champion", "klucb-sparring", "exp3-sparring")]
    assert places == sorted(places)


def test_identification_leaves_out_what_assumes_too_much():
    with interpreted():
        every = identify_all(CIRCLE, runs=2, delta=0.2, seconds=600, limit=3000, threads=1)
    left, found = dict(every.left), [each.algorithm for each in every.found]
    assert {name for name, why in left.items() if why == "ends after a budget of duels, and none is given"} == {
        each.name for each in du.select() if each.budgeted
    }
    assert "total order" not in left  # reasons, not assumptions
    assert "promises nothing here: it assumes every arm beats" in left["mallows-mpi"]
    assert "must play where the arms have an order" in left["merge-rank"]
    assert {"savage", "pocowista", "race"} <= set(found)
    assert {"multisort", "single-elimination"}.isdisjoint(found)
    sure = [each.duels.mean() for each in every.found if (each.arms != -1).all()]
    assert sure == sorted(sure)
    same = du.identify(CIRCLE, "savage", runs=2, delta=0.2, limit=3000)
    assert np.array_equal(every.found[found.index("savage")].duels, same.duels)


def test_with_a_budget_those_play_that_end_by_one():
    with interpreted():
        every = identify_all(ORDERED, runs=2, budget=50, seconds=600)
    stopping, left = [each for each in du.select() if each.identify], dict(every.left)
    assert {each.algorithm for each in every.found} | set(left) == {each.name for each in stopping}
    assert {name for name, why in left.items() if why == "ends by itself, without a budget"} == {
        each.name for each in stopping if not each.budgeted
    }


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"seconds": 0}, "^seconds must be a finite number above 0, got 0"),
        ({"winner": ["borda", "utility"]}, "^winner must be one concept where all that suits is played, got 2"),
        ({"regret": "mine"}, "regret"),
        ({"horizon": 0}, "^horizon must be"),
        ({"runs": 0}, "^runs must be"),
    ],
)
def test_bad_values_are_refused_before_anything_is_played(wrong, message):
    with pytest.raises(du.InputError, match=message):
        simulate_all(ORDERED, **{"horizon": 10, "runs": 2} | wrong)
