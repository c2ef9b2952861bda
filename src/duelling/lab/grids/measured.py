"""What the experiments of a grid found, in arrays."""

import itertools
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from duelling.lab.grids.specification import Experiment
from duelling.lab.simulate import checkpoint_rounds

UNLIKE = "its rows are not those that its metadata describes"


class Course(NamedTuple):
    """How regret went in all runs of one algorithm on one problem for one horizon, under one winner."""

    t: np.ndarray  # int64[checkpoint]
    weak: np.ndarray  # float64[run, checkpoint]
    strong: np.ndarray  # likewise


class Stops(NamedTuple):
    """When all runs of one algorithm on one problem stopped, and what they said."""

    winner: str  # the concept that the algorithm looks for
    duels: np.ndarray  # int64[run], until the verdict or until the run was given up
    decided: np.ndarray  # bool[run]: there is a verdict
    right: np.ndarray  # bool[run]: and it is right

    @property
    def wrong(self) -> int:
        """How many runs have a wrong verdict."""
        return int((self.decided & ~self.right).sum())

    @property
    def undecided(self) -> int:
        """How many runs were given up."""
        return int((~self.decided).sum())

    def until_right(self) -> tuple[np.ndarray, np.ndarray]:
        """The least and the most duels until a right verdict, of each run.

        They are equal where it came. A run that was given up may have needed any number beyond its own; after a wrong
        verdict none comes.
        """
        most = np.where(self.right, self.duels, np.inf)
        return np.where(self.decided, most, self.duels), most


class Measured(NamedTuple):
    """What an experiment found: regrets, or where algorithms stop by themselves stops."""

    experiment: Experiment
    regrets: dict[tuple[str, int, str, str], Course]  # by problem, horizon, winner and the text of the algorithm
    problems: dict[str, dict[str, Any]] = {}  # noqa: RUF012  kind, arms and sha256 of each problem, by its text
    stops: dict[tuple[str, str], Stops] = {}  # noqa: RUF012  by problem and the text of the algorithm


def count_rows(about: Experiment) -> int:
    """How many an experiment has."""
    if about.stops:
        return sum(map(about.runs_on, about.problems)) * len(about.algorithms)
    rounds = sum(checkpoint_rounds(horizon, about.checkpoints).size for horizon in about.horizons)
    return rounds * about.runs * len(about.problems) * len(about.algorithms) * len(about.winners)


def regrets_of(about: Experiment, rows: pl.DataFrame) -> dict[tuple[str, int, str, str], Course]:
    """The regrets in the rows of an experiment; raises LookupError or ValueError if they are not what it declares."""
    parts, found = rows.partition_by(["problem", "horizon", "winner", "algorithm"], as_dict=True), {}
    for index in itertools.product(about.problems, about.horizons, about.winners, about.algorithms):
        rounds = checkpoint_rounds(index[1], about.checkpoints)
        columns = parts[index].select("run", "t", "weak", "strong").get_columns()
        run, t, weak, strong = (column.to_numpy().reshape(about.runs, rounds.size) for column in columns)
        in_order = (run == np.arange(about.runs)[:, None]).all() and (t == rounds).all()
        if not (in_order and np.isfinite(weak).all() and np.isfinite(strong).all()):
            raise ValueError(UNLIKE)
        found[index] = Course(rounds, weak, strong)
    return found


def stops_of(about: Experiment, rows: pl.DataFrame) -> dict[tuple[str, str], Stops]:
    """The stops in the rows of an experiment; raises as ``regrets_of``."""
    parts, found = rows.partition_by(["problem", "algorithm"], as_dict=True), {}
    for index in itertools.product(about.problems, about.algorithms):
        part = parts[index]
        run, duels, right = (part[name].to_numpy() for name in ("run", "duels", "right"))
        decided, winners = part["verdict"].is_not_null().to_numpy(), part["winner"].unique().to_list()
        in_order = np.array_equal(run, np.arange(about.runs_on(index[0]))) and winners != [None] and len(winners) == 1
        if not (in_order and ((duels >= 0) & (duels <= about.limit)).all() and (decided | ~right).all()):
            raise ValueError(UNLIKE)
        found[index] = Stops(winners[0], duels, decided, right)
    return found
