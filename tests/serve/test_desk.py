"""What the service asks of an arena, on the arena itself."""

import time

import pytest

from duelling.errors import Conflict, UnknownName
from duelling.live.arena import Arena
from duelling.live.decisions.look import Look
from duelling.serve.desk import UNDO_SECONDS, UNDO_VOTES, Find, Serve, TakeBack, Visit, Vote, fresh

pytestmark = pytest.mark.plain


@pytest.fixture
def arena(tmp_path):
    with Arena(tmp_path / "a.db", [("a", "text of a"), "b"], seed=1, repeats=None, most_per_voter=3) as opened:
        yield opened


def do(arena, *decisions):
    return arena.submit(*decisions).result()


def test_tickets_with_what_they_show(arena):
    (tray,) = do(arena, Serve(voter="ann"))
    (ticket,) = tray.tickets
    pieces = {piece.name: piece for piece in (ticket.left, ticket.right)}
    assert (pieces["a"].content, pieces["b"].content) == ("text of a", "b")  # without a content the name is shown
    assert (tray.new, tray.votes, tray.most, ticket.voter) == (True, 0, 3, "ann")
    assert do(arena, Find(ticket.id)) == [ticket]
    (again,) = do(arena, Serve(voter="ann"))
    assert (again.tickets, again.new) == (tray.tickets, False)


def test_a_vote_says_whether_it_is_new_and_the_next_question_comes_in_the_same_commit(arena):
    (tray,) = do(arena, Serve(voter="ann"))
    cast, following = do(arena, Vote(tray.tickets[0].id, "left"), Serve(voter="ann"))
    assert (cast.new, cast.receipt.counted, following.votes) == (True, True, 1)
    (again,) = do(arena, Vote(tray.tickets[0].id, "left"))
    assert (again.new, again.receipt.counted) == (False, True)
    with pytest.raises(Conflict, match="has the answer left"):
        do(arena, Vote(tray.tickets[0].id, "right"))


def test_what_a_visitor_sees(arena):
    for k in range(3):
        ((what, tray),) = do(arena, Visit("ann"))
        assert (what, tray.votes) == ("ask", k)
        do(arena, Vote(tray.tickets[0].id, "tie"))
    assert do(arena, Visit("ann"))[0][0] == "thanks"
    arena.bar("ann")
    assert do(arena, Visit("ann")) == [("barred", None)]
    arena.shut()
    assert do(arena, Visit("ann")) == [("closed", None)]


def test_a_vote_is_taken_back_by_its_voter_and_seen_again(arena):
    (tray,) = do(arena, Serve(voter="ann"))
    ticket = tray.tickets[0].id
    do(arena, Vote(ticket, "left"), Serve(voter="ann"))
    for who in ("bob", None):
        with pytest.raises(UnknownName, match="is not yours"):
            do(arena, TakeBack(ticket, who))
    assert do(arena, TakeBack(ticket, "ann")) == [1]
    assert do(arena, TakeBack(ticket, "ann")) == [0]
    ((what, again),) = do(arena, Visit("ann", again=ticket))
    assert (what, again.tickets[0].id) == ("ask", ticket)
    do(arena, Vote(ticket, "right"))
    ((_, other),) = do(arena, Visit("ann", again=ticket))
    assert other.tickets[0].id != ticket  # it is answered now


def test_an_old_vote_is_not_taken_back_but_by_the_admin(arena):
    (tray,) = do(arena, Serve(voter="ann"))
    ticket = tray.tickets[0].id
    do(arena, Vote(ticket, "left"))
    with pytest.raises(Conflict, match=f"within {UNDO_SECONDS // 60} minutes"):
        do(arena, Look(lambda state: list(TakeBack(ticket, "ann").decide(state, 2**62))))
    assert do(arena, TakeBack(ticket, None, everything=True)) == [1]


def test_a_vote_can_be_taken_back_after_others_took_theirs_back(arena):
    ((ann,), (bob,)) = (do(arena, Serve(voter=voter))[0].tickets for voter in ("ann", "bob"))
    do(arena, Vote(ann.id, "left"), Vote(bob.id, "left"))
    assert do(arena, TakeBack(bob.id, "bob")) == [1]
    assert do(arena, TakeBack(ann.id, "ann")) == [1]


def test_the_last_five_votes_can_be_taken_back_one_after_the_other(tmp_path):
    with Arena(tmp_path / "a.db", ["a", "b"], seed=1, repeats=None) as arena:
        told = []
        for _ in range(7):
            (tray,) = do(arena, Serve(voter="ann"))
            told.insert(0, tray.tickets[0].id)
            do(arena, Vote(told[0], "left"))
        assert backs(arena, "ann") == told[:UNDO_VOTES]
        assert backs(arena, "bob") == []
        with pytest.raises(Conflict, match=f"only the last {UNDO_VOTES} votes"):
            do(arena, TakeBack(told[UNDO_VOTES], "ann"))
        for k in range(UNDO_VOTES):
            assert do(arena, TakeBack(told[k], "ann")) == [1]
            assert backs(arena, "ann") == told[k + 1 : UNDO_VOTES]
        with pytest.raises(Conflict, match=f"only the last {UNDO_VOTES} votes"):
            do(arena, TakeBack(told[UNDO_VOTES], "ann"))  # those that were taken back were his last votes too
        do(arena, Vote(told[3], "right"))
        assert backs(arena, "ann") == [told[3]]


def backs(arena, voter):
    ((_, tray),) = do(arena, Visit(voter))
    return [*tray.back]


def test_an_old_vote_is_not_offered_to_be_taken_back(arena):
    (tray,) = do(arena, Serve(voter="ann"))
    do(arena, Vote(tray.tickets[0].id, "left"))
    later = time.time_ns() // 1000 + (UNDO_SECONDS + 1) * 1_000_000
    assert do(arena, Look(lambda state: len(fresh(state, 0, later)))) == [0]
    assert do(arena, Look(lambda state: len(fresh(state, 0, later - 2_000_000)))) == [1]
