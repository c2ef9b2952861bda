"""A call that fails at any named point of its commit happens wholly or not at all, and the arena goes on."""

import contextlib
import random

import pytest

import duelling as du
from duelling.errors import InputError
from duelling.live.decisions.ask import NothingToAsk
from duelling.live.journal import faults
from tests.helpers.memory import SECOND
from tests.naive.arena import Arena, Refused, alike

pytestmark = pytest.mark.plain
ITEMS = ["fox", "owl", "hare"]
POINTS = faults.POINTS[:-1]  # "before reply" nobody learns what happened; processes are killed there elsewhere


class Crash(BaseException):
    """Ends a call in its middle."""


class Pair:
    """An arena at a place and the list that it must be equal to."""

    def __init__(self, place, monkeypatch, chance, **settings):
        self.place, self.patch, self.chance = place, monkeypatch, chance
        self.twin = Arena(ITEMS, delta=0.9, **settings)
        self.arena, self.compared, self.crashes = None, len(self.twin.log), []
        self.open(ITEMS, delta=0.9, **settings)

    def open(self, *items, **settings):
        before, self.arena = self.arena, du.Arena(self.place, *items, durable=False, **settings)
        self.arena._keeper.writer._work.clock = lambda: self.twin.now
        if before is not None and self.chance.random() < 0.5:
            before.close()  # else it stays as a process that hangs

    def do(self, real, naive):
        """Do the same in both, with a crash in one of three calls; then the journal is the list."""
        wanted = self.chance.choice(POINTS) if self.chance.random() < 0.4 else None

        def point(name):
            if name == wanted:
                raise Crash(name)

        happened = refused = None
        with self.patch.context() as patch:
            patch.setattr(faults, "point", point)
            try:
                real(self.arena)
                happened = True
            except InputError:
                happened, refused = True, True
            except Crash as crash:
                self.crashes.append(wanted)
                happened = str(crash) == "after commit"
        if happened:
            try:
                naive(self.twin)
                assert not refused
            except Refused:
                assert refused or wanted
        if self.chance.random() < 0.2:
            self.open()
        events = list(self.arena.events())
        assert len(events) == len(self.twin.log)
        for event, other in zip(events[self.compared :], self.twin.log[self.compared :], strict=True):
            assert alike(event, other), (event, other)
        self.compared = len(events)

    def ticket(self):
        """The number and the id of some ticket."""
        given = [event["seq"] for event in self.twin.events("offered")][-8:]
        number = self.chance.choice(given)
        return number, self.arena.look(lambda state: state.ticket(state.offer(number)).id)

    def step(self):
        kind = self.chance.random()
        name = self.chance.choice([*ITEMS, "lynx"])
        voter = self.chance.choice([None, "ann", "bob"])
        self.twin.now += self.chance.choice([1, 40, 700]) * SECOND
        if kind < 0.4 or not self.twin.events("offered"):
            count = self.chance.randrange(1, 4)
            self.do(lambda arena: asked(arena, count, voter), lambda twin: twin.ask(count, voter))
        elif kind < 0.75:
            answer = self.chance.choice(["left", "right", "tie", "bad", "skip"])
            number, ticket = self.ticket()
            self.do(lambda arena: arena.tell(ticket, answer), lambda twin: twin.tell(number, answer))
        elif kind < 0.85:
            number, ticket = self.ticket()
            self.do(lambda arena: arena.undo(ticket), lambda twin: twin.undo(number))
        elif kind < 0.9:
            self.do(lambda arena: arena.void(voter="ann"), lambda twin: twin.void("ann"))
        elif kind < 0.94:
            self.do(lambda arena: arena.restore(voter="ann"), lambda twin: twin.restore("ann"))
        elif kind < 0.97:
            self.do(lambda arena: arena.add(name), lambda twin: twin.add(name))
        else:
            self.do(lambda arena: arena.retire(name), lambda twin: twin.retire(name))


def asked(arena, count, voter):
    """That there is nothing to ask is no refusal: a voter is known then."""
    with contextlib.suppress(NothingToAsk):
        arena.ask(count, voter=voter)


@pytest.mark.parametrize("goal", ["best", "show", "condorcet"])
def test_a_call_that_crashes_happens_wholly_or_not_at_all(place, monkeypatch, goal):
    chance = random.Random(goal)
    both = Pair(place, monkeypatch, chance, goal=goal, seed=3, repeats=None)
    for _ in range(70):
        both.step()
    assert {*both.crashes} == {*POINTS}
    assert both.arena.check().clean
    both.arena.close()
