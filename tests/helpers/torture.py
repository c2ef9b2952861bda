"""Processes that vote on one journal and are killed at any moment.

Run as ``python -m tests.helpers.torture PLACE KILLS PACE SEED``. All are forked from one process that has imported
everything, so that a kill costs milliseconds. A child opens the journal, asks, tells, tells again what it or somebody
else has told, and writes each acknowledged vote into a file. Half of the children are killed from outside, the others
end themselves at a named point of a commit. In the end the journal is compared with what was acknowledged.
"""

import json
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from duelling.errors import Conflict
from duelling.live.journal import faults
from duelling.live.journal.events import Drawn, Offered, Told
from duelling.live.journal.store import Store, open_store
from duelling.live.journal.writer import Writer

PROCESSES = 4
ANSWERS = ("left", "right", "tie", "bad")


class Ballot:
    """A book that knows which questions there are, and the answers since it was opened; older ones are looked up."""

    def __init__(self, store: Store, arena: int) -> None:
        self.store, self.arena = store, arena
        self.head = store.head(arena)
        drawn = store.columns(arena, "offered", ["seq", "question"])
        self.tickets = dict(zip(drawn["question"].tolist(), drawn["seq"].tolist(), strict=True))
        self.told: dict[int, tuple[int, str]] = {}

    @property
    def state(self):
        return self

    def fold(self, event):
        assert event.seq == self.head + 1, "a gap"
        self.head = event.seq
        if event.kind == "offered":
            self.tickets[event.question] = event.seq
        if event.kind == "told":
            self.told[event.question] = event.seq, event.answer

    def reset(self, upto):
        self.head = min(upto, self.head)
        self.tickets = {question: seq for question, seq in self.tickets.items() if seq <= self.head}
        self.told = {question: (seq, answer) for question, (seq, answer) in self.told.items() if seq <= self.head}

    def answer(self, question):
        if question in self.told:
            return self.told[question][1]
        found = self.store.answer_of(self.arena, question)
        return found.answer if found and found.seq <= self.head else None


class Ask:
    def decide(self, book, now):
        question = len(book.tickets) + 1
        drawn = Drawn(
            question=question, first=0, second=1, p_first=0.5, p_second=0.5, chance=1.0, least=1.0, widest=1.0, out=0,
            roster=1, t=question, seen=book.head,
        )  # fmt: skip
        yield drawn
        yield Offered(question=question, voter=None, flipped=False)
        return question


class Tell:
    def __init__(self, question: int) -> None:
        self.question = question

    def decide(self, book, now):
        mine, there = ANSWERS[self.question % 4], book.answer(self.question)
        if there is None:
            yield Told(ticket=book.tickets[self.question], question=self.question, answer=mine)
        elif there != mine:
            raise Conflict("another answer")
        return self.question


def vote(place: str, acknowledged: Path, seed: int) -> None:
    """Vote until somebody ends this process."""
    chance = random.Random(seed)
    if chance.random() < 0.5:
        name, passes = chance.choice(faults.POINTS), [chance.randrange(1, 12)]

        def point(passed: str) -> None:
            passes[0] -= passed == name
            if not passes[0]:
                os.kill(os.getpid(), signal.SIGKILL)

        faults.point = point
    store = open_store(place)
    arena = store.find("main")
    writer = Writer(store, arena, Ballot(store, arena))
    file = os.open(acknowledged, os.O_WRONLY | os.O_APPEND)
    known = [1]
    while True:
        (question,) = writer.submit(Ask()).result()
        known.append(question)
        tells = [question, question, chance.choice(known), chance.randrange(1, question + 1)]
        for future in [writer.submit(Tell(each)) for each in tells[: chance.randrange(1, 5)]]:
            os.write(file, b"%d\n" % future.result()[0])


def forked(place: str, acknowledged: Path, seed: int) -> int:
    child = os.fork()
    if not child:
        try:
            vote(place, acknowledged, seed)
        except BaseException as error:  # the parent must see that it did not end by a kill
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        finally:
            os._exit(3)
    return child


def torture(place: str, kills: int, pace: float, seed: int) -> dict[str, int]:
    chance = random.Random(seed)
    with open_store(place) as store:
        store.create("main")
    with tempfile.TemporaryDirectory() as folder:
        acknowledged = Path(folder) / "acknowledged"
        acknowledged.touch()
        running = {forked(place, acknowledged, seed * 100_000 + n) for n in range(PROCESSES)}
        killed = strange = 0
        while killed < kills and not strange:
            time.sleep(chance.random() * pace)
            if chance.random() < 0.5:
                os.kill(chance.choice(sorted(running)), signal.SIGKILL)
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                running.remove(ended[0])
                killed += ended[1] == signal.SIGKILL
                strange += ended[1] != signal.SIGKILL
                running.add(forked(place, acknowledged, seed * 100_000 + PROCESSES + killed))
        for child in running:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        votes = Counter(int(line) for line in acknowledged.read_text().splitlines())
    with open_store(place) as store:
        arena = store.find("main")
        events = store.verify(arena).head
        told = Counter(store.columns(arena, "told", ["question"])["question"].tolist())
    return {
        "killed": killed,
        "ended otherwise": strange,
        "events": events,
        "acknowledged": len(votes),
        "votes": len(told),
        "lost": len(votes.keys() - told.keys()),
        "doubled": sum(count > 1 for count in told.values()),
    }


if __name__ == "__main__":
    print(json.dumps(torture(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]))))
