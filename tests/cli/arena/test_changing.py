"""duelling arena undo, void, restore, set, open, close."""

import pytest

from duelling import Arena

pytestmark = pytest.mark.plain


def votes(place):
    with Arena(place) as arena:
        return len(arena.votes())


def test_a_vote_is_taken_back(logos, data, said):
    ticket = data("ask", logos, "--voter", "ann")["ticket"]
    data("tell", logos, ticket, "left")
    assert data("undo", logos, ticket) == {"ticket": ticket, "undone": True}
    assert votes(logos) == 0
    assert data("undo", logos, ticket) == {"ticket": ticket, "undone": False}
    assert said("undo", logos, ticket) == "it was taken back before\n"
    data("tell", logos, ticket, "right")
    assert votes(logos) == 1
    assert said("undo", logos, ticket) == "taken back\n"


def test_a_voter_is_taken_out_and_let_in_again(logos, data, said):
    for _ in range(2):
        data("tell", logos, data("ask", logos, "--voter", "ann")["ticket"], "left")
    data("tell", logos, data("ask", logos, "--voter", "bob")["ticket"], "left")
    assert data("void", logos, "--voter", "ann") == {"voter": "ann", "voided": 2}
    assert votes(logos) == 1
    assert data("restore", logos, "--voter", "ann") == {"voter": "ann", "restored": 2}
    assert votes(logos) == 3
    assert said("void", logos, "--voter", "bob") == "1 votes of bob no longer count\n"
    assert said("restore", logos, "--voter", "bob") == "1 votes of bob count again\n"


def test_settings(logos, data, said):
    before = data("set", logos)
    assert before["delta"] == 0.05
    after = data("set", logos, "delta=0.1", "goal=show", "most_per_voter=5", "by_voter=none")
    assert after == before | {"delta": 0.1, "goal": "show", "most_per_voter": 5}
    assert data("set", logos) == after
    assert "delta = 0.1\n" in said("set", logos)
    assert "by_voter = none\n" in said("set", logos)


def test_it_closes_and_opens(logos, data, said, refused):
    assert data("close", logos) == {"arena": "main", "open": False}
    assert "closed" in refused("ask", logos)
    assert data("open", logos) == {"arena": "main", "open": True}
    data("ask", logos)
    assert said("close", logos) == "arena main is closed\n"
    assert said("open", logos) == "arena main is open\n"


def test_what_is_refused(logos, data, refused):
    ticket = data("ask", logos, "--voter", "ann")["ticket"]
    assert "no vote that could be taken back" in refused("undo", logos, ticket)
    assert "not known any more" in refused("undo", logos, "1.x")
    for command in ("void", "restore"):
        assert refused(command, logos, "--voter", "nobody").startswith("there is no voter 'nobody'")
        assert refused(command, logos) == "Missing option '--voter'."
    assert refused("set", logos, "delta").startswith("a setting must be written as name=value, got 'delta'")
    assert refused("set", logos, "delta=big").startswith("delta must be")
    assert refused("set", logos, "dleta=1") == "there is no setting 'dleta': did you mean 'delta'?"
    assert refused("set", logos, "colour=red").startswith("there is no setting 'colour'")
    assert refused("set", logos, "delta=0.1", "goal=worst").startswith("goal must be")
    assert refused("set", logos, "seed=5").startswith("seed is fixed")
    assert data("set", logos)["delta"] == 0.05
    for command in (["undo", "none.db", ticket], ["close", "none.db"], ["open", "none.db"], ["set", "none.db"]):
        assert refused(*command).startswith("there is no journal")
