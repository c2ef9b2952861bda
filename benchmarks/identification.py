"""How many duels algorithms need that stop by themselves: the tables of docs/identification.md.

Chance of failure 0.1, ε = 0.05 where there is one. The first table has the mean ± its standard error on four problems.
The second has every algorithm that stops, as the number of arms grows: duels, and the processor time of a duel. Run
`python -m benchmarks.identification` for both; `growth` as the first word, as in `make bench`, is for the second
alone. Names after that measure only those.
"""

import itertools
import sys
import warnings
from collections.abc import Callable

import numpy as np

import duelling as du
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS

DELTA = 0.1
LIMIT = 3 * 10**6  # duels; a run that takes longer is given up
TEXTS = (
    "mallows-mpi",
    "champion",
    "pocowista",
    "sequential-elimination",
    "knockout",
    "mallows-mpi:test=hoeffding",
    "savage",
    "pbr-copeland",
    "plackett-luce",
    "opt-max",
    "explore-verify",
    "borda-lucb",
    "mallows-mpr",
    "mallows-mpr:test=hoeffding",
    "merge-rank",
)
ARMS = (4, 8, 16, 32)
RUNS = 40
FEWER = 10  # runs for each number of arms
SHARE = 0.9  # of the runs that must be right, where a budget ends them
INVERTED = 0.1  # of the pairs that may stand in the wrong order, where a budget ends in a ranking


def order(arms: int) -> du.PreferenceMatrix:
    """Every better arm wins with 0.6."""
    win = np.where(np.arange(arms)[:, None] < np.arange(arms), 0.6, 0.4)
    np.fill_diagonal(win, 0.5)
    return du.PreferenceMatrix(win, name=f"p = 0.6, K = {arms}")


def strengths(arms: int) -> du.PreferenceMatrix:
    """Bradley-Terry strengths in equal steps from 2 to 0."""
    x = np.linspace(2, 0, arms)
    return du.PreferenceMatrix(1 / (1 + np.exp(-np.subtract.outer(x, x))), name=f"BTL, K = {arms}")


def favourite(arms: int) -> du.PreferenceMatrix:
    """One arm beats every other with 0.7, and these are equal: its Borda score stands out, however many there are."""
    win = np.full((arms, arms), 0.5)
    win[0, 1:], win[1:, 0] = 0.7, 0.3
    return du.PreferenceMatrix(win, name=f"favourite, K = {arms}")


def cell(problem: du.PreferenceMatrix, text: str) -> str:
    """Mean duels; how many runs were given up, and how many broke the algorithm's promise."""
    found = du.identify(problem, text, delta=DELTA, runs=RUNS, limit=LIMIT, seed=7)
    if found.warning:
        return "promises nothing here"
    done = found.arms != -1
    if done.sum() < 0.9 * RUNS:
        return f"over {LIMIT:,} in {RUNS - done.sum()} of {RUNS}"
    duels, wrong = found.duels[done], int((~found.near[done]).sum())
    shown = f"{duels.mean():,.0f} ± {duels.std(ddof=1) / np.sqrt(duels.size):,.0f}"
    return shown + (f" ({wrong} wrong)" if wrong else "")


def table(texts: list[str]) -> None:
    """The first table."""
    ground = [make(arms) for make in (order, strengths) for arms in (10, 50)]
    print(f"| duels to a verdict | {' | '.join(problem.name for problem in ground)} |")
    print("|---" * (1 + len(ground)) + "|")
    for text in texts:
        print(f"| `{text}` | {' | '.join(cell(problem, text) for problem in ground)} |", flush=True)


def ground_of(name: str) -> Callable[[int], du.PreferenceMatrix]:
    """The kind of problem on which an algorithm keeps its promise, and comes to an end."""
    known = ALGORITHMS.find(name)
    if "plackett-luce" in known.assumes:
        return strengths
    return favourite if known.winners[0] == "borda" else order


def enough(problem: du.PreferenceMatrix, name: str) -> du.Identification:
    """The runs with the least budget of K, 2K, 4K, ... that suffices."""
    arms = budget = len(problem.arms)
    while True:
        try:
            found = du.identify(problem, name, budget=budget, runs=10 * FEWER, seed=7)
        except du.InputError:  # too small for a duel of each match
            if budget > LIMIT:
                raise
        else:
            if found.finds == "ranking":
                good = found.inversions.mean() <= INVERTED * arms * (arms - 1) / 2
            else:
                good = found.fits.mean() >= SHARE
            if good or budget > LIMIT:
                return found
        budget *= 2


def grown(name: str) -> str:
    """The line of one algorithm: duels and nanoseconds of a duel for each number of arms, and how the duels grow."""
    make, duels, cost = ground_of(name), [], []
    for arms in ARMS:
        problem = make(arms)
        if choice(name).algorithm.budgeted:
            found = enough(problem, name)
        else:
            found = du.identify(problem, name, delta=DELTA, runs=FEWER, limit=LIMIT, seed=7)
        duels.append(found.duels.mean() if (found.arms != -1).all() else np.inf)
        cost.append(1e9 * found.seconds.sum() / found.duels.sum())
    growth = " ".join(f"×{b / a:.1f}" if b < np.inf else "–" for a, b in itertools.pairwise(duels))
    shown = (f"{mean:,.0f}" if mean < np.inf else f"over {LIMIT:,}" for mean in duels)
    return f"| `{name}` | {make.__name__} | {' | '.join(shown)} | {growth} | {', '.join(f'{c:.0f}' for c in cost)} |"


def growth(names: list[str]) -> None:
    """The second table."""
    heads = " | ".join(f"K = {arms}" for arms in ARMS)
    print(f"| duels to a verdict | problem | {heads} | growth | ns a duel |")
    print("|---" * (4 + len(ARMS)) + "|")
    for name in names:
        print(grown(name), flush=True)


if __name__ == "__main__":
    warnings.simplefilter("ignore", du.Doubt)  # the order with p = 0.6 is no model of strengths
    short = sys.argv[1:2] == ["growth"]
    chosen = sys.argv[2:] if short else sys.argv[1:]
    if not short:
        table([text for text in chosen or TEXTS if not choice(text).algorithm.budgeted])
        print()
    growth([name for name in chosen or ALGORITHMS if ":" not in name and ALGORITHMS.find(name).identify])
