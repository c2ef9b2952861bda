"""Whatever an arena writes fits; an event with a wrong number is refused, and leaves nothing behind."""

import numpy as np
import pytest

import duelling as du
from duelling.live.decisions.ask import Ask
from duelling.live.decisions.create import NewItem
from duelling.live.decisions.manage import Add, Bar, Configure, Own, Retire
from duelling.live.decisions.tell import Tell
from duelling.live.decisions.undo import Restore, Undo, Void
from duelling.live.imports.fitting import check_fit
from duelling.live.imports.journal import import_journal
from duelling.live.journal import events as kinds
from duelling.live.journal.events import to_lines
from duelling.live.state import State
from tests.helpers.histories import Book
from tests.helpers.memory import arena

pytestmark = pytest.mark.plain

BOOK = [
    kinds.Created(name="main", settings={}, secret="ab", version="0"),
    *(kinds.ItemAdded(item=k, name=name) for k, name in enumerate(("fox", "owl", "hare", "mole"))),
    kinds.ItemRetired(item=3),
    kinds.CaseAdded(case=0, text="why?"),
    kinds.Roster(number=1, why="the arena is made"),
    kinds.VoterKnown(voter=0, name="ann"),
]
CHANCES = dict.fromkeys(("p_first", "p_second", "chance", "least", "widest"))


def drawn(question=1, first=0, second=1, **more):
    return kinds.Drawn(
        question=question, first=first, second=second, **CHANCES | {"out": 0, "roster": 1, "t": 1, "seen": 0} | more
    )


TWO = [
    drawn(),
    drawn(2),
    kinds.Offered(question=1, voter=0, flipped=False),
    kinds.Offered(question=2, voter=None, flipped=True),
]
TICKET = len(BOOK) + 3  # the number of the first one
ANSWERED = [*TWO, kinds.Told(ticket=TICKET, question=1, answer="left")]


def journal(*events):
    return [each.model_copy(update={"seq": seq, "at": seq}) for seq, each in enumerate((*BOOK, *events), 1)]


def fold(events):
    state = State()
    for event in events:
        check_fit(state, event)
        state.fold(event)
    return state


@pytest.mark.parametrize("how", [{}, {"skips": "tie"}, {"retire": True}])
def test_every_history_fits(how):
    for seed in range(5):
        events = Book(seed, **how).events
        assert fold(events).head == len(events)
    fold(journal(*ANSWERED, kinds.Voided(question=1, why="undo", action=0), kinds.Restored(question=1, action=0)))


CHANGES = {
    40: Void("voter 1"),
    60: Add((NewItem("e"),)),
    70: Restore(voter="voter 1"),
    90: Retire(("b",)),
    110: Configure({"delta": 0.2}, "0"),
    120: Bar("voter 2"),
    121: Bar("voter 2", barred=False),
}


@pytest.mark.parametrize("goal", ["best", "condorcet", "show", "learner"])
def test_what_an_arena_writes_fits(goal):
    learner = {"learner": "d-ts"} if goal == "learner" else {}
    made, rng, told = arena("abcd", goal=goal, repeats=None, delta=0.5, **learner), np.random.default_rng(3), []
    made.do(Own("ben", ("a",)))
    for k in range(150):
        ticket = made.do(Ask(2, f"voter {int(rng.random() * 4)}", f"key {k}")).tickets[int(rng.random() * 2)]
        made.do(Tell(ticket, ("left" if ticket.left < ticket.right else "right", "skip")[rng.random() < 0.1]))
        told.append(ticket)
        if k % 20 == 19 and made.state.questions.table["told"][made.state.find(told[-3])[1].question - 1]:
            made.do(Undo(told[-3]))
        if k in CHANGES:
            made.do(CHANGES[k])
    assert any(event.kind == "repeated" for event in made.journal.events)
    assert fold(made.journal.events).questions.counted == made.state.questions.counted


