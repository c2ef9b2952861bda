"""Bars lie where the numbers say."""

import math

import pytest

from duelling.serve.charts.intervals import axis, interval
from tests.helpers.drawings import having, read

pytestmark = pytest.mark.plain


def test_the_bar_goes_from_low_to_high_and_the_dot_is_the_score():
    root = read(interval(0.625, 0.5, 0.75))
    (bar,), (dot,) = having(root, "bar"), having(root, "dot")
    assert (bar.get("x1"), bar.get("x2"), dot.get("cx")) == ("50.00%", "75.00%", "62.50%")
    assert root.get("class") == "interval"
    assert read(interval(0.6, 0.5, 0.7, winner=True)).get("class") == "interval winner"


def test_what_is_not_known_is_not_drawn():
    root = read(interval(math.nan, math.nan, math.nan))
    assert not having(root, "bar")
    assert not having(root, "dot")
    assert having(read(interval(0.5, math.nan, math.nan)), "dot")


def test_the_scale():
    assert [label.text for label in having(read(axis()), "label")] == ["0%", "25%", "50%", "75%", "100%"]
