"""Values of a specification: numbers as TOML writes them, and lists of one."""

import pytest
from pydantic import TypeAdapter, ValidationError

from duelling.lab.grids.values import Count, Counts, Moments, Slack, key_of

pytestmark = pytest.mark.plain


def read(kind, value):
    return TypeAdapter(kind).validate_python(value)


def test_a_power_of_ten_is_a_whole_number_and_a_single_value_a_list():
    assert read(Count, 1e4) == 10_000
    assert read(Counts, 3) == (3,)
    assert read(Counts, [1e1, 2]) == (10, 2)
    assert read(Moments, "log") == "log"
    assert read(Moments, [5, 1e1]) == (5, 10)


def test_a_distance_may_be_given_for_each_problem():
    assert read(Slack, 0.1) == 0.1
    assert read(Slack, {"sushi": 0, "arxiv": 1}) == {"sushi": 0.0, "arxiv": 1.0}


@pytest.mark.parametrize(
    ("kind", "value", "rule"),
    [
        (Count, 1.5, "whole number from 1 on, got 1.5"),
        (Counts, [], r"at least one value, got \[\]"),
        (Moments, "often", "linear, log, a number of steps or a list of rounds"),
        (Slack, {"sushi": 1.5}, "from 0 to 1, got 1.5"),
    ],
)
def test_what_is_wrong_is_named_with_its_value(kind, value, rule):
    with pytest.raises(ValidationError, match=rule):
        read(kind, value)


def test_keys_are_those_of_the_file():
    assert [key_of(name) for name in ("winners", "horizons")] == ["winner", "horizons"]
