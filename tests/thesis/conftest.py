"""What the tests of the thesis share."""

import pytest

from tests.helpers import report
from tests.helpers.claims import as_the_thesis_says, measure


@pytest.fixture(scope="module")
def good():
    """Measurements with which every claim of the thesis holds."""
    return measure(as_the_thesis_says)


@pytest.fixture(scope="module")
def measured():
    """A small experiment, as a grid would have measured it."""
    return report.measure()
