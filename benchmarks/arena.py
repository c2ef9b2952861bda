"""What an arena with very many votes costs: to open it, to ask, to take a vote back. ``benchmarks.live`` makes it."""

import multiprocessing
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import duelling as du
from duelling.live.journal.opening import open_store

NAME = "size"
ASKS, UNDOS = 200, 20


def report_arena(place: str, arena: int, votes: int) -> None:
    """Print all lines, in seconds of the processor."""
    took = []
    for kind in ("compiles", "without", "with"):
        if kind != "with":
            with open_store(place) as store:
                store.drop_snapshots(arena)
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            took.append(pool.submit(_use, place).result())
    (_, (cold, *_), (warm, ask, undo)) = took
    print(
        f"{votes:,} votes: {cold:.1f} s until the first question of an arena that is opened (goal: at most 10), ",
        end="",
    )
    print(f"{warm:.1f} s with a snapshot (goal: at most 2.5)")
    print(f"an ask: {ask * 1e3:.2f} ms (goal: at most 1.5); ", end="")
    print(f"undo of one of the last 100 votes, and the next ask: {undo * 1e3:.0f} ms (goal: at most 60)")


def _use(place: str) -> tuple[float, float, float]:
    """Until the first question; an ask; an undo with the ask after it."""
    begun = time.process_time()
    with du.Arena(place, name=NAME, durable=False) as arena:
        tickets = [arena.ask()]
        opened = time.process_time() - begun

        def ask(_: int) -> None:
            tickets.append(arena.ask())

        def undo(k: int) -> None:
            arena.undo(tickets[-1 - k * 5])
            arena.ask()

        asked = []
        for k in range(ASKS):
            asked.append(_seconds(ask, k))
            arena.tell(tickets[-1], "left")
        return opened, statistics.median(asked), statistics.median(_seconds(undo, k) for k in range(UNDOS))


def _seconds(call: Callable[[int], Any], k: int) -> float:
    begun = time.process_time()
    call(k)
    return time.process_time() - begun
