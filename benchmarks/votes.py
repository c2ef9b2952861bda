"""Speed of standings: from a file of votes to a page with figures, in a fresh process.

Seconds mean little on a shared machine. So beside the processor time of the command stands how many times it is that
of a process which only imports the libraries that it needs; both are the least of several, by turns. Run with
``make bench``.
"""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import polars as pl

from duelling.problems.utility import UtilityModel

RUNS = 5
IMPORTS = "import numpy, polars, numba, matplotlib.figure, jinja2, typer"
SIZES = (  # items, pairs that may meet, votes, voters, how the pairs are said to be chosen, goals: seconds and times
    (59, 927, 8_931, 124, "any", 2, 2.5),  # a crowd that met about half of the pairs of many models
    (50, 1225, 140_000, 2_000, "uniform", 3, 3.5),
)


def crowd(items: int, pairs: int, votes: int, voters: int) -> pl.DataFrame:
    """Votes by a Bradley-Terry model on some of the pairs; a fifth are ties, as far as chance lets them."""
    rng = np.random.default_rng(0)
    P = UtilityModel(rng.normal(size=items), link="bradley-terry").matrices()[0]
    either = np.column_stack(np.triu_indices(items, 1))
    left, right = rng.permuted(rng.permutation(either)[:pairs][rng.integers(pairs, size=votes)], axis=1).T
    won = np.where(rng.random(votes) < P[left, right], "left", "right")
    names = np.array([f"a rather long name {k}" for k in range(items)])
    said = np.where(rng.random(votes) < 0.2, "tie", won)
    who = rng.integers(voters, size=votes).astype(str)
    return pl.DataFrame({"left": names[left], "right": names[right], "winner": said, "voter": who})


def processor_seconds(*arguments: str) -> float:
    """Of a fresh process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    env = {**os.environ, "NUMBA_DISABLE_JIT": "0"}
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def pages() -> None:
    """One line for each size of file."""
    with tempfile.TemporaryDirectory() as folder:
        for items, pairs, votes, voters, chosen, goal, times in SIZES:
            file, out = Path(folder) / "votes.csv", str(Path(folder) / "out")
            crowd(items, pairs, votes, voters).write_csv(file)
            command = ("-m", "duelling", "rank", str(file), "--pairs", chosen, "--out", out)
            processor_seconds(*command)  # compiles
            taken = [(processor_seconds(*command), processor_seconds("-c", IMPORTS)) for _ in range(RUNS)]
            page, imports = (min(each) for each in zip(*taken, strict=True))
            print(
                f"a page on {votes:,} votes on {items} items: {page:.2f} s of processor time (goal: under {goal}), "
                f"{page / imports:.2f} times the import of its libraries (goal: at most {times})"
            )


if __name__ == "__main__":
    pages()
