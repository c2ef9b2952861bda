"""Units that are played to a horizon: what they find is what simulate finds, in rows and in pieces."""

import pytest

from duelling.lab.grids.pieces import Piece
from duelling.lab.simulate import simulate
from tests.helpers.grids import unit

pytestmark = pytest.mark.plain


def test_rows_are_those_of_simulate():
    one = unit(winners=("borda", "condorcet"), runs=3)
    found = Piece(one, 0, 3).play()
    alone = simulate("cyclic", "ws-w", horizon=100, runs=3, winner=["borda", "condorcet"])
    assert one.rows(found).equals(alone.frame())
    assert one.duels(found) == one.rounds == 300
    assert one.concepts == ("borda", "condorcet")


def test_the_brief_unit_keeps_the_period():
    assert (unit().brief().horizon, unit(period=20).brief().horizon, unit().brief().runs) == (1, 20, 1)
    assert type(unit().brief().environment()) is type(unit().environment())
