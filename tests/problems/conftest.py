"""What the tests of problems share."""

import pytest

import duelling as du
from duelling.registry.known import kept
from tests.helpers.examples import PROBLEM, WINNER


@pytest.fixture
def loaded():
    with kept():
        assert du.load(PROBLEM) == ("tides",)
        assert du.load(WINNER) == ("guided", "maximin")
        yield
