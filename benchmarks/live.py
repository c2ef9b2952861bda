"""Speed of a journal: a vote beside the disk's own sync, how long others wait, how large it is, how quickly it is read.

A time in seconds says little of another disk. So a commit is compared with d, the median time of ``fdatasync`` on the
same disk, measured before and after, and once more with a slower disk. Run with ``make bench``, or
``python -m benchmarks.live [FOLDER [POSTGRES]]`` for another disk, and for a server ``postgresql://...`` as well; its
schema ``duelling`` must be new.
"""

import multiprocessing
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from importlib import metadata
from pathlib import Path

import duelling as du
from benchmarks.arena import report_arena
from benchmarks.slow_disk import once_more, slowed
from duelling.live.journal.events import Drawn, Event, Offered, Told, VoterKnown
from duelling.live.journal.opening import open_store
from duelling.live.journal.rows import numbered, to_row
from duelling.live.journal.store import Store
from duelling.live.journal.writer import Writer

VOTES = 1_000_000  # that are written to see how large they are, and how quickly they are read
SECONDS = 3.0
PROCESSES = 16
ITEMS, VOTERS = 100, 5000
FIRST_QUESTION = "import duelling as du; du.Arena('logos.db', ['fox', 'owl', 'hare']).ask(voter='ann')"


class Count:
    """The smallest book: the number of its last event."""

    def __init__(self, head: int = 0) -> None:
        self.head = head

    @property
    def state(self) -> "Count":
        return self

    def fold(self, event: Event) -> None:
        self.head = event.seq

    def reset(self, upto: int) -> None:
        self.head = upto


class Ask:
    def decide(self, book, now):
        question = book.head // 3 + 1
        for event in drawn(question, book.head):
            _ = yield event
        return question


class Tell:
    def decide(self, book, now):
        question = (book.head + 2) // 3
        _ = yield told(question, book.head)
        return question


def drawn(question: int, head: int) -> list[Event]:
    """A question on any two items, and its ticket."""
    first, second = question % ITEMS, (question * 7 + 1) % ITEMS
    p, q = 1 / ITEMS, 1 / (ITEMS - 1)
    return [
        Drawn(question=question, first=first, second=second, p_first=p, p_second=q, chance=2 * p * q,
              least=2 * p * q, widest=1.0, out=0, roster=1, t=question, seen=head),
        Offered(question=question, voter=question * 31 % VOTERS, flipped=question % 2 == 0),
    ]  # fmt: skip


def told(question: int, head: int) -> Event:
    return Told(
        ticket=head, question=question, answer=("left", "right", "tie")[question % 3], took=900 + question % 9000
    )


def sync_seconds(folder: Path) -> float:
    """The median time of ``fdatasync`` after a page was appended."""
    path, took = folder / "sync", []
    with open(path, "wb", buffering=0) as file:
        for _ in range(100):
            file.write(os.urandom(4096))
            begun = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append(time.perf_counter() - begun)
    path.unlink()
    return statistics.median(took)


def latency(store: Store, arena: int) -> dict[str, float]:
    """The median time of an ask and of a tell, for one who does both in turn."""
    writer, took = Writer(store, arena, Count(store.head(arena))), {"ask": [], "tell": []}
    for n in range(400):
        begun = time.perf_counter()
        writer.call((Ask, Tell)[n % 2]())
        took["tell" if n % 2 else "ask"].append(time.perf_counter() - begun)
    writer.close()
    return {what: statistics.median(times) for what, times in took.items()}


def rate(store: Store, arena: int, threads: int) -> float:
    """Votes a second that are asked and told in two calls by so many threads."""
    writer, votes = Writer(store, arena, Count(store.head(arena))), [0] * threads
    end = time.perf_counter() + SECONDS

    def client(number: int) -> None:
        while time.perf_counter() < end:
            writer.call(Ask())
            writer.call(Tell())
            votes[number] += 1

    clients = [threading.Thread(target=client, args=(n,)) for n in range(threads)]
    for each in clients:
        each.start()
    for each in clients:
        each.join()
    writer.close()
    return sum(votes) / SECONDS


def _compete(place: str, arena: int, seconds: float, all_here, answers) -> None:
    with open_store(place) as store:
        writer, longest, calls = Writer(store, arena, Count(store.head(arena))), 0.0, 0
        writer.call(Ask())  # the first call compares the digests of the last events
        writer.call(Tell())
        all_here.wait()  # what is measured is who waits for whom, not how long it takes sixteen to open a journal
        end = time.perf_counter() + seconds
        while (begun := time.perf_counter()) < end:
            writer.call((Ask, Tell)[calls % 2]())
            longest, calls = max(longest, time.perf_counter() - begun), calls + 1
        writer.close()
    answers.put((longest, calls))


def waiting(place: str, arena: int, seconds: float = 10.0) -> tuple[float, float]:
    """The longest time that one of 16 processes waits for a call, and calls a second of all."""
    context = multiprocessing.get_context("spawn")
    all_here, answers = context.Barrier(PROCESSES), context.Queue()
    told = (place, arena, seconds, all_here, answers)
    processes = [context.Process(target=_compete, args=told) for _ in range(PROCESSES)]
    for process in processes:
        process.start()
    found = [answers.get() for _ in processes]
    for process in processes:
        process.join()
    return max(longest for longest, _ in found), sum(calls for _, calls in found) / seconds


