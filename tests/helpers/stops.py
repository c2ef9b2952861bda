"""Experiments in which algorithms stop by themselves, made up."""

import numpy as np

from duelling.lab.grids.measured import Measured, Stops
from duelling.lab.grids.specification import Experiment
from duelling.problems.reading.named import problem


def stops(duels, winner="borda", wrong=0, undecided=0):
    """Runs with these duels; the first ones are wrong, the last ones were given up."""
    duels = np.asarray(duels)
    place = np.arange(duels.size)
    decided = place < duels.size - undecided
    return Stops(winner, duels, decided, decided & (place >= wrong))


def measured(stuck=True):
    """Two problems, three algorithms for one winner and one for another; ``stuck``: one of them is given up."""
    about = Experiment(
        id="sure",
        problems=("cyclic", "sushi"),
        algorithms=("race", "race:pairs=uniform", "borda-stop", "champion"),
        delta=0.1,
        within={"sushi": 0.05},
        limit=5000,
        runs=20,
        labels={"cyclic": "Cycles"},
    )
    found = {}
    for k, name in enumerate(about.problems):
        for n, text in enumerate(about.algorithms):
            winner = "condorcet" if text == "champion" else "borda"
            duels = (k + 1) * (n + 1) * 100 + np.arange(20)
            found[name, text] = stops(duels, winner)
    if stuck:
        found["sushi", "borda-stop"] = stops(np.full(20, 5000), undecided=20)
    return Measured(about, {}, {name: problem(name).describe() for name in about.problems}, found)
