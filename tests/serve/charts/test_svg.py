"""Whatever a name holds, a drawing stays a drawing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelling.serve.charts.svg import chart, percent, short, tag
from tests.helpers.drawings import read

pytestmark = pytest.mark.plain

written = st.text(st.characters(min_codepoint=32, exclude_categories=["Cs", "Cc"]), max_size=30)


@given(written)
def test_words_and_attributes_are_escaped(text):
    root = read(chart(text, tag("text", text, x=1), width=10, height=5.5, class_="x"))
    assert root.get("aria-label") == text
    assert (root[0].text or "") == text
    assert root.get("viewBox") == "0 0 10 5.5"


def test_elements_lie_in_elements_and_none_is_no_attribute():
    assert tag("g", tag("rect", x=None, rx=2)) == '<g><rect rx="2"></rect></g>'


@pytest.mark.parametrize(("name", "shown"), [("fox", "fox"), ("x" * 18, "x" * 18), ("x" * 19, "x" * 17 + "…")])
def test_names_that_are_too_long(name, shown):
    assert short(name) == shown


def test_places_in_percent():
    assert [percent(x) for x in (0.0, 0.12345, 1.0)] == ["0.00%", "12.35%", "100.00%"]
