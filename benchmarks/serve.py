"""Speed of the service: durable votes a second and how long they take, beside the disk's own sync; floods; memory.

The server is a process of its own, and this one plays its clients, over loopback. Each vote is one request that stores
an answer and brings the next question. d is the median time of ``fdatasync`` on the same disk, measured before and
after. PostgreSQL is a server of its own on the same disk, behind two processes. All but memory is measured once more
with a slower disk. Run with ``make bench``, or ``python -m benchmarks.serve FOLDER`` for another disk.
"""

import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.live import sync_seconds
from benchmarks.slow_disk import once_more, slowed
from duelling.live.arena import Arena
from duelling.live.journal.events import Drawn, Offered, Told, VoterKnown
from duelling.live.journal.opening import open_store
from tests.helpers import servers

TOKEN = "a token for the clients of a benchmark"
ITEMS = 30
SECONDS = 4.0
TURNS = 3  # of ten voters alone and beside one who floods
WARM = 40.0  # seconds: after a thousand votes the kernels are compiled beside them, which takes a while
CALM = 60.0  # seconds after which memory that was needed for a moment has gone back
VOTERS = 1000
MILLION = 1_000_000
API = "/api/v1/arenas/main"


class Line:
    """A connection that stays open, with as little work as possible for this process."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def open(self) -> "Line":
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def call(self, method: str, path: str, body: dict | None = None, cookie: str = "") -> tuple[int, bytes]:
        """The status and the body of an answer."""
        sent = json.dumps(body or {}).encode()
        who = f"Cookie: {cookie}" if cookie else f"Authorization: Bearer {TOKEN}"
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\n{who}\r\nContent-Type: application/json\r\n"
        self.writer.write(f"{head}Content-Length: {len(sent)}\r\n\r\n".encode() + sent)
        told = await self.reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", told)
        return int(told[9:12]), await self.reader.readexactly(int(length[1])) if length else b""


class Service:
    """``duelling serve`` in a process of its own."""

    def __init__(self, place: str, *options: str) -> None:
        environment = os.environ | {"DUELLING_ADMIN_TOKEN": TOKEN}
        command = [sys.executable, "-m", "duelling", "serve", place, "--port", "0", "--json", "--per-address", "0"]
        self.process = subprocess.Popen(
            [*command, "--log", "error", *options], stdout=subprocess.PIPE, env=environment, text=True
        )
        told = ""
        while not told.rstrip().endswith("}"):
            told += self.process.stdout.readline()
        self.port = int(json.loads(told)["vote"].split(":")[2].split("/")[0])

    def __enter__(self) -> int:
        return self.port

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()


async def connected(port: int) -> Line:
    """A connection, when the server is there."""
    for _ in range(600):
        try:
            line = await Line(port).open()
            status, _ = await line.call("GET", "/health")
            if status == 200:
                return line
        except (OSError, asyncio.IncompleteReadError):
            pass
        await asyncio.sleep(0.1)
    raise TimeoutError


async def voter(line: Line, name: str, end: float, pause: float = 0.0) -> list[float]:
    """One vote after the other; how long each took."""
    _, told = await line.call("POST", f"{API}/tickets", {"voter": name})
    ticket, took = json.loads(told)["id"], []
    while time.perf_counter() < end:
        begun = time.perf_counter()
        status, told = await line.call("PUT", f"{API}/tickets/{ticket}/vote?next=1", {"answer": "left"})
        took.append(time.perf_counter() - begun)
        assert status == 201, told
        ticket = json.loads(told)["next"]["id"]
        await asyncio.sleep(pause)
    return took


async def crowd(port: int, clients: int, pause: float = 0.0, seconds: float = SECONDS) -> list[float]:
    """The times of all votes of so many clients at once."""
    lines = [await connected(port) for _ in range(clients)]
    end = time.perf_counter() + seconds
    found = await asyncio.gather(*(voter(line, f"voter {k}", end, pause) for k, line in enumerate(lines)))
    return [each for times in found for each in times]


async def flood(port: int, end: float) -> int:
    """One voter with a cookie asks as fast as he can; how many answers he got."""
    line, count = await connected(port), 0
    line.writer.write(
        b"POST /a/main/start HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 0\r\n\r\n"
    )
    cookie = re.search(rb"set-cookie: ([^;]+)", await line.reader.readuntil(b"\r\n\r\n"))[1].decode()
    while time.perf_counter() < end:
        await line.call("POST", f"{API}/tickets", {}, cookie)
        count += 1
    return count


def p99(times: list[float]) -> float:
    return sorted(times)[int(0.99 * (len(times) - 1))]


async def flooded(port: int) -> tuple[float, float]:
    """How many times longer p99 of ten calm voters is beside one who floods, and his requests a second.

    They take turns, and the median counts: p99 of a few hundred votes on a busy machine is a matter of luck.
    """
    ratios, count = [], 0
    for _ in range(TURNS):
        alone = p99(await crowd(port, 10, 0.1))
        noise = asyncio.create_task(flood(port, time.perf_counter() + SECONDS))
        ratios.append(p99(await crowd(port, 10, 0.1)) / alone)
        count += await noise
    return statistics.median(ratios), count / TURNS / SECONDS


def make(place: str) -> None:
    """An arena whose voters may vote as often as they like."""
    with Arena(place, [f"item {k}" for k in range(ITEMS)], seed=1, repeats=None) as arena:
        arena.set(page={"per_minute": 0, "in_a_row": 0})


async def load(port: int, d: float) -> None:
    """Print the lines of one store."""
    for clients, goal in ((1, 0), (16, 2), (64, 3)):
        times = await crowd(port, clients)
        rate, slow = len(times) / SECONDS, p99(times)
        wanted = f" (goal: {goal}/d{', p99 15 d' if clients == 16 else ''})" if goal else ""
        middle = statistics.median(times)
        print(
            f"{clients:3} clients: {rate:5.0f} votes a second = {rate * d:.1f}/d, median {middle * 1e3:.1f} ms = "
            f"{middle / d:.1f} d, p99 {slow * 1e3:.0f} ms = {slow / d:.1f} d{wanted}"
        )


def fill(place: str, votes: int) -> None:
    """Put so many votes of a thousand voters into the journal, as the arena itself would have written them."""
    with open_store(place, durable=False) as store:
        arena = store.find("main")
        with store.writing(arena) as writing:
            writing.append([VoterKnown(voter=k, name=f"voter {k}") for k in range(VOTERS)])
        pairs, done = [(a, b) for a in range(ITEMS) for b in range(a + 1, ITEMS)], 0
        chance = 1 / len(pairs)
        while done < votes:
            with store.writing(arena) as writing:
                for n in range(done + 1, min(done + 5000, votes) + 1):
                    head, (first, second) = writing.mark.head, pairs[n * 7919 % len(pairs)]
                    drawn = Drawn(
                        question=n, first=first, second=second, p_first=1 / ITEMS, p_second=1 / (ITEMS - 1),
                        chance=chance, least=chance, widest=1.0, out=0, roster=1, t=n, seen=head,
                    )  # fmt: skip
                    answer = "left" if (n * 31 % 100) < 50 + 15 * (first < second) else "right"
                    asked = Offered(question=n, voter=n % VOTERS, flipped=n % 2 == 0)
                    told = Told(ticket=head + 2, question=n, answer=answer, took=1000)
                    writing.append([drawn, asked, told], at=1_790_000_000_000_000 + n * 1_000_000)
            done += 5000


async def memory(port: int) -> tuple[float, float]:
    """The memory of the server in MB: when it has started and voters vote, and when somebody has looked at standings.

    What was needed for a moment goes back every 15 seconds.
    """

    async def now() -> float:
        await crowd(port, 16, 0.1, CALM)
        _, told = await (await connected(port)).call("GET", "/metrics")
        return float(re.search(rb"process_resident_memory_bytes (\d+)", told)[1]) / 2**20

    voting = await now()
    line, begun = await connected(port), time.perf_counter()
    status, _ = await line.call("GET", f"{API}/standings")
    print(f"     10^6 votes: standings in {time.perf_counter() - begun:.1f} s (status {status})")
    return voting, await now()


async def seen(port: int) -> float:
    """Seconds from the reply to a vote until the dashboard can show it; the page asks every two seconds."""
    line, took = await connected(port), []
    for _ in range(5):
        _, asked = await line.call("POST", f"{API}/tickets", {"voter": "one who waits"})
        await line.call("PUT", f"{API}/tickets/{json.loads(asked)['id']}/vote", {"answer": "left"})
        begun, (_, told) = time.perf_counter(), await line.call("GET", API)
        while json.loads(told)["votes"] > json.loads((await line.call("GET", f"{API}/standings"))[1])["votes"]:
            pass
        took.append(time.perf_counter() - begun)
    return statistics.median(took)


def report(folder: Path) -> None:
    """Print how many votes a second are taken, and how long they take."""
    folder.chmod(0o755)  # a database server does not run as root
    d = sync_seconds(folder)
    place = str(folder / "speed.db")
    make(place)
    print("SQLite, one process")
    with Service(place) as port:
        asyncio.run(crowd(port, 16, seconds=WARM))
        asyncio.run(load(port, d))
        print(f"a vote is in the standings {asyncio.run(seen(port)):.2f} s after its reply")
        times, requests = asyncio.run(flooded(port))
        print(f"one voter floods ({requests:.0f} requests a second): p99 of ten others {times:.2f} times (goal: 1.5)")
    print("PostgreSQL, two processes")
    database = servers.start(synced=True, room=folder)
    make(database.address)
    with Service(database.address, "--workers", "2") as port:
        asyncio.run(crowd(port, 16, seconds=WARM))
        asyncio.run(load(port, d))
    database.stop()
    after = sync_seconds(folder)
    agree = "" if max(d, after) <= 1.5 * min(d, after) else ", which do not agree: measure again"
    print(f"d, the disk's own sync: {d * 1e3:.2f} ms before and {after * 1e3:.2f} ms after{agree}")


def report_memory(folder: Path) -> None:
    """Print how much memory a server takes with very many votes."""
    large = str(folder / "large.db")
    make(large)
    begun = time.perf_counter()
    fill(large, MILLION)
    print(f"{MILLION} votes written in {time.perf_counter() - begun:.0f} s")
    with Service(large) as port:
        voting, looking = asyncio.run(memory(port))
    print(f"memory with 10^6 votes: {voting:.0f} MB, {looking:.0f} MB after standings (goal: at most 200)")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as room:
        report(Path(room))
        if not slowed():
            report_memory(Path(room))
            once_more("benchmarks.serve", *sys.argv[1:])
