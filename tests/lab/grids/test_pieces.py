"""The order of the work of a grid: by what the algorithms say of a round's cost."""

import pytest

import duelling as du
from duelling.lab.grids.pieces import cost, split
from tests.helpers.grids import unit


def test_cost_grows_with_the_power_of_k_that_the_algorithm_declares():
    small, large = (du.problem(f"random:bradley-terry,arms={arms}") for arms in (10, 40))
    for name, power in (("ws-w", 0), ("rucb", 1), ("ecw-rmed", 2)):
        one, four = (cost(unit(algorithm=name, origin=origin)) / 1000 - 10 for origin in (small, large))
        assert (one, four) == pytest.approx((10**power, 40**power) if power else (0, 0))


def test_experiments_come_one_after_another_and_the_one_with_the_longest_piece_first():
    units = [
        unit(experiment=name, horizon=horizon, runs=4) for name in ("fine", "coarse") for horizon in (100, 200, 300)
    ]
    units[3] = unit(experiment="coarse", horizon=900, runs=1)
    order = [(piece.unit.experiment, piece.unit.horizon * piece.runs) for piece in split(units, 2)]
    assert [name for name, _ in order] == sorted(name for name, _ in order)
    for name in ("coarse", "fine"):
        lengths = [length for each, length in order if each == name]
        assert lengths == sorted(lengths, reverse=True)
    assert split([], 2) == []


def test_the_longest_unit_comes_first_and_the_shortest_where_nothing_is_shared_out():
    units = [unit(algorithm=name, origin=du.problem("random:bradley-terry,arms=40")) for name in ("ws-w", "ecw-rmed")]
    assert [piece.unit.algorithm for piece in split(units, 2)][:1] == ["ecw-rmed"]
    assert [piece.unit.algorithm for piece in split(units, 1)] == ["ws-w", "ecw-rmed"]
    two = [unit(experiment="long", horizon=900), unit(experiment="short", horizon=100)]
    assert [piece.unit.experiment for piece in split(two, 1)] == ["short", "long"]
