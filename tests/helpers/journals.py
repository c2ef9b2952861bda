"""A book that only counts, decisions on it, and events of every kind, for the tests of journals.

``python -m tests.helpers.journals`` writes the journal of the present schema that the tests of later ones will read.
"""

from pathlib import Path

from duelling.errors import Conflict
from duelling.live.journal.events import (
    AnswersAdded,
    CaseAdded,
    Closed,
    Configured,
    Created,
    Drawn,
    Event,
    Failed,
    Imported,
    ItemAdded,
    ItemRestored,
    ItemRetired,
    Left,
    Offered,
    Opened,
    Recorded,
    RecordsRestored,
    RecordsVoided,
    Refused,
    Repeated,
    Restored,
    Roster,
    SelfDuel,
    Skipped,
    Told,
    Voided,
    VoterAdmitted,
    VoterBarred,
    VoterKnown,
    VoterOwns,
    to_lines,
)
from duelling.live.journal.opening import open_store
from duelling.live.journal.schema import SCHEMA

ONE_OF_EACH = [
    Created(name="main", settings={"goal": "best", "delta": 0.05}, secret="ab" * 16, version="1.0"),
    Configured(settings={"goal": "show", "texts": ["ä", "\u0000", '"']}, version="1.0"),
    ItemAdded(item=0, name="Füchse", content="ein\nText"),
    ItemRetired(item=0),
    ItemRestored(item=0),
    CaseAdded(case=0, text="why?", contents={"0": "so"}),
    AnswersAdded(item=1, contents={"0": "not so"}),
    VoterKnown(voter=0, name="ann"),
    VoterBarred(voter=0),
    VoterAdmitted(voter=0),
    VoterOwns(voter=0, items=(0, 3)),
    Roster(number=1, why="a start"),
    Drawn(question=1, first=0, second=1, p_first=1 / 3, p_second=0.1 + 0.2, chance=5e-324, least=1.0, widest=0.9,
          out=0, roster=1, t=1, seen=11, case=0),
    Drawn(question=2, first=2**16 - 1, second=1, p_first=None, p_second=None, chance=None, least=None, widest=None,
          out=2**16 - 1, roster=2**31 - 1, t=2**31 - 1, seen=12, case=2**31 - 1),
    Failed(question=3, why="ZeroDivisionError: division by zero"),
    SelfDuel(first=3, p_first=0.7, p_second=None, t=3),
    Left(roster=1, item=4),
    Offered(question=1, voter=None, flipped=True, key="a key"),
    Offered(question=2, voter=9, flipped=False),
    Told(ticket=16, question=1, answer="bad", took=812),
    Skipped(ticket=17, question=2),
    Voided(question=1, why="zurückgenommen", action=20),
    Restored(question=1, action=20),
    Refused(ticket=17, answer="up", why="no answer"),
    Repeated(ticket=17, key="another key"),
    Imported(source="votes.csv", digest="00", rows=2),
    Recorded(first=0, second=1, answer="tie"),
    Recorded(first=0, second=1, answer="left", voter=0, case=0, time=1.5),
    RecordsVoided(voter=0, why="voter", action=30),
    RecordsRestored(voter=0, action=31),
    Opened(),
    Closed(),
]  # fmt: skip


class Log:
    """A book that keeps its events, and so finds a gap or a number that comes twice."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    @property
    def head(self) -> int:
        return len(self.events)

    @property
    def state(self) -> "Log":
        return self

    def fold(self, event: Event) -> None:
        assert event.seq == self.head + 1
        self.events.append(event)

    def reset(self, upto: int) -> None:
        del self.events[upto:]


class Append:
    """Append these events; the answer is the number of the last."""

    def __init__(self, *events: Event) -> None:
        self.events = events

    def decide(self, book, now):
        for event in self.events:
            _ = yield event
        return book.head


class Vote:
    """A whole vote: a question, its ticket, the answer."""

    def __init__(self, items: int = 10, key: str | None = None) -> None:
        self.items, self.key = items, key

    def decide(self, book, now):
        question = book.head // 3 + 1
        for event in vote(question, book.head, self.items, self.key):
            _ = yield event
        return question


class Refuse:
    """A call that cannot be."""

    def decide(self, book, now):
        raise Conflict("not now")
        yield


def vote(question: int, head: int, items: int = 10, key: str | None = None) -> list[Event]:
    """The three events of a vote that follow event ``head``."""
    first = question % items
    second = (first + 1 + question // items % (items - 1)) % items
    return [
        Drawn(question=question, first=first, second=second, p_first=1 / items, p_second=1 / (items - 1),
              chance=2 / items / (items - 1), least=1 / items, widest=0.5, out=0, roster=1, t=question,
              seen=head),
        Offered(question=question, voter=question % 1000, flipped=question % 2 == 0, key=key),
        Told(ticket=head + 2, question=question, answer=("left", "right", "tie")[question % 3], took=999 + question),
    ]  # fmt: skip


def write_example(folder: Path) -> None:
    """Write a small journal and its export into a folder."""
    path = folder / f"schema-{SCHEMA}.db"
    path.unlink(missing_ok=True)
    events = ONE_OF_EACH + [event for n in range(20) for event in vote(n + 3, len(ONE_OF_EACH) + 3 * n)]
    with open_store(path) as store:
        arena = store.create("main")
        with store.writing(arena) as writing:
            writing.append(events, at=1_790_000_000_000_000)
        path.with_suffix(".jsonl").write_text("".join(to_lines(store.events(arena))))
    path.with_name(f"{path.name}-lock").unlink()


if __name__ == "__main__":
    write_example(Path(__file__).parents[1] / "live" / "journal" / "data")
