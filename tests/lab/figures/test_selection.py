"""Which algorithms of a result are meant, and what is given for each."""

import pytest

from duelling.errors import InputError
from duelling.lab.figures.selection import find, given_for, select

pytestmark = pytest.mark.plain

ALL = ("exp3+unif", "rucb:alpha=0.6", "ws-w", "btm:gamma=2", "btm")


@pytest.mark.parametrize("asked", ["rucb:alpha=0.6", "rucb", "RUCB", "Rucb"])
def test_an_algorithm_is_found_by_text_label_or_name(asked):
    assert find("algorithms", ALL, asked) == "rucb:alpha=0.6"


def test_a_name_that_two_have_is_the_one_without_parameters():
    assert find("algorithms", ALL, "btm") == "btm"
    assert find("algorithms", ALL, "BTM gamma=2") == "btm:gamma=2"
    with pytest.raises(InputError, match="there is no recorded algorithm 'btm'"):
        find("algorithms", ("btm:gamma=2", "btm:gamma=3"), "btm")


def test_some_are_drawn_and_some_come_first():
    assert select(ALL, None, None) == list(ALL)
    assert select(ALL, ["WS-W", "rucb"], None) == ["ws-w", "rucb:alpha=0.6"]
    assert select(ALL, None, "ws-w")[:2] == ["ws-w", "exp3+unif"]
    with pytest.raises(InputError, match="order must name different algorithms"):
        select(ALL, None, ["rucb", "RUCB"])
    with pytest.raises(InputError, match="there is no recorded algorithm 'btm'"):
        select(ALL, ["ws-w"], ["btm"])


def test_a_dict_or_a_list():
    assert given_for("labels", ALL[:2], {"RUCB": "ours"}) == {"rucb:alpha=0.6": "ours"}
    assert given_for("labels", ALL[:2], ["a", "b"]) == {"exp3+unif": "a", "rucb:alpha=0.6": "b"}
    assert given_for("labels", ALL, None) == {}
    with pytest.raises(InputError, match="labels must have an entry for each of the 5 algorithms"):
        given_for("labels", ALL, ["a"])
