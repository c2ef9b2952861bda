"""Speed of every algorithm: rounds per second, and the cost of a round in units of one compiled uniform draw.

An absolute time means little on a shared machine; the draw is timed in the same run, just after each figure, and the
ratio is what to compare, with the goals for K = 8 beside it. The draw is NumPy's, which loops no longer call, so that
figures of different versions can be compared. How a round grows with the number of arms is measured with equal arms,
of which no learner can leave one out, and stands beside what the fact ``growth`` says. Run with `make bench`; give
algorithm names to time only those: `python -m benchmarks.speed exp3+unif ws-w`. `python -m benchmarks.speed thesis`
plays the thesis.
"""

import itertools
import os
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np

from benchmarks.limit.compare import limits
from duelling.core.evidence.candidates import start_candidates, tell_candidates
from duelling.core.evidence.pairs import log_even
from duelling.core.fields import walk
from duelling.core.jit import entry
from duelling.core.states import copy
from duelling.lab.simulate import simulate
from duelling.lab.stages import PLAYS, set_up
from duelling.loops import recorded, replay
from duelling.problems.reading.named import problem as find_problem
from duelling.problems.utility import UtilityModel
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from duelling.seeds import streams
from duelling.thesis.experiments import every

ARMS = (8, 64, 512, 4096)
HORIZON = 100_000
PATIENCE = 0.03  # seconds: ten times as many rounds are not tried where a figure takes longer
ENOUGH = 3.0  # seconds: what takes longer is not timed again
MEMORY = 1.5e9  # bytes: larger states are left out
ELSEWHERE = {  # problems for the algorithms of each other world
    "contexts": tuple(f"contexts:arms=8,contexts=10,policies={n}" for n in (100, 1000)),
    "continuous": tuple(f"continuous:quadratic,body=ball,dimension={d}" for d in ARMS[:3]),
}
VARIANTS = ("exp3+unif:rate=anytime", "exp3ix+unif:rate=anytime", "tsallis+unif:estimator=iw", "vn+unif:estimator=pair")
GOALS = {  # draws a round at K = 8, at most
    "savage": 3,
    "btm": 5,
    "ucb-sparring": 8,
    "ucb-multisbm": 5,
    "rmed1": 3,
    "rucb": 5,
    "ecw-rmed": 6,
    "ccb": 15,
    "d-ts": 40,
    "ws-w": 2,
    "exp3+unif": 3,
    "ucb+unif": 4,
    "tsallis+unif": 16,
    "random": 1.3,
}
MORE = {  # what those keep that take more than two planes; their docstrings say why
    "serve+race": "sixteen bets for each pair, as its votes have any weights",
    "X-multisbm": "all that one bandit keeps, once for each arm",
}
COLD = {"exp3+unif": 1.5, "rmed1": 2.5, "vn+unif": 4, "ecw-rmed": 4, "spar2": 6}  # seconds of the processor, at most
FLOOR = """
import numba
import numpy as np
import duelling.cli.simulate, duelling.lab.simulate
numba.njit(lambda x, rng: rng.random() + x[0])(np.ones(1), np.random.default_rng(0))
"""
LATER = ("stopping", "both-worlds", "staying")  # experiments that came after the goal for the nine others was set
FIRST_DUEL = """
import numpy as np
import duelling
from duelling.kernels import choose, interpreted, update
from duelling.registry.choice import choice
with interpreted():
    learner = choice("tsallis+unif").start(10, 1000)
    update(learner, 1, choose(learner, 1, np.random.default_rng(0)), 1)
"""


@entry
def _draws(n, rng):
    total = 0.0
    for _ in range(n):
        total += rng.random()
    return total


def draw_seconds() -> float:
    """One compiled uniform draw: the best of five, each of 200 000."""
    rng, n, best = np.random.default_rng(0), 200_000, np.inf
    _draws(1, rng)
    for _ in range(5):
        begun = time.thread_time()
        _draws(n, rng)
        best = min(best, (time.thread_time() - begun) / n)
    return best


