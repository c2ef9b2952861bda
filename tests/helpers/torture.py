"""Processes that vote in one arena and are killed at any moment.

Run as ``python -m tests.helpers.torture PLACE KILLS PACE SEED``. All are forked from one process that has imported
everything, so that a kill costs milliseconds. A child opens the arena, asks, tells, tells again what it or somebody
else has told, and writes each acknowledged vote into a file. Half of the children are killed from outside, the others
end themselves at a named point of a commit. In the end the journal is compared with what was acknowledged, and checked.
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

import duelling as du
from duelling.live.journal import faults

PROCESSES = 4
ANSWERS = ("left", "right", "tie", "bad")


def answer(ticket: str) -> str:
    """What everybody says on this ticket."""
    return ANSWERS[int(ticket.partition(".")[0]) % 4]


def ends_itself(number: int) -> bool:
    """Whether this child is not killed from outside."""
    return number % 2 == 0


def end_at_a_point(number: int, chance: random.Random, passed: Path) -> None:
    """End this process at some pass of a named point, which is written down."""
    name, passes = faults.POINTS[number // 2 % len(faults.POINTS)], [chance.randrange(1, 12)]

    def point(here: str) -> None:
        passes[0] -= here == name
        if not passes[0]:
            with open(passed, "a") as file:
                file.write(f"{name}\n")
            os.kill(os.getpid(), signal.SIGKILL)

    faults.point = point


def vote(place: str, folder: Path, seed: int, number: int) -> None:
    """Vote until somebody ends this process."""
    chance = random.Random(seed * 100_000 + number)
    if ends_itself(number):
        end_at_a_point(number, chance, folder / "points")
    arena = du.Arena(place)
    file = os.open(folder / "acknowledged", os.O_RDWR | os.O_APPEND)
    while True:
        mine = [ticket.id for ticket in arena.ask(chance.randrange(1, 4))]
        others = os.pread(file, 4096, max(0, os.fstat(file).st_size - 4096)).decode().split("\n")[1:-1]
        tells = [*mine, chance.choice(mine), *(chance.choice(others) for _ in others[:1])]
        for ticket in tells[: chance.randrange(1, 6)]:
            assert arena.tell(ticket, answer(ticket)).counted
            os.write(file, f"{ticket}\n".encode())


def forked(place: str, folder: Path, seed: int, number: int) -> int:
    child = os.fork()
    if not child:
        try:
            vote(place, folder, seed, number)
        except BaseException as error:  # the parent must see that it did not end by a kill
            print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
        finally:
            os._exit(3)
    return child


def torture(place: str, kills: int, pace: float, seed: int) -> dict[str, object]:
    chance = random.Random(seed)
    du.Arena(place, ["fox", "owl", "hare"], seed=seed).close()
    with tempfile.TemporaryDirectory() as room:
        folder = Path(room)
        (folder / "acknowledged").touch()
        (folder / "points").touch()
        running = {forked(place, folder, seed, n): n for n in range(PROCESSES)}
        killed = strange = 0
        while killed < kills and not strange:
            time.sleep(chance.random() * pace)
            others = sorted(child for child, number in running.items() if not ends_itself(number))
            if others and chance.random() < 0.5:
                os.kill(chance.choice(others), signal.SIGKILL)
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                del running[ended[0]]
                killed += ended[1] == signal.SIGKILL
                strange += ended[1] != signal.SIGKILL
                number = PROCESSES + killed + strange
                running[forked(place, folder, seed, number)] = number
        for child in running:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        acknowledged = {*(folder / "acknowledged").read_text().split()}
        points = Counter((folder / "points").read_text().splitlines())
    with du.Arena(place) as arena:
        told = Counter(event.ticket for event in arena.events() if event.kind == "told")
        numbers = {int(ticket.partition(".")[0]) for ticket in acknowledged}
        checked = arena.check()
        gaps = arena.head != sum(1 for _ in arena.events())
    return {
        "killed": killed,
        "at points": dict(points),
        "ended otherwise": strange,
        "events": checked.events,
        "acknowledged": len(acknowledged),
        "votes": len(told),
        "lost": len(numbers - told.keys()),
        "doubled": sum(count > 1 for count in told.values()),
        "gaps": gaps,
        "problems": checked.problems,
    }


if __name__ == "__main__":
    print(json.dumps(torture(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]))))
