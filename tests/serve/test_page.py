"""What an owner decides about pages."""

import pytest

from duelling.errors import WrongValue
from duelling.serve.page import Page, page_in, page_of

pytestmark = pytest.mark.plain


def test_defaults_hide_standings_and_names():
    page = page_of({})
    assert (page.voters, page.standings, page.reveal) == ("open", "admin", False)
    assert page.answers() == ("left", "right", "tie", "bad", "skip")
    assert page_of({"tie": False, "bad": False}).answers() == ("left", "right", "skip")


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"title": 5}, "page.title: Input should be a valid string"),
        ({"voters": "all"}, "page.voters: Input should be 'open', 'invited' or 'api'"),
        ({"colour": "red"}, "page.colour: Extra inputs are not permitted"),
        ({"most_open": 0}, "page.most_open: Input should be greater than or equal to 1"),
        ({"title": "x" * 301}, "page.title: String should have at most 300 characters"),
    ],
)
def test_what_is_wrong_is_named(given, line):
    with pytest.raises(WrongValue) as error:
        page_of(given)
    assert str(error.value) == line


def test_what_another_version_wrote_is_left_out():
    assert page_in({"title": "T", "colour": "red"}) == Page(title="T")
    assert page_in({"title": 5}) == Page()
