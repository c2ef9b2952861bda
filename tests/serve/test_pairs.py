"""Who has seen every pair is known exactly when the arena has nothing more for him."""

import random

import pytest

from duelling.errors import Conflict
from duelling.live.arena import Arena
from duelling.serve.pairs import finished

pytestmark = pytest.mark.plain


def out(arena):
    return arena.look(finished)


def answer_all(arena, voter, words=("left",)):
    """Answer until there is nothing more to ask."""
    rng = random.Random(3)
    for _ in range(1000):
        try:
            arena.tell(arena.ask(voter=voter), rng.choice(words))
        except Conflict as told:
            return str(told)
    raise AssertionError


@pytest.mark.parametrize("repeats", [1, 2])
@pytest.mark.parametrize("words", [("left",), ("left", "skip", "bad")])
def test_as_the_arena_says_it(tmp_path, repeats, words):
    with Arena(tmp_path / "a.db", ["a", "b", "c"], seed=1, repeats=repeats) as arena:
        assert out(arena) == 0
        assert "seen every pair" in answer_all(arena, "ann", words)
        assert out(arena) == 1
        ticket = arena.ask(voter="bob")
        assert out(arena) == 1
        arena.tell(ticket, "left")
        assert "seen every pair" in answer_all(arena, "bob", words)
        assert out(arena) == 2
        arena.bar("bob")
        assert out(arena) == 1
        arena.add("d")
        assert out(arena) == 0
        arena.retire("d")
        assert out(arena) == 1
        arena.set(repeats=repeats + 1)
        assert out(arena) == 0


def test_nobody_runs_out_where_pairs_come_again(tmp_path):
    with Arena(tmp_path / "a.db", ["a", "b"], seed=1, repeats=None) as arena:
        for _ in range(5):
            arena.tell(arena.ask(voter="ann"), "left")
        assert out(arena) == 0


def test_his_own_items_are_no_pairs_of_his(tmp_path):
    with Arena(tmp_path / "a.db", ["a", "b", "c"], seed=1) as arena:
        arena.own("ann", ["a"])
        answer_all(arena, "ann")
        assert out(arena) == 1
        assert len(arena.votes()) == 1
        arena.own("bob", ["a", "b"])
        assert not arena.look(lambda state: state.people.all[1].has_seen_all([0, 1, 2], 1))
