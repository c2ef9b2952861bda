"""Contexts that come in turn: that of a round is shown before its pair is chosen, and before its outcome is told."""

from typing import NamedTuple

import numpy as np
import pytest

from duelling.core.protocol import Duel, choose, update
from duelling.worlds.contexts.protocol import observe
from duelling.worlds.contexts.turns import Turns

pytestmark = pytest.mark.edges


class Notes(NamedTuple):
    context: np.ndarray
    told: np.ndarray  # how often an outcome came in each context


def _observe(s: Notes, t, context):
    s.context[0] = context


def _choose(s: Notes, t, rng):
    return Duel(s.context[0], 0, 1.0, 1.0)


def _update(s: Notes, t, duel, outcome):
    s.told[s.context[0]] += outcome


observe.register(Notes, _observe)
choose.register(Notes, _choose)
update.register(Notes, _update)


def test_a_late_outcome_is_told_in_the_context_of_its_round():
    notes, rng = Notes(np.zeros(1, np.int64), np.zeros(3, np.int64)), np.random.default_rng(0)
    turns = Turns(notes, 3)
    duels = [choose(turns, t, rng) for t in range(1, 7)]
    assert [duel.first for duel in duels] == [1, 2, 0, 1, 2, 0]
    update(turns, 2, duels[1], 1)
    assert (notes.told.tolist(), notes.context[0]) == ([0, 0, 1], 2)
    update(turns, 4, duels[3], -1)
    assert notes.told.tolist() == [0, -1, 1]
