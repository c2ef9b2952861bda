"""Every vote lies in one bar, and there are never too many bars."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelling.serve.charts.timeline import DAY, HOUR, MINUTE, MOST, STEPS, by_step, timeline
from tests.helpers.drawings import having, read

pytestmark = pytest.mark.plain

BEGIN = 1_700_000_000 // DAY * DAY


@given(st.lists(st.floats(0, 20 * 364 * DAY), min_size=1, max_size=50))
def test_every_vote_is_counted_once_in_the_smallest_steps_that_fit(after):
    times = np.array(after) + BEGIN
    counts, begin, step = by_step(times)
    assert len(counts) <= MOST
    naive = [
        sum(begin + k * STEPS[step] <= at < begin + (k + 1) * STEPS[step] for at in times) for k in range(len(counts))
    ]
    assert counts.tolist() == naive
    assert counts.sum() == len(times)
    if step:
        assert times.max() // STEPS[step - 1] - times.min() // STEPS[step - 1] >= MOST


@pytest.mark.parametrize(
    ("length", "word"), [(5 * MINUTE, "minute"), (2 * HOUR, "5 minutes"), (2 * DAY, "hour"), (30 * DAY, "day")]
)
def test_the_step_is_named(length, word):
    root = read(timeline(BEGIN + np.linspace(0, length, 200)))
    assert root.get("aria-label").endswith(f"a {word}")
    assert sum(int(each.find("title").text.split()[-2]) for each in having(root, "column")) == 200


def test_no_votes_and_votes_without_a_time():
    assert read(timeline(np.array([]))).get("aria-label") == "No votes yet"
    assert len(having(read(timeline(np.array([np.nan, BEGIN]))), "column")) == 1
