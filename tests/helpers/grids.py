"""A small grid, and one of its units."""

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
