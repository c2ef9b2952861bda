"""The table of docs/identification.md: duels to a verdict of every algorithm that finds the best arm or an order.

Chance of failure 0.1, ε = 0.05 where there is one, mean ± standard error. Run `python -m benchmarks.identification`;
give names to measure only those, and `--runs N` before them.
"""

import sys
import warnings

import numpy as np

import duelling as du

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
    "mallows-mpr",
    "mallows-mpr:test=hoeffding",
)


def problems() -> list[du.PreferenceMatrix]:
    """An order with p = 0.6 for each pair, and Bradley-Terry strengths in equal steps from 2 to 0."""
    found = []
    for arms in (10, 50):
        win = np.where(np.arange(arms)[:, None] < np.arange(arms), 0.6, 0.4)
        np.fill_diagonal(win, 0.5)
        found.append(du.PreferenceMatrix(win, name=f"p = 0.6, K = {arms}"))
    for arms in (10, 50):
        x = np.linspace(2, 0, arms)
        found.append(du.PreferenceMatrix(1 / (1 + np.exp(-np.subtract.outer(x, x))), name=f"BTL, K = {arms}"))
    return found


def cell(problem: du.PreferenceMatrix, text: str, runs: int) -> str:
    """Mean duels; how many runs were given up, and how many broke the algorithm's promise."""
    found = du.identify(problem, text, delta=0.1, runs=runs, limit=LIMIT, seed=7)
    done = found.arms != -1
    if done.sum() < 0.9 * runs:
        return f"over {LIMIT:,} in {runs - done.sum()} of {runs}"
    duels, wrong = found.duels[done], int((~found.near[done]).sum())
    shown = f"{duels.mean():,.0f} ± {duels.std(ddof=1) / np.sqrt(duels.size):,.0f}"
    return shown + (f" ({wrong} wrong)" if wrong else "")


def main(runs: int, texts: tuple[str, ...]) -> None:
    ground = problems()
    print(f"| duels to a verdict | {' | '.join(problem.name for problem in ground)} |")
    print("|---" * (1 + len(ground)) + "|")
    for text in texts:
        print(f"| `{text}` | {' | '.join(cell(problem, text, runs) for problem in ground)} |", flush=True)


if __name__ == "__main__":
    warnings.simplefilter("ignore", du.Doubt)  # the order with p = 0.6 is no model of strengths
    given = sys.argv[1:]
    count = int(given[1]) if given[:1] == ["--runs"] else 40
    names = given[2:] if given[:1] == ["--runs"] else given
    main(count, tuple(names) or TEXTS)
