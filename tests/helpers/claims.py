"""Measurements with which every claim of the thesis holds, and how to change them."""

import math

import numpy as np

from duelling.lab.grids.measured import Course, Measured
from duelling.lab.grids.plan import Plan
from duelling.lab.grids.specification import Specification
from duelling.problems.reading.named import problem as find
from duelling.registry.choice import choice
from duelling.thesis.experiments import every
from duelling.thesis.judging import judge, parted

SHORT, LONG = 10**4, 10**5


RUNS = 12


THESIS = [chapter.experiment() for chapter in every().values() if not chapter.open]


PLAN = Plan(
    Specification(experiments=tuple(THESIS)),
    {text: find(text) for each in THESIS for text in each.problems},
    {text: choice(text) for each in THESIS for text in each.algorithms},
    (),
)


def noise(seed, runs=RUNS):
    """One number for each run, with mean 0 and standard deviation 1."""
    z = np.random.default_rng(seed).standard_normal(runs)
    return (z - z.mean()) / z.std(ddof=1) if runs > 1 else np.zeros(1)


def curve(horizon, final, power=0.5, spread=0.02, swing=0.0, seed=0, runs=RUNS):
    """Regret that grows like t^power up to ``final``; runs vary by the share ``spread``, exponents by ``swing``."""
    t = np.linspace(horizon / 50, horizon, 50).round().astype(np.int64)
    z, s = noise(seed, runs)[:, None], noise(seed + 1, runs)[:, None]
    weak = final * (1 + spread * z) * (t / horizon) ** (power + swing * s)
    return Course(t, weak, weak)


def falling(horizon, turns):
    """Regret that falls from above 0 and crosses it at these shares of the horizon, one for each run."""
    t = np.linspace(horizon / 100, horizon, 100).round().astype(np.int64)
    weak = horizon * np.asarray(turns)[:, None] - t
    return Course(t, weak, weak)


FINAL = {  # at both horizons, unless a function of T
    "borda-stochastic": {
        "exp3+unif": lambda T: math.sqrt(T),
        "ucb+unif": 50.0,
        "ws-w": 5.0,
        "rmed1": 10.0,
        "rmed2": 20.0,
        "rmed2fh": 20.0,
        "rucb": 150.0,
        "btm": 500.0,
        "savage": 500.0,
        "random": 1500.0,
    },
    "utility": {
        "exp3+unif": 330.0,
        "ucb+unif": 250.0,
        "ws-w": 9.0,
        "rmed1": 30.0,
        "rmed2": 70.0,
        "rmed2fh": 100.0,
        "rucb": 200.0,
        "if2": 1300.0,
        "savage": 900.0,
        "btm": 1600.0,
        "rex3": 300.0,
        "ucb-multisbm": 300.0,
        "ucb-sparring": 400.0,
        "random": 2000.0,
    },
}


def as_the_thesis_says(experiment, problem, horizon, algorithm, seed, runs):
    """A regret with which every claim holds."""
    if experiment in FINAL:
        final = FINAL[experiment][algorithm]
        final = 5.0 if (problem, algorithm) == ("cyclic", "rucb") else final(horizon) if callable(final) else final
        return curve(horizon, final, seed=seed, runs=runs)
    if experiment == "von-neumann" and algorithm != "exp3+unif":
        return falling(horizon, np.full(runs, 0.095 if algorithm == "exp3p-sparring" else 0.015))
    if (experiment, algorithm) == ("borda-vn", "exp3+unif"):
        return curve(horizon, 10.0, power=0.3, seed=seed, runs=runs)
    return curve(horizon, 0.18 * horizon, power=1.0, seed=seed, runs=runs)


def measure(made, runs=RUNS):
    """All six experiments, with ``made(experiment, problem, horizon, algorithm, seed, runs)`` for each regret."""
    found = {}
    for each in THESIS:
        keys = [(p, h, each.winners[0], a) for p in each.problems for h in each.horizons for a in each.algorithms]
        regrets = {}
        for seed, (problem, horizon, winner, text) in enumerate(keys):
            name = text.split(":")[0]
            paired = 0 if (each.id, name) == ("borda-stochastic", "ws-w") else seed  # equal runs at both horizons
            regrets[problem, horizon, winner, text] = made(each.id, problem, horizon, name, paired, runs)
        found[each.id] = Measured(each, regrets)
    return found


def but(measured, *changes):
    """The same with other regrets: (experiment, problem, horizon, algorithm, regret or None to leave it out)."""
    found = {name: Measured(each.experiment, dict(each.regrets)) for name, each in measured.items()}
    for experiment, problem, horizon, algorithm, regret in changes:
        regrets = found[experiment].regrets
        key = next(k for k in regrets if (k[0], k[1], k[3].split(":")[0]) == (problem, horizon, algorithm))
        if regret is None:
            del regrets[key]
        else:
            regrets[key] = regret
    return found


def verdicts(measured):
    """Those on the twelve claims of the thesis."""
    return parted(judge(measured, PLAN))[0]