def arithmetic(arms: int) -> UtilityModel:
    """Utilities in equal steps, as in the thesis's arithmetic problem, for any number of arms."""
    return UtilityModel(np.linspace(0.9, 0.2, arms))


def equal(arms: int) -> UtilityModel:
    """Arms that are all the same."""
    return UtilityModel(np.full(arms, 0.5))


def round_seconds(text: str, problem) -> tuple[float, int]:
    """Seconds of one round, best of five, and how many rounds were timed: 10^5, fewer where they take long.

    Learners are copies, whose memory has been written to: to be given it takes longer than to play for a while.
    """
    chosen, stage = choice(text), set_up(problem, ["borda"], np.array([HORIZON]))
    fresh = chosen.start(len(problem.arms), HORIZON)

    def once(rounds: int) -> float:
        learner, stream = copy(fresh), streams(0, 0)
        begun = time.thread_time()  # leaves out the time in which others have the core
        stage.run(learner, np.array([rounds]), stream, np.zeros((2, 1, 1)))
        return time.thread_time() - begun

    once(1)  # compiles
    rounds, took = 100, []
    while rounds < HORIZON and once(rounds) < PATIENCE:
        rounds *= 10
    while len(took) < 5 and sum(took) < ENOUGH:
        took.append(once(rounds))
    return min(took) / rounds, rounds


def state_bytes(name: str, arms: int) -> int:
    """The bytes of a learner's arrays."""
    return sum(np.asarray(part).nbytes for _, part in walk(choice(name).start(arms, HORIZON)))


def table(names: list[str]) -> None:
    """One line an algorithm."""
    print(f"{'':28}" + "".join(f"{f'K = {arms}':>22}" for arms in ARMS) + f"{'growth, equal arms':>22}")
    print(f"{'':28}" + f"{'M rounds/s':>12}{'draws':>10}" * len(ARMS) + f"{'8→64→512→4096':>22}   said")
    for name in names:
        line, growing, short, facts = f"{name:28}", [], "", choice(name).algorithm
        for arms in ARMS:
            if arms > (facts.most_arms or arms):
                continue
            if arms > ARMS[0] and state_bytes(name, 64) * (arms / 64) ** 2 > MEMORY:
                short += f"  (K = {arms}: too large)"
                continue
            seconds, rounds = round_seconds(name, arithmetic(arms))
            line += f"{1e-6 / seconds:12.3f}{seconds / draw_seconds():10.1f}"
            growing.append(round_seconds(name, equal(arms))[0])
            short += f"  (first {rounds} rounds at K = {arms})" if rounds < HORIZON else ""
        growth = " ".join(f"×{after / before:.1f}" for before, after in itertools.pairwise(growing))
        goal = f"  (goal at K = {ARMS[0]}: {GOALS[name]})" if name in GOALS else ""
        print(f"{line}{growth:>22}   ×{8**facts.growth}{goal}{short}", flush=True)


def memory() -> None:
    """What 10^4 arms take: planes of K x K numbers, from the states of 500 and 1000 arms, and two that have none."""
    planes = {}
    for name in sorted(ALGORITHMS):
        facts = choice(name).algorithm
        if facts.world == "arms" and facts.most_arms is None:
            small, large = (state_bytes(name, arms) for arms in (500, 1000))
            planes[name] = (large - 2 * small) / (1000**2 - 2 * 500**2) / 8
    told = ", ".join(f"{name} {count:.1f}" for name, count in planes.items() if count > 0.05)
    print(f"planes of K x K numbers (goal: at most 2 where pairs are counted): {told}")
    print("  more than 2: " + "; ".join(f"{name}: {kept}" for name, kept in MORE.items()))
    for name in ("merge-rucb", "merge-dts"):
        print(f"{name} with 10^4 arms: {state_bytes(name, 10_000) / 1e6:.0f} MB (goal: under 300)")


