"""Beside hand-written C++: nine learners, one loop, the same generator, and regret that is the same to the last bit.

Compiled here with -O3 and without fast-math, for this processor, as numba compiles. Both sides are timed by turns in
one process; the ratio is what to compare. Run alone with `python -m benchmarks.limit.compare`.
"""

import ctypes
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

from duelling.core.fields import walk
from duelling.lab.stages import set_up
from duelling.problems.utility import UtilityModel
from duelling.registry.choice import choice
from duelling.seeds import Streams, streams

NAMES = (
    *("exp3+unif", "ws-w", "ucb+unif", "tsallis+unif", "rucb", "exp3-sparring"),
    *("ucb-sparring", "ucb-multisbm", "random"),
)
ROUNDS, TIMES, GOAL = 100_000, 15, 1.5
FLAGS = ("-O3", "-march=native", "-ffp-contract=off", "-std=c++17", "-shared", "-fPIC")
WORD = 2**64


def library(folder: str) -> ctypes.CDLL | None:
    """The compiled yardstick; None where no compiler is found."""
    compiler = next(filter(None, map(shutil.which, ("c++", "g++", "clang++"))), None)
    if compiler is None:
        return None
    made = Path(folder) / "limit.so"
    source = Path(__file__).parent / "limit.cpp"
    subprocess.run([compiler, *FLAGS, str(source), "-o", str(made)], check=True)
    return ctypes.CDLL(str(made))


def words(stream: Streams) -> np.ndarray:
    """The states and increments of both generators, the low halves first."""
    found = []
    for rng in stream:
        inside = rng.bit_generator.state["state"]
        found += [half for key in ("state", "inc") for half in (inside[key] % WORD, inside[key] // WORD)]
    return np.array(found, dtype=np.uint64)


def ratio(yardstick: ctypes.CDLL, name: str, arms: int) -> tuple[float, float]:
    """Nanoseconds of a round by hand, and how many times as long one takes here; the best of several, by turns."""
    problem, rounds = UtilityModel(np.linspace(0.9, 0.2, arms)), np.array([ROUNDS])
    stage = set_up(problem, ["borda"], rounds)
    win, loss = stage.environment.win, np.ascontiguousarray(stage.losses.loss[:, 0])
    pointer = np.ctypeslib.ndpointer(float, flags="C")
    yardstick.limit_play.argtypes = [
        *(ctypes.c_char_p, ctypes.c_int, ctypes.c_long, ctypes.c_double, pointer, pointer),
        *(np.ctypeslib.ndpointer(np.uint64), pointer),
    ]
    best = {"ours": np.inf, "by hand": np.inf}
    for turn in range(TIMES):
        learner, stream = choice(name).start(arms, ROUNDS), streams(0, 0)
        fields = {field.split(".")[-1]: part for field, part in walk(learner)}
        rate = fields.get("eta", fields.get("alpha", 0.0))
        state, hand, ours = words(stream), np.zeros(2), np.zeros((2, 1, 1))
        begun = time.thread_time()
        yardstick.limit_play(name.encode(), arms, ROUNDS, rate, win, loss, state, hand)
        middle = time.thread_time()
        stage.run(learner, rounds, stream, ours)
        took = {"by hand": middle - begun, "ours": time.thread_time() - middle}
        if turn:  # the first compiles
            best = {side: min(best[side], took[side]) for side in best}
        assert hand.tolist() == ours.ravel().tolist(), f"{name} at K = {arms} differs from the yardstick"
    return best["by hand"] / ROUNDS * 1e9, best["ours"] / best["by hand"]


def limits() -> None:
    """One line for each learner."""
    with tempfile.TemporaryDirectory() as folder:
        yardstick = library(folder)
        if yardstick is None:
            print("beside hand-written C++: no compiler found")
            return
        print(f"times as long as hand-written C++ at -O3, with the same regret to the last bit (goal: at most {GOAL})")
        for name in NAMES:
            found = [(arms, *ratio(yardstick, name, arms)) for arms in (8, 64)]
            print(f"{name:28}" + "".join(f"K = {k}: {times:.2f} of {by_hand:.1f} ns   " for k, by_hand, times in found))


if __name__ == "__main__":
    limits()
