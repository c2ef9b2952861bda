"""Units that are the beginnings of longer ones: they are played once, and nothing else changes."""

import numpy as np
import pytest

import duelling as du
from duelling.lab.grids import run as running
from duelling.lab.grids.beginnings import gathered
from duelling.lab.grids.pieces import Piece
from duelling.lab.grids.run import run
from tests.helpers.grids import content, grid, stopping, unit

pytestmark = pytest.mark.plain
GRID = """
runs = 3

[[experiment]]
id = "drawn"
problems = ["cyclic", "flips:arms=3,length=30"]
algorithms = ["ws-w", "exp3+unif:rate=anytime", "exp3+unif", "savage"]
horizons = [40, 90, 250]
winner = ["borda", "von_neumann"]
checkpoints = "log"

[[experiment]]
id = "exact"
problems = "borda_vonneumann"
algorithms = ["ws-w", "tsallis+unif"]
period = 20
horizons = [40, 100]
shuffle = true

[[experiment]]
id = "followed"
problems = "shadow:arms=3"
algorithms = "ws-w"
horizons = [40, 90]
"""


def units(**changes):
    return [unit(horizon=horizon, **changes) for horizon in (300, 100, 200)]


def horizons(some):
    """Of each unit that is played, with those of its beginnings."""
    return [(each.horizon, [shorter.horizon for shorter in each.shorter]) for each in some]


def test_who_is_not_told_the_horizon_is_played_once():
    assert horizons(gathered(units())) == [(300, [100, 200])]
    assert horizons(gathered(units(algorithm="exp3+unif"))) == [(300, []), (100, []), (200, [])]
    assert gathered([]) == []


def test_problems_that_depend_on_the_horizon_or_on_the_learner_are_played_for_each():
    assert all(not each.shorter for each in gathered(units(origin=du.problem("shadow:arms=3"))))
    turns = du.problem("flips:arms=3,length=40")  # regret is measured from an arm that is the best until round 40 alone
    assert horizons(gathered([unit(origin=turns, horizon=horizon) for horizon in (40, 120)])) == [(40, []), (120, [])]
    assert horizons(gathered(units(origin=du.problem("flips:arms=3,phases=1")))) == [(300, [100, 200])]


@pytest.mark.parametrize("change", [{"seed": 1}, {"runs": 3}, {"experiment": "two"}, {"winners": ("copeland",)}])
def test_units_that_differ_in_anything_else_are_kept_apart(change):
    assert horizons(gathered([*units(), unit(horizon=50, **change)])) == [(300, [100, 200]), (50, [])]


def test_what_is_found_is_what_each_finds_alone():
    (whole,) = gathered(units(checkpoints="log", winners=("borda", "condorcet")))
    found = Piece(whole, 2, 3).play()
    assert whole.each == 600
    assert sum(each.seconds.sum() for _, each in whole.apart(found)) == pytest.approx(found.seconds.sum())
    for one, its in whole.apart(found):
        alone = Piece(one, 2, 3).play()
        assert one.shorter == ()
        assert (its.horizon, its.rounds.tolist()) == (alone.horizon, alone.rounds.tolist())
        assert np.array_equal(its.values, alone.values)
        assert one.rows(its).equals(one.rows(alone))


def test_results_are_those_of_units_that_are_played_one_by_one(tmp_path, monkeypatch):
    told = {}
    done = run(grid(GRID), tmp_path / "together", progress=lambda name, *rounds: told.update({name: rounds}))
    assert all(played == total for played, total in told.values())
    monkeypatch.setattr(running, "gathered", list)
    alone = run(grid(GRID), tmp_path / "alone")
    assert done[:3] == alone[:3]
    assert content(tmp_path / "together") == content(tmp_path / "alone")


def test_units_that_stop_by_themselves_stay_as_they_are(tmp_path):
    from duelling.lab.grids.plan import resolve
    from duelling.lab.grids.specification import read

    some = resolve(read(stopping(tmp_path))).units
    assert gathered(some) == list(some)
