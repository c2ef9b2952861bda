"""The page of a voter: keys become answers, the last one can be taken back, nothing tells which item is which."""

import io
import sys
from typing import NamedTuple

import pytest

import duelling as du
from duelling.cli.arena import page
from duelling.cli.arena.page import Done, Page
from duelling.cli.arena.screen import Screen, Size

pytestmark = pytest.mark.plain


class Ticket(NamedTuple):
    id: str
    left: str
    right: str
    case: str | None


class Receipt(NamedTuple):
    counted: bool
    why: str


class Room:
    """A stand-in for an arena with so many questions about a fox and an owl."""

    def __init__(self, questions, counts=True, media="text", content=None):
        self.left, self.counts, self.media, self.text = questions, counts, media, content
        self.held, self.told, self.asked = [], {}, 0

    def ask(self, *, voter):
        if not self.held:
            if not self.left:
                raise du.Conflict(f"{voter} has answered every pair")
            self.left -= 1
            self.asked += 1
            self.held.append(Ticket(str(self.asked), "fox", "owl", None))
        return self.held[0]

    def tell(self, ticket, answer, *, took):
        self.held.remove(ticket)
        if self.counts and answer != "skip":
            self.told[ticket.id] = answer
        return Receipt(self.counts and answer != "skip", "somebody else was quicker")

    def undo(self, ticket):
        if self.told[ticket.id] == "tie":
            raise du.Conflict("it is too late")
        del self.told[ticket.id]
        self.held.insert(0, ticket)

    def content(self, ticket, side):
        return self.media, getattr(ticket, side) if self.text is None else self.text


class Typed:
    """Keys, one after the other, with pauses where there is None."""

    def __init__(self, *keys):
        self.keys = list(keys)

    def next(self, timeout):
        return self.keys.pop(0)


@pytest.fixture
def voted(monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(page, "TOO_SOON", -1)
    monkeypatch.setattr(Screen, "size", Size(100, 30))

    def vote(room, *keys):
        out = io.StringIO()
        monkeypatch.setattr(sys, "stdout", out)
        return Page(room, "ann", Screen(), Typed(*keys)).run(), out.getvalue()

    return vote


def test_every_key_has_its_answer(voted):
    room = Room(8)
    done, _ = voted(room, "1", "left", None, "2", "right", "x", "t", "b", "s", "q")
    assert list(room.told.values()) == ["left", "left", "right", "right", "tie", "bad"]
    assert done == Done(6, 1)


def test_the_end_of_the_terminal_ends_it(voted):
    assert voted(Room(3), "1", "end")[0] == Done(1, 0)


def test_the_last_vote_is_taken_back_and_given_anew(voted):
    room = Room(5)
    done, out = voted(room, "1", "1", "u", "2", "u", "u", "b", "q")
    assert room.told == {"1": "bad"}
    assert done == Done(1, 0)
    assert "taken back: answer again" in out


def test_the_question_that_was_open_comes_after_the_one_that_was_taken_back(voted):
    room = Room(3)
    voted(room, "1", "u", "2", "b", "q")
    assert room.told == {"1": "right", "2": "bad"}


def test_there_may_be_nothing_to_take_back(voted):
    assert "there is no vote of yours to take back" in voted(Room(1), "u", "q")[1]
    done, out = voted(Room(2), "t", "u", "q")
    assert "it is too late" in out
    assert done == Done(0, 0)


def test_it_says_when_there_is_no_question_and_looks_again(voted):
    room = Room(1)
    done, out = voted(room, "1", "x", None, "u", "2", "q")
    assert out.count("ann has answered every pair") == 3
    assert room.told == {"1": "right"}
    assert done == Done(1, 0)


def test_an_answer_that_does_not_count_is_told(voted):
    done, out = voted(Room(2, counts=False), "1", "q")
    assert "not counted: somebody else was quicker" in out
    assert done == Done(0, 0)


def test_the_name_is_shown_only_where_there_is_no_content(voted):
    assert "fox" in voted(Room(1), "q")[1]
    out = voted(Room(1, content="something"), "q")[1]
    assert "something" in out
    assert "fox" not in out


def test_pictures_are_for_a_browser(voted):
    with pytest.raises(du.WrongValue, match="vote in a browser"):
        voted(Room(1, media="image", content=b"x"), "q")


def test_a_key_that_is_held_down_does_not_answer_the_next_question(voted, monkeypatch):
    monkeypatch.setattr(page, "TOO_SOON", 60)
    room = Room(3)
    voted(room, "1", "2", "t", "q")
    assert room.told == {}


def test_long_questions_are_scrolled(voted, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    _, out = voted(Room(1, content="\n".join(f"row {n}" for n in range(50))), "down", " ", "page up", "q")
    assert [f"lines {n}-" in out for n in (1, 2, 12)] == [True] * 3


def test_it_is_drawn_anew_when_the_terminal_has_another_size(voted, monkeypatch):
    sizes = iter([Size(100, 30)] * 3 + [Size(40, 30)] * 20)
    monkeypatch.setattr(Screen, "size", property(lambda self: next(sizes)))
    _, out = voted(Room(1), None, None, "q")
    assert out.count("which one is better?") == 2
