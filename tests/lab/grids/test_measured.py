"""What an experiment found: until when a verdict is right, and rows that are not what was declared."""

import numpy as np
import polars as pl
import pytest

from duelling.lab.grids.measured import Stops, count_rows, regrets_of, stops_of
from duelling.lab.grids.specification import Experiment

pytestmark = pytest.mark.plain

SURE = Experiment(
    id="sure", problems=("cyclic", "sushi"), algorithms=("race", "savage"), delta=0.1, runs=2, own_runs={"sushi": 3}
)
PLAYED = Experiment(id="one", problems="cyclic", algorithms=("ws-w", "random"), horizons=(5, 20), runs=3)


def test_wrong_verdicts_never_become_right_and_missing_ones_may_at_any_time():
    stops = Stops("borda", np.array([5, 7, 9]), np.array([True, True, False]), np.array([True, False, False]))
    least, most = stops.until_right()
    assert least.tolist() == [5, np.inf, 9]
    assert most.tolist() == [5, np.inf, np.inf]
    assert (stops.wrong, stops.undecided) == (1, 1)


def rows(about):
    return pl.DataFrame(
        [
            {
                "problem": p,
                "winner": "borda",
                "algorithm": a,
                "run": r,
                "duels": 10 * r,
                "verdict": v,
                "right": v == "x",
            }
            for p in about.problems
            for a in about.algorithms
            for r, v in zip(range(about.runs_on(p)), ("x", None, "y"), strict=False)
        ],
        schema_overrides={"verdict": pl.String},
    ).with_columns(pl.col("right").fill_null(value=False))


def test_stops_are_found_by_problem_and_algorithm():
    found = stops_of(SURE, rows(SURE))
    assert set(found) == {(p, a) for p in SURE.problems for a in SURE.algorithms}
    sushi = found["sushi", "race"]
    assert (sushi.duels.tolist(), sushi.decided.tolist(), sushi.right.tolist()) == (
        [0, 10, 20],
        [True, False, True],
        [True, False, False],
    )
    assert len(found["cyclic", "savage"].duels) == 2


@pytest.mark.parametrize(
    "change",
    [
        pl.col("algorithm").str.replace("race", "rase"),
        pl.col("run") + 1,
        pl.col("duels") - 11,
        pl.col("duels") * 10**6,
        ~pl.col("right"),  # of runs without a verdict too
        pl.when(pl.col("run") == 1).then(pl.lit("copeland")).otherwise("winner").alias("winner"),
        pl.lit(None, pl.String).alias("winner"),
    ],
)
def test_rows_that_were_not_declared_are_an_error(change):
    with pytest.raises((LookupError, ValueError)):
        stops_of(SURE, rows(SURE).with_columns(change))


def test_regrets_that_were_not_declared_are_an_error():
    with pytest.raises(LookupError):
        regrets_of(PLAYED, pl.DataFrame({"problem": [], "horizon": [], "winner": [], "algorithm": []}))


def test_rows_are_counted():
    assert count_rows(SURE) == 2 * (2 + 3)
    assert count_rows(PLAYED) == (5 + 20) * 3 * 2
