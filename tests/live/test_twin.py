"""Whatever happens in whatever order: two processes on one journal and a list that is walked over agree."""

import os
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from duelling.errors import InputError
from duelling.live.check import check, differences
from duelling.live.decisions.ask import Ask
from duelling.live.decisions.create import Create, NewItem
from duelling.live.decisions.manage import Add, Configure, Retire
from duelling.live.decisions.tell import Tell
from duelling.live.decisions.undo import Restore, Undo, Void
from duelling.live.judgement import judge
from duelling.live.settings import settings_of
from duelling.live.snapshots import from_bytes, to_bytes
from duelling.live.standings import see, standings
from duelling.live.state import State
from tests.helpers.filed import Clock, Filed
from tests.helpers.memory import SECOND, SECRET, Follower, arena
from tests.naive.arena import Arena, Refused, alike

pytestmark = pytest.mark.plain
ANSWERS = st.sampled_from(["left", "right", "tie", "bad", "skip", "better", "better", "better"])
VOTERS = st.sampled_from([None, None, "ann", "bob", "eve"])
NAMES = st.sampled_from(["fox", "owl", "hare", "lynx", "wolf"])


class Together(RuleBasedStateMachine):
    @initialize(
        goal=st.sampled_from(["best", "rank", "show", "condorcet"]),
        within=st.sampled_from([0.0, 0.0, 0.1]),
        skip=st.sampled_from(["again", "tie"]),
        repeats=st.sampled_from([None, None, 1, 2]),
        seed=st.integers(0, 5),
    )
    def begin(self, **chosen):
        # a large δ, so that items leave after a few votes
        self.twin = Arena(["fox", "owl", "hare"], delta=0.9, **chosen)
        self.one, self.other = self.processes(("fox", "owl", "hare"), delta=0.9, **chosen)
        self.tickets, self.compared = [], 5

    def processes(self, items, **chosen):
        """Two that share one journal, in which there is an arena."""
        one = arena(items, **chosen)
        return one, Follower(one.journal)

    def both(self, decide, naive, process=None):
        """Do the same in one of the processes and in the list; both refuse it, or both write the same."""
        process = process or (self.one, self.other)[len(self.one.journal.events) % 2]
        answers = []
        for call, refusal in ((lambda: process.do(decide), InputError), (naive, Refused)):
            try:
                answers.append(call())
            except refusal:
                answers.append("refused")
        events = self.one.journal.events
        assert len(events) == len(self.twin.log)
        for event, other in zip(events[self.compared :], self.twin.log[self.compared :], strict=True):
            assert alike(event, other), (event, other)
        self.compared = len(events)
        assert (answers[0] == "refused") == (answers[1] == "refused")
        return answers[0]

    @rule(voter=VOTERS, count=st.integers(1, 3))
    def ask(self, voter, count):
        asked = self.both(Ask(count, voter), lambda: self.twin.ask(count, voter))
        self.tickets += [each for each in getattr(asked, "tickets", ()) if each not in self.tickets]

    @precondition(lambda self: self.tickets)
    @rule(pick=st.integers(0, 10**6), answer=ANSWERS)
    def tell(self, pick, answer):
        ticket = self.tickets[-1 - pick % min(len(self.tickets), 8)]
        if answer == "better":
            answer = "left" if ticket.left < ticket.right else "right"
        self.both(Tell(ticket, answer), lambda: self.twin.tell(int(ticket.id.split(".")[0]), answer))

    @precondition(lambda self: self.tickets)
    @rule(pick=st.integers(0, 10**6))
    def undo(self, pick):
        ticket = self.tickets[-1 - pick % min(len(self.tickets), 12)]
        self.both(Undo(ticket), lambda: self.twin.undo(int(ticket.id.split(".")[0])))

    @rule(voter=st.sampled_from(["ann", "bob"]), back=st.booleans())
    def void_or_restore(self, voter, back):
        self.both(
            Restore(voter=voter) if back else Void(voter),
            lambda: self.twin.restore(voter) if back else self.twin.void(voter),
        )

    @rule(name=NAMES, comes=st.booleans())
    def add_or_retire(self, name, comes):
        if comes:
            self.both(Add((NewItem(name),)), lambda: self.twin.add(name))
        else:
            self.both(Retire((name,)), lambda: self.twin.retire(name))

    @rule(changes=st.sampled_from([{"goal": "rank"}, {"goal": "best"}, {"delta": 0.8}, {"expires": 30.0}]))
    def configure(self, changes):
        self.both(Configure(changes, "test"), lambda: self.twin.configure(**changes))

    @rule(seconds=st.sampled_from([1, 40, 700, -86_400]))
    def wait(self, seconds):
        self.one.journal.now += seconds * SECOND
        self.twin.now += seconds * SECOND

    @rule(snapshot=st.booleans())
    def crash_and_reopen(self, snapshot):
        self.reopen(to_bytes(self.one.read()) if snapshot else None)

    def reopen(self, snapshot):
        self.other.forget()
        if snapshot is not None:
            self.other.state = from_bytes(snapshot, lambda: State(past=self.one.journal))

    @invariant()
    def both_processes_agree(self):
        assert differences(self.one.read(), self.other.read()) == []

    def teardown(self):
        if not hasattr(self, "twin") or len(self.twin.active()) < 2:
            return
        state = self.one.read()
        found = standings(see(state))
        order = [found.items.index(self.twin.names()[item]) for item in self.twin.active()]
        wins, ties = self.twin.wins()
        np.testing.assert_array_equal(found.wins[np.ix_(order, order)], wins)
        np.testing.assert_array_equal(found.ties[np.ix_(order, order)], ties)
        said = judge(see(state))
        if state.settings.goal != "condorcet":
            assert ({*said.race}, said.winner) == self.twin.may_win()
            return
        inside, named = self.twin.not_beaten()
        assert said.winner in (named or {None})
        assert state.settings.within or {*said.race} == inside


class OnDisk(Together):
    """The same in a file: two writers with stores and threads of their own."""

    def processes(self, items, **chosen):
        self.folder = tempfile.TemporaryDirectory()
        place, clock = Path(self.folder.name) / "arena.db", Clock()
        one = Filed(place, clock)
        one.do(Create("main", settings_of(chosen), SECRET, "test", [NewItem(name) for name in items]))
        return one, Filed(place, clock)

    def reopen(self, snapshot):
        store, head = self.one.store, self.one.read().head
        store.drop_snapshots(self.one.number)
        if snapshot is not None:
            store.put_snapshot(self.one.number, head, snapshot)
        self.other.forget()

    def teardown(self):
        super().teardown()
        if hasattr(self, "folder"):
            for process in (self.one, self.other):
                assert check(process.book, lambda see, process=process: see(process.read())).clean
                process.close()
            self.folder.cleanup()


TestOnDisk = OnDisk.TestCase
TestOnDisk.settings = settings(
    max_examples=3, stateful_step_count=40, derandomize=True, database=None, deadline=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
TestTogether = Together.TestCase
TestTogether.settings = settings(
    max_examples=int(os.environ.get("DUELLING_TWIN_EXAMPLES", "40")),
    stateful_step_count=50,
    derandomize="DUELLING_TWIN_EXAMPLES" not in os.environ,  # a number asks for other ones, and for as many
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
