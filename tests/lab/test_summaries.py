"""A summary is a frame of polars that prints itself."""

import polars as pl
import pytest

from duelling.lab.summaries import Summary
from tests.helpers.results import make

pytestmark = pytest.mark.plain


def test_a_summary_is_a_frame_and_what_is_computed_from_it_too():
    found = make().summary()
    assert isinstance(found, Summary)
    assert isinstance(found, pl.DataFrame)
    assert found.filter(pl.col("algorithm") == "a").height == 1
    assert pl.DataFrame(found).equals(found)
    assert str(found) == repr(found)
    assert str(found).startswith("algorithm")