def elsewhere(names: list[str]) -> None:
    """One line an algorithm and a problem of another world, with all that is done in 10^5 rounds; the better of two."""
    for name in names:
        chosen = choice(name)
        for text in ELSEWHERE[chosen.algorithm.world]:
            seconds = min(_elsewhere(chosen, find_problem(text)) for _ in range(2)) / HORIZON
            print(f"{name:28}{1e-6 / seconds:12.3f}{seconds / draw_seconds():10.1f}  on {text}", flush=True)


def _elsewhere(chosen, problem) -> float:
    stage = set_up(problem, [PLAYS[problem.world].usual], np.array([HORIZON]))
    for rounds in (0, HORIZON):  # the first time compiles
        learner, begun = chosen.start(len(problem.arms), HORIZON, *problem.given), time.thread_time()
        stage.run(learner, np.array([rounds]), streams(0, 0), np.zeros((2, 1, 1)))
    return time.thread_time() - begun


def von_neumann() -> None:
    """The incremental solver on the matrix of the thesis's borda-vn experiment."""
    seconds, _ = round_seconds("vn+unif", find_problem("borda_vonneumann"))
    print(f"vn+unif on borda_vonneumann, T = 10^5: {seconds / draw_seconds():.1f} draws a round (goal: at most 60)")
    stage, best = set_up(arithmetic(64), ["borda"], np.array([10_000])), np.inf
    for _ in range(2):
        learner, begun = choice("vn+unif").start(64, HORIZON), time.thread_time()
        stage.run(learner, np.array([10_000]), streams(0, 0), np.zeros((2, 1, 1)))
        best = min(best, (time.thread_time() - begun) / 10_000)
    print(f"vn+unif with 64 arms, the first 10^4 rounds: {best * 1e6:.0f} µs a round (goal: under 20)")


def threads() -> None:
    """Two threads against one, on the same runs."""
    took = {}
    for count in (1, 2, 1, 2):
        begun = time.perf_counter()
        simulate("arithmetic", "exp3+unif", horizon=HORIZON, runs=64, threads=count)
        took[count] = min(took.get(count, np.inf), time.perf_counter() - begun)
    print(f"two threads: {took[1] / took[2]:.2f} times one (goal: at least 1.7; cores here: {os.cpu_count()})")


def folding() -> None:
    """Recorded votes told to a learner by ``update`` alone."""
    arms, votes, rng = 100, 1_000_000, np.random.default_rng(0)
    first = rng.integers(arms, size=votes)
    second = (first + rng.integers(1, arms, size=votes)) % arms
    duels = recorded(arms, np.arange(1, votes + 1), first, second, 1 / arms, 1 / (arms - 1))
    outcomes = np.where(first < second, 1, -1)
    took = []
    for _ in range(4):  # the first compiles
        learner, begun = choice("tsallis+unif").start(arms, votes), time.perf_counter()
        replay(learner, duels, outcomes)
        took.append(time.perf_counter() - begun)
    print(f"replay of 10^6 votes to tsallis+unif, K = 100: {min(took[1:]):.2f} s (goal: under 0.5)")


@entry
def _tell_votes(candidates, a, b):
    for t in range(a.size):
        tell_candidates(candidates, a[t], b[t], 1.0 if a[t] < b[t] else 0.0, 1.0, 1.0)


@entry
def _test_pairs(wins, losses):
    total = 0.0
    for k in range(wins.size):
        total += log_even(wins[k], losses[k])
    return total


def evidence() -> None:
    """What a vote costs the evidence of a race in which nobody leaves, and what a test of one pair costs."""
    votes, rng = 100_000, np.random.default_rng(0)
    for items, goal in ((100, 4), (1000, 6)):
        a = rng.integers(items, size=votes)
        b = (a + rng.integers(1, items, size=votes)) % items
        best = np.inf
        for _ in range(4):  # the first compiles
            candidates, begun = start_candidates(items, 1e-300, counted=True), time.thread_time()
            _tell_votes(candidates, a, b)
            best = min(best, (time.thread_time() - begun) / votes)
        size = sum(np.asarray(part).nbytes for _, part in walk(candidates)) / 1e6
        print(
            f"a vote in the evidence of a race, K = {items}: {best * 1e6:.2f} µs (goal: at most {goal}), "
            f"{size:.1f} MB (goal: under 100)"
        )
    wins, losses = rng.integers(1000, size=(2, votes))
    best = np.inf
    for _ in range(4):
        begun = time.thread_time()
        _test_pairs(wins, losses)
        best = min(best, (time.thread_time() - begun) / votes)
    print(f"a test of one pair: {best * 1e9:.0f} ns (goal: at most 100)")


