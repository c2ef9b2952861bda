"""How often an arena names a winner although all items are alike: through tickets, delays, skips and two processes.

Who prefers the first item answers at once, all others later: a rule that takes votes as they come would mostly be
wrong. Run with ``make bench``, or ``python -m benchmarks.verdicts [RUNS]``.
"""

import multiprocessing
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

import duelling as du

DELTA = 0.2
RUNS = 100  # for each goal
VOTES = 81
LATER = 40  # questions that are asked before a slow voter has answered
LOOK = 16  # votes between two looks; what was proved stays
ITEMS = ("a", "b")
GOALS = ("best", "rank", "show", "condorcet")


def named(arenas: list[du.Arena], seed: int, votes: int = VOTES) -> bool:
    """Let people vote through these arenas in turn, which are one; whether a winner was ever named."""
    rng, waiting, found = np.random.default_rng(seed), [], False
    for n in range(votes):
        ticket = arenas[n % len(arenas)].ask(voter=f"voter {seed} {n}")
        answer = ("skip", "tie", "left", "left", "left", "right", "right", "right")[int(rng.random() * 8)]
        at_once = answer in ("left", "right") and getattr(ticket, answer) == ITEMS[0]
        waiting.append((n if at_once else n + LATER, ticket, answer))
        for _, each, said in [letter for letter in waiting if letter[0] <= n]:
            arenas[(n + 1) % len(arenas)].tell(each, said)
        waiting = [letter for letter in waiting if letter[0] > n]
        found = found or (n % LOOK == 0 and arenas[0].verdict().winner is not None)
    return found


def _other(place: str, seed: int) -> bool:
    with du.Arena(place, durable=False) as arena:
        return named([arena], seed, VOTES // 2)


def in_two_processes(folder: Path, goal: str, runs: int) -> int:
    """In how many of so many arenas a winner was named to one of two processes that vote at once."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        found = 0
        for run in range(runs):
            place = str(folder / f"{goal}-{run}.db")
            with du.Arena(place, list(ITEMS), goal=goal, delta=DELTA, seed=run, durable=False) as arena:
                there = pool.submit(_other, place, 2 * run)
                here = named([arena], 2 * run + 1, VOTES // 2)
                found += there.result() or here
        return found


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    with tempfile.TemporaryDirectory() as room:
        for each in GOALS:
            wrong = in_two_processes(Path(room), each, wanted)
            print(f"{each}: a winner among equals in {wrong} of {wanted} arenas (goal: at most {DELTA:.0%} of them)")