def fill(place: str, votes: int) -> int:
    """Make an arena with so many votes, in large commits; the number of its journal."""
    with du.Arena(place, [f"item {k}" for k in range(ITEMS)], name="size", goal="rank", seed=1):
        pass
    with open_store(place, durable=False) as store:
        arena = store.find("size") or 0
        with store.writing(arena) as writing:
            writing.append([VoterKnown(voter=k, name=f"voter {k}") for k in range(VOTERS)])
        head = store.head(arena)
        for begin in range(1, votes + 1, 5000):
            with store.writing(arena) as writing:
                for question in range(begin, min(begin + 5000, votes + 1)):
                    at = 1_790_000_000_000_000 + head * 997
                    writing.append([*drawn(question, head), told(question, head + 2)], at=at)
                    head += 3
        return arena


def reading(store: Store, arena: int) -> tuple[float, float]:
    """Processor seconds for the columns that a fold needs, and for the comparison of all rows with their digests."""
    begun = time.process_time()
    first = store.columns(arena, "drawn", ["first", "second", "chance", "least", "widest", "roster", "t"])
    votes = store.columns(arena, "told", ["question", "answer"])
    assert first["t"].size == votes["answer"].size
    columns, begun = time.process_time() - begun, time.process_time()
    store.verify(arena)
    return columns, time.process_time() - begun


def report(place: str, folder: Path, size) -> None:
    """Print all lines for one store; ``size`` tells how many bytes it takes."""
    d = sync_seconds(folder)
    with open_store(place) as store:
        arena = store.create("speed")
        one = latency(store, arena)
        rates = {threads: rate(store, arena, threads) for threads in (16, 64)}
        wait, calls = waiting(place, arena)
        after = sync_seconds(folder)
        agree = "" if max(d, after) <= 1.5 * min(d, after) else ", which do not agree: measure again"
        print(f"d, the disk's own sync: {d * 1e3:.2f} ms before and {after * 1e3:.2f} ms after{agree}")
        d = max(d, after)
        print(f"ask, one client: {one['ask'] * 1e3:.2f} ms; it is not synced (goal: at most 1.5 with a learner)")
        print(f"tell, one client: {one['tell'] * 1e3:.2f} ms (goal: at most 2 d + 1 ms = {2e3 * d + 1:.2f})")
        for threads, goal in ((16, 2), (64, 3)):
            print(
                f"votes a second, {threads} threads: {rates[threads]:.0f} = {rates[threads] * d:.1f}/d (goal: {goal}/d)"
            )
        print(f"{PROCESSES} processes: longest wait {wait:.2f} s (goal: at most 2), {calls:.0f} calls a second of all")
        if slowed():
            return
        before, arena = size(store), fill(place, VOTES)
        print(f"{(size(store) - before) / VOTES:.0f} bytes a vote (goal for a file: at most 300)")
        columns, digests = reading(store, arena)
        print(f"{VOTES:,} votes: {columns:.1f} s of the processor to read their columns (goal: under 3), ", end="")
        print(f"{digests:.1f} s to compare all digests")
    report_arena(place, arena, VOTES)


def first_question() -> None:
    """From a fresh process to the first question of a new arena, beside the import of numpy; the best of ten.

    pydantic looks for plugins in everything that is installed. The second figure leaves that out: it is what a place
    with few packages has, where an environment for development has very many.
    """
    few = {"PYDANTIC_DISABLE_PLUGINS": "__all__"}
    cases = {"numpy": ("import numpy", {}), "many": (FIRST_QUESTION, {}), "few": (FIRST_QUESTION, few)}
    took = dict.fromkeys(cases, float("inf"))
    for _ in range(10):
        for name, (code, environment) in cases.items():
            with tempfile.TemporaryDirectory() as room:
                begun = resource.getrusage(resource.RUSAGE_CHILDREN)
                subprocess.run([sys.executable, "-c", code], check=True, cwd=room, env=os.environ | environment)
                ended = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent = ended.ru_utime + ended.ru_stime - begun.ru_utime - begun.ru_stime
            took[name] = min(took[name], spent)
    many, few_packages = (took[name] / took["numpy"] for name in ("many", "few"))
    print(
        f"a first question: {few_packages:.1f} times the processor time of import numpy (goal: at most 2.5), ", end=""
    )
    print(f"{many:.1f} times where pydantic looks for plugins in {len([*metadata.distributions()])} packages")


def file_size(store: Store) -> int:
    return store._fetch("pragma page_count")[0][0] * 4096  # type: ignore[attr-defined]


def database_size(store: Store) -> int:
    return store._fetch("select pg_total_relation_size('duelling.event')")[0][0]  # type: ignore[attr-defined]


def encoding() -> None:
    """What an event costs before it comes to the store."""
    events = [event for n in range(2000) for event in (*drawn(n + 1, 3 * n), told(n + 1, 3 * n + 2))]
    begun = time.thread_time()
    for event in numbered(events, 0, 1):
        to_row(event, 0)
    print(f"an event is made a row in {(time.thread_time() - begun) / len(events) * 1e6:.1f} µs")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as room:
        if not slowed():
            encoding()
            first_question()
        print("SQLite")
        report(str(Path(room) / "speed.db"), Path(room), file_size)
        if len(sys.argv) > 2:
            print("PostgreSQL")
            report(sys.argv[2], Path(room), database_size)
    if not slowed():
        once_more("benchmarks.live", *sys.argv[1:2])  # a database server has its disk from elsewhere
