"""A verdict for people."""

import pytest

from duelling.votes.verdict import Verdict, listed

pytestmark = pytest.mark.plain


def test_a_verdict_prints_its_level_and_what_it_rests_on():
    text = str(Verdict("x", "open", "It is open", (), ("a",), 0.05))
    assert text.startswith("It is open (wrong with chance 0.05 at most, at every look, if ")
    assert "stable mix" in text


def test_a_refusal_promises_nothing():
    assert str(Verdict("x", "refused", "These votes cannot say", (), ("a",), 0.05)) == "These votes cannot say"


@pytest.mark.parametrize(
    ("count", "text"), [(1, "i0"), (2, "i0 and i1"), (3, "i0, i1 and i2"), (8, "i0, i1, i2, i3, i4, i5 and 2 more")]
)
def test_long_lists_are_cut(count, text):
    assert listed(tuple(f"i{k}" for k in range(count))) == text
