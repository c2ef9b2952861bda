"""Columns have the meaning of their headings, unless the caller says another."""

import pytest

from duelling.errors import InputError, command_line
from duelling.votes.reading.columns import as_mapping
from duelling.votes.reading.read import read_votes

pytestmark = pytest.mark.plain

ROWS = [{"a": "tea", "b": "coffee", "best": "a", "who": "ann"}, {"a": "milk", "b": "tea", "best": "tea", "who": "bob"}]
SAID = {"left": "a", "right": "b", "winner": "best", "voter": "who"}


@pytest.mark.parametrize(
    "columns", [SAID, "left=a,right=b,winner=best,voter=who", " LEFT = A ,right=b, winner=Best,voter=who,"]
)
def test_other_headings(columns):
    found = read_votes(ROWS, columns)
    assert found.items == ("tea", "coffee", "milk")
    assert found.outcome.tolist() == [1, -1]  # a heading may stand for the item under it
    assert found.voters == ("ann", "bob")


def test_a_column_means_what_the_caller_says_and_nothing_else():
    rows = [{"winner": "tea", "loser": "milk"}, {"winner": "milk", "loser": "coffee"}]
    found = read_votes(rows, "left=winner,right=loser,winner=winner")
    assert (found.items, found.outcome.tolist()) == (("tea", "milk", "coffee"), [1, 1])
    with pytest.raises(InputError, match="must name the columns left, right and winner"):
        read_votes(rows, "left=winner,right=loser")  # winner is taken
    swapped = read_votes([{"left": "x", "right": "y", "winner": "left"}], "left=right,right=left")
    assert (swapped.items, swapped.outcome.tolist()) == (("y", "x"), [-1])  # "left" is the heading above x


def test_of_two_columns_one_is_chosen_or_none_is_read():
    row = {"left": "a", "right": "b", "winner": "a", "judge": "ann", "user": "bob", "time": "noon"}
    with pytest.raises(
        InputError, match="one column for voter, got 'judge' and 'user'; choose one, as in columns='voter=judge'"
    ):
        read_votes([row])
    with command_line(), pytest.raises(InputError, match=r"choose one, as in --columns voter=judge$"):
        read_votes([row])
    assert read_votes([row], "voter=user,time=").voters == ("bob",)
    assert read_votes([row], {"voter": None, "time": ""}).voters == ()


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ("left", "columns must be written as left=a,right=b, got 'left'"),
        ("lefty=a", "there is no meaning of a column 'lefty': did you mean 'left'?"),
        ("left=a,left=b", "columns must name one column for left, got 'left=a,left=b'"),
        ({"left": "a", "Left": "b"}, "columns must name one column for left"),
        ("left=none", "votes must have the column 'none' for left, got 'a,b,best,who'"),
        ({"left": 5}, "columns must map texts to texts, got {'left': 5}"),
        (["left"], r"columns must map meanings to headings, as in \{'left': 'a'\}, got \['left'\]"),
    ],
)
def test_bad_mappings(columns, message):
    with pytest.raises(InputError, match=message):
        read_votes(ROWS, columns)


def test_nothing_said():
    assert as_mapping(None) == as_mapping("") == as_mapping({}) == {}