@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([drawn(first=7)], "first must be one of the 4 that there are, got 7"),
        ([drawn(second=3)], "items must be different ones of the roster, got 0 and 3"),
        ([drawn(second=0)], "items must be different ones of the roster, got 0 and 0"),
        ([drawn(2)], "question must be 1, got 2"),
        ([drawn(roster=2)], "roster must be 1, got 2"),
        ([drawn(out=1)], "out must be at most 0, got 1"),
        ([drawn(case=1)], "case must be one of the 1 that there are, got 1"),
        ([kinds.Failed(question=2, why="")], "question must be 1, got 2"),
        ([kinds.SelfDuel(first=3, p_first=None, p_second=None, t=1)], "items must be different ones of the roster"),
        ([kinds.Offered(question=1, voter=0, flipped=False)], "question must be one that waits for an answer, got 1"),
        ([drawn(), kinds.Offered(question=1, voter=1, flipped=False)], "voter must be one of the 1 that there are"),
        ([*TWO, kinds.Told(ticket=TICKET, question=2, answer="left")], "question must be 1, got 2"),
        ([*TWO, kinds.Skipped(ticket=TICKET, question=2)], "question must be 1, got 2"),
        ([*TWO, kinds.Told(ticket=1, question=1, answer="left")], "ticket must be one of a question that waits"),
        ([*TWO, kinds.Repeated(ticket=1, key="k")], "ticket must be one of a question that waits"),
        ([*TWO, kinds.Repeated(ticket=TICKET, key="k" * 501)], "key must have at most 500 letters, got 501"),
        ([drawn(), kinds.Offered(question=1, voter=0, flipped=False, key="k" * 501)], "key must have at most 500"),
        ([*TWO, kinds.Voided(question=1, why="", action=0)], "question must be one whose vote counts, got 1"),
        ([*TWO, kinds.Voided(question=9, why="", action=0)], "question must be one whose vote counts, got 9"),
        ([*ANSWERED, kinds.Restored(question=1, action=0)], "question must be one whose vote was taken back, got 1"),
        ([kinds.Left(roster=1, item=0), kinds.Left(roster=1, item=0)], "items must be different ones of the roster"),
        ([kinds.Left(roster=2, item=0)], "roster must be 1, got 2"),
        ([kinds.Roster(number=3, why="")], "number must be 2, got 3"),
        ([kinds.ItemAdded(item=9, name="newt")], "item must be 4, got 9"),
        ([kinds.ItemAdded(item=4, name="owl")], "name must not be given twice, got 'owl'"),
        ([kinds.ItemRetired(item=4)], "item must be one of the 4 that there are, got 4"),
        ([kinds.VoterKnown(voter=1, name="ann")], "name must not be given twice, got 'ann'"),
        ([kinds.VoterOwns(voter=0, items=(1, 5))], "items must be among the 4 that there are, got 5"),
        ([kinds.AnswersAdded(item=0, contents={"1": ""})], "contents must be of the 1 cases that there are, got '1'"),
        ([kinds.AnswersAdded(item=0, contents={"x": ""})], "contents must be of the 1 cases that there are, got 'x'"),
        ([kinds.AnswersAdded(item=9, contents={})], "item must be one of the 4 that there are, got 9"),
        ([kinds.CaseAdded(case=1, text="", contents={"8": ""})], "items must be among the 4 that there are, got 8"),
        ([kinds.RecordsVoided(voter=3, why="", action=0)], "voter must be one of the 1 that there are, got 3"),
        ([kinds.Recorded(first=1, second=1, answer="tie")], "items must be different, got 1 twice"),
        ([kinds.Recorded(first=0, second=6, answer="tie")], "second must be one of the 4 that there are, got 6"),
        ([*TWO, kinds.Told(ticket=TICKET, question=1, answer="left", took=2**63)], "took must be below 2^63"),
        ([kinds.Configured(settings={"page": {"x": float("inf")}}, version="0")], "it must be read back"),
    ],
)
def test_what_does_not_fit_is_refused(events, message):
    *good, bad = journal(*events)
    state = fold(good)
    with pytest.raises(du.WrongValue, match="must") as error:
        check_fit(state, bad)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("events", "changed"),
    [
        ([drawn()], ('"first":0', '"first":7')),
        (ANSWERED, ('"question":1,"answer"', '"question":2,"answer"')),
        ([kinds.Recorded(first=0, second=1, answer="left", time=5.0)], ('"time":5.0', '"time":1e999')),
    ],
)
def test_nothing_is_left_of_a_journal_that_does_not_fit(tmp_path, events, changed):
    path, place = tmp_path / "journal.jsonl", tmp_path / "one.db"
    lines = [*to_lines(journal(*events))]
    path.write_text("".join([*lines[:-1], lines[-1].replace(*changed)]))
    with pytest.raises(du.DamagedFile, match=f"line {len(lines)}: the event .* must fit the events before it"):
        import_journal(path, place)
    assert not place.exists()
    path.write_text("".join(lines))
    import_journal(path, place)
    with du.Arena(place) as made:
        assert made.standings().items