def first_duel() -> None:
    """From a fresh process to its first duel in plain Python, beside the import of numpy; the best of ten, by turns."""
    took = dict.fromkeys(("import numpy", FIRST_DUEL), np.inf)
    for _ in range(10):
        for code in took:
            begun = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "NUMBA_DISABLE_JIT": "0"})
            took[code] = min(took[code], time.perf_counter() - begun)
    ratio = took[FIRST_DUEL] / took["import numpy"]
    print(f"a first duel, interpreted: {ratio:.2f} times import numpy (goal: at most 2.5)")


def _run(*command: str, cache: str | None = None) -> tuple[float, float]:
    """Seconds of a command, on the clock and of the processor; ``cache`` is a folder for its kernels."""
    begun, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache} if cache else None
    subprocess.run([sys.executable, *command], check=True, stdout=subprocess.DEVNULL, env=environment)
    clock, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def starts() -> None:
    """From the command to its answer: help, one algorithm with an empty cache, and again; then slower ones."""

    def simulation(name: str) -> tuple[str, ...]:
        return ("-m", "duelling", "simulate", "arxiv", name, "--horizon", "1000", "--runs", "2", "--json")

    with tempfile.TemporaryDirectory() as cache:
        cold, _ = _run(*simulation("exp3+unif"), cache=cache)
        warm = min(_run(*simulation("exp3+unif"), cache=cache) for _ in range(3))[0]
        bare = min(_run("-m", "duelling", "--help", cache=cache) for _ in range(3))[0]
    print(f"duelling simulate: {cold:.2f} s with an empty cache (goal: under 4), {warm:.2f} s warm (goal: under 1)")
    print(f"duelling --help: {bare:.2f} s (goal: under 0.5)")
    floor = min(_run("-c", FLOOR)[1] for _ in range(3))
    print(f"the floor of a cold start, imports and a kernel of one line: {floor:.2f} s of the processor")
    for name, goal in COLD.items():
        took = []
        for _ in range(2):
            with tempfile.TemporaryDirectory() as cache:
                took.append(_run(*simulation(name), cache=cache)[1])
        print(f"a cold start with {name}: {min(took):.2f} s of the processor (goal: {goal})", flush=True)


def thesis() -> None:
    """The thesis with a warm cache: nine of its experiments, and all of them, each in one go."""
    command, nine = ("-m", "duelling", "thesis", "--quiet", "--out"), [name for name in every() if name not in LATER]
    with tempfile.TemporaryDirectory() as folder:
        _run(*command, f"{folder}/warm", "--runs", "2")
        for title, names, goal in (("nine experiments of", nine, 45), (f"all {len(every())} of", [], 75)):
            clock, processor = _run(*command, f"{folder}/{goal}", *names)
            told = f"{clock:.0f} s, {processor:.0f} s of the processor"
            print(f"{title} the thesis: {told} (goal: {goal} s on two cores, here {os.cpu_count()})", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["thesis"]:
        sys.exit(thesis())
    chosen_names = sys.argv[1:]
    print(f"one compiled uniform draw: {draw_seconds() * 1e9:.2f} ns\n")
    everyone = chosen_names or [*sorted(ALGORITHMS), *VARIANTS]
    table([name for name in everyone if choice(name).algorithm.world == "arms"])
    elsewhere([name for name in everyone if choice(name).algorithm.world != "arms"])
    if not chosen_names:
        print()
        limits()
        print()
        memory()
        von_neumann()
        threads()
        folding()
        evidence()
        starts()
        first_duel()
