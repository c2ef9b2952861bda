"""Units: their order, and a key that changes with all that they depend on and with nothing else."""

import pickle

import pytest

from duelling.errors import InputError
from duelling.lab.grids.pieces import Piece, cost, join, split
from duelling.lab.grids.plan import resolve
from duelling.lab.grids.specification import Experiment, Specification
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.reading.named import problem
from duelling.registry.facts import ALGORITHMS
from tests.helpers.grids import unit

pytestmark = pytest.mark.plain


def test_units_come_in_declared_order():
    one = Experiment(id="one", problems=["sushi", "cyclic"], algorithms=["ws-w", "random"], horizons=[200, 100])
    two = Experiment(id="two", problems="cyclic", algorithms="random", horizons=10, seed=4, period=10, runs=3)
    found = resolve(Specification(experiments=(one, two))).units
    assert [(u.experiment, u.problem, u.horizon, u.algorithm) for u in found] == [
        *(("one", p, t, a) for p in ("sushi", "cyclic") for t in (200, 100) for a in ("ws-w", "random")),
        ("two", "cyclic", 10, "random"),
    ]
    assert (found[-1].seed, found[-1].period, found[-1].runs, found[-1].rounds) == (4, 10, 3, 30)


CHANGES = {
    "experiment": "two", "problem": "./cyclic", "horizon": 200, "algorithm": "random", "winners": ("borda", "copeland"),
    "period": 10, "runs": 11, "seed": 1, "checkpoints": "log", "shuffle": True, "origin": problem("sushi"),
}  # fmt: skip


@pytest.mark.parametrize("field", CHANGES)
def test_the_key_changes_with_every_field(field):
    assert set(CHANGES) == {*unit().declared, "origin"}
    assert unit(**{field: CHANGES[field]}).key() != unit().key()


@pytest.mark.parametrize("algorithm", ["ws-w", "exp3+unif:rate=utility"])
def test_a_unit_travels_and_its_key_is_computed_anew(algorithm):
    there = unit(algorithm=algorithm)
    here = pickle.loads(pickle.dumps(there))
    assert (here.algorithm, here.chosen.parameters) == (there.algorithm, there.chosen.parameters)
    assert here.key() == there.key()
    assert "identity" not in pickle.loads(pickle.dumps(there)).__dict__


def test_equal_units_have_equal_keys():
    assert unit().key() == unit().key()
    assert unit().name.startswith("one-cyclic-100-ws-w-")


def test_content_counts_and_descriptions_do_not():
    win = problem("cyclic").preference()
    same = PreferenceMatrix(win, problem("cyclic").arms, name="cyclic", source="elsewhere", description="else")
    assert unit(origin=same).key() == unit().key()
    other = win.copy()
    other[0, 1], other[1, 0] = 0.61, 0.39
    assert unit(origin=PreferenceMatrix(other, problem("cyclic").arms)).key() != unit().key()
    assert unit(origin=PreferenceMatrix(win, ["a", "b", "c", "d"])).key() != unit().key()


def test_parameters_count_with_their_defaults(monkeypatch):
    assert unit(algorithm="exp3+unif:rate=borda").identity["parameters"] == {"rate": "borda", "eta": None}
    before = unit(algorithm="rucb").key()
    start = ALGORITHMS.find("rucb").start
    monkeypatch.setitem(start.__kwdefaults__, "alpha", 0.77)
    assert unit(algorithm="rucb").key() != before


def test_names_are_safe_for_files():
    name = unit(problem="some folder/Zürich.txt", algorithm="exp3+unif:rate=utility,eta=0.5").name
    assert name.startswith("one-some_folder_Z_rich.txt-100-exp3+unif_rate=utility_eta=0.5-")
    assert len(unit(problem="x" * 500).name) < 150


def test_a_dear_algorithm_costs_more():
    names = ["ws-w", "exp3+unif", "rucb", "ecw-rmed"]
    costs = [cost(unit(algorithm=name, origin=problem("sushi"))) for name in names]
    assert costs[0] == costs[1] < costs[2] < costs[3]


@pytest.mark.parametrize("lanes", [1, 2, 5])
def test_pieces_hold_every_run_once_and_several_lanes_begin_with_the_longest(lanes):
    given = [unit(horizon=h, runs=r) for h, r in ((10, 7), (1000, 13), (10, 1), (500, 2))]
    pieces = split(given, lanes)
    for each in given:
        runs = [run for p in pieces if p.unit is each for run in range(p.first_run, p.first_run + p.runs)]
        assert sorted(runs) == list(range(each.runs))
    assert len(pieces) <= len(given) + 4 * lanes
    if lanes > 1:
        assert pieces[0].unit is given[1]
        assert max(cost(p.unit) * p.runs / p.unit.runs for p in pieces) < sum(map(cost, given)) / lanes
    assert split([], lanes) == []


def test_pieces_put_together_are_the_unit():
    whole = unit(runs=5, winners=("borda", "condorcet"))
    parts = [(piece, piece.play()) for piece in (Piece(whole, 3, 2), Piece(whole, 0, 3))]
    told = []
    joined, expected = join(parts), Piece(whole, 0, 5).play(told.append)
    assert told == [100] * 5
    assert (joined.weak == expected.weak).all()
    assert (joined.strong == expected.strong).all()
    assert joined.runs == 5
    with pytest.raises(InputError, match="first_run must be a whole number from 0 on, got -1"):
        Piece(whole, -1, 2).play()
