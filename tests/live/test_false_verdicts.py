"""An arena whose items are all alike names a winner with chance δ at most, whoever answers late, skips or looks."""

import pytest

import duelling as du
from benchmarks.verdicts import DELTA, GOALS, ITEMS, named
from tests.helpers.chances import at_most

pytestmark = [pytest.mark.plain, pytest.mark.slow]
RUNS = 5  # for each goal


def test_winners_among_equals_are_rare(tmp_path):
    """Through tickets, delays that depend on the answer, skips, and two arenas that share one journal."""
    found = 0
    for goal in GOALS:
        for run in range(RUNS):
            place = tmp_path / f"{goal}-{run}.db"
            with (
                du.Arena(place, list(ITEMS), goal=goal, delta=DELTA, seed=run, durable=False) as one,
                du.Arena(place, durable=False) as other,
            ):
                found += named([one, other], run)
    assert at_most(found, RUNS * len(GOALS), DELTA)
