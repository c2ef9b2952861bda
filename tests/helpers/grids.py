"""Small grids, and one of their units."""

from duelling.lab.grids.plan import resolve
from duelling.lab.grids.regret_units import RegretUnit
from duelling.lab.grids.specification import parse
from duelling.problems.reading.named import problem
from duelling.registry.choice import choice

GRID = """
runs = 4
seed = 3

[[experiment]]
id = "borda"
problems = ["cyclic", "arxiv"]
algorithms = ["ws-w", "random"]
horizons = [60, 200]
winner = ["borda", "condorcet"]

[[experiment]]
id = "exact"
problems = "borda_vonneumann"
algorithms = ["ws-w", "fixed:first=1"]
horizons = 100
period = 20
runs = 3
checkpoints = "log"
"""


STOPPING = """
seed = 3

[[experiment]]
id = "sure"
title = "Until they are sure"
problems = ["easy.txt", "cyclic"]
algorithms = ["race", "savage", "borda-stop", "merge-dts"]
delta = 0.1
within = {cyclic = 0.3}
limit = 1500
runs = 3
own_runs = {"easy.txt" = 5}
"""  # borda-stop is given up in some runs, on cyclic in all; merge-dts needs a horizon
EASY = "0.5 0.9 0.95\n0.1 0.5 0.8\n0.05 0.2 0.5\n"


def stopping(folder, text=STOPPING):
    """The file of a grid in which algorithms stop by themselves, with its problem beside it."""
    (folder / "easy.txt").write_text(EASY)
    (folder / "stopping.toml").write_text(text)
    return folder / "stopping.toml"


def grid(text=GRID):
    return resolve(parse(text, "grid.toml"))


def content(folder):
    """The bytes of all results."""
    return {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*.parquet"))}


def unit(**changes):
    given = {
        "experiment": "one", "problem": "cyclic", "horizon": 100, "algorithm": "ws-w", "winners": ("borda",),
        "period": None, "runs": 10, "seed": 0, "checkpoints": "linear", "origin": problem("cyclic"),
    } | changes  # fmt: skip
    return RegretUnit(chosen=choice(given.pop("algorithm")), played=given["origin"], **given)
