"""Units that are played until an algorithm is sure: what they find, their keys, and how they travel."""

import pickle

import numpy as np
import pytest

import duelling as du
from duelling.lab.grids.pieces import Piece, join
from duelling.lab.grids.stop_units import StopUnit, choose_to_stop
from duelling.problems.reading.named import problem

pytestmark = pytest.mark.plain


def unit(**changes):
    given = {
        "experiment": "one", "problem": "cyclic", "horizon": 3000, "algorithm": "savage", "delta": 0.1, "within": 0.0,
        "runs": 4, "seed": 0, "origin": problem("cyclic"),
    } | changes  # fmt: skip
    return StopUnit(chosen=choose_to_stop(given.pop("algorithm"), given["delta"]), **given)


CHANGES = {
    "experiment": "two", "problem": "./cyclic", "horizon": 4000, "algorithm": "savage:epsilon=1", "delta": 0.2,
    "within": 0.1, "runs": 5, "seed": 1, "origin": problem("arxiv"),
}  # fmt: skip


@pytest.mark.parametrize("field", CHANGES)
def test_the_key_changes_with_every_field(field):
    assert set(CHANGES) == {*unit().declared, "origin"}
    assert unit(**{field: CHANGES[field]}).key() != unit().key()


def test_pieces_put_together_are_what_identify_finds():
    whole, told = unit(algorithm="race", within=0.3), []
    parts = [(piece, piece.play(told.append)) for piece in (Piece(whole, 3, 1), Piece(whole, 0, 3))]
    found, alone = join(parts), du.identify("cyclic", "race", delta=0.1, within=0.3, runs=4, limit=3000)
    assert told == [1] * 4
    for name in ("duels", "arms", "fits"):
        np.testing.assert_array_equal(getattr(found, name), getattr(alone, name))
    rows = whole.rows(found)
    assert rows.columns == ["winner", "algorithm", "run", "duels", "verdict", "right"]
    assert rows["run"].to_list() == [0, 1, 2, 3]
    assert whole.duels(found) == alone.duels.sum()


def test_a_verdict_is_told_by_names_and_its_absence_as_nothing():
    easy = du.PreferenceMatrix([[0.5, 0.9, 0.95], [0.1, 0.5, 0.8], [0.05, 0.2, 0.5]])
    several = unit(algorithm="race:top=2", origin=easy)
    assert set(several.rows(Piece(several, 0, 4).play())["verdict"]) == {"0, 1"}
    short = unit(horizon=5)
    rows = short.rows(Piece(short, 0, 4).play())
    assert rows["verdict"].to_list() == [None] * 4
    assert rows["right"].to_list() == [False] * 4


@pytest.mark.parametrize("algorithm", ["savage", "race:top=2", "merge-dts"])
def test_a_unit_travels_and_its_key_is_computed_anew(algorithm):
    there = unit(algorithm=algorithm)
    here = pickle.loads(pickle.dumps(there))
    assert (here.algorithm, here.chosen.delta, here.key()) == (there.algorithm, there.chosen.delta, there.key())


def test_one_that_does_not_stop_by_itself_is_told_the_limit():
    assert (unit(algorithm="merge-dts").told, unit().told) == (3000, None)
    found = Piece(unit(algorithm="merge-dts"), 0, 2).play()
    assert found.horizon == 3000
    np.testing.assert_array_equal(found.duels, du.identify("cyclic", "merge-dts", horizon=3000, runs=2).duels)


def test_parameters_and_sources_are_those_of_the_stopping_algorithm():
    assert unit(algorithm="race").identity["parameters"] == {"within": 0.0, "pairs": "race", "top": 1}
    assert unit(algorithm="race").concepts == ("borda",)
    assert unit().brief().horizon == 1
    exact = du.exact_sequence(problem("cyclic"), period=20)
    assert unit(origin=exact, horizon=45).brief().horizon == 20
