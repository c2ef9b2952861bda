"""A small result with known numbers."""

import numpy as np

from duelling.lab.results import Result


def make(winners=("borda",), runs=3, algorithms=("a", "b:x=1"), **changes):
    rng, rounds = np.random.default_rng(0), np.array([10, 20, 30, 40])
    shape = (len(algorithms), runs, rounds.size, len(winners))
    weak = rng.normal(size=shape).cumsum(2)
    facts = {
        "problem": {"name": "toy", "arms": ["x", "y"], "weights": np.array([0.1, 1 / 3])},
        "winners": winners,
        "horizon": 40,
        "runs": runs,
        "seed": 2**70,
        "period": 10,
        "rounds": rounds,
        "algorithms": algorithms,
        "values": np.stack([weak, weak + rng.random(shape)]),
        "seconds": rng.random(len(algorithms)),
        "provenance": {"numpy": np.__version__, "parameters": {"a": {"eta": None, "sizes": (1, 2)}}},
    }
    return Result(**(facts | changes))
