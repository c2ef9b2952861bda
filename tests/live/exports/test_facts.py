"""Names that stand for voters, and what items show."""

import dataclasses

import pytest

from tests.helpers.histories import Book, facts_of

pytestmark = pytest.mark.plain

FACTS = facts_of(Book(0).events)


def test_a_veiled_name_is_the_same_in_every_export_and_another_in_another_arena():
    other = dataclasses.replace(FACTS, secret=b"other")
    assert FACTS.veiled("ann") == FACTS.veiled("ann")
    assert len({FACTS.veiled("ann"), FACTS.veiled("bob"), other.veiled("ann")}) == 3
    assert "ann" not in FACTS.veiled("ann")
    assert FACTS.voter_names(plain=True) == ("ann", "bob", "cy")
    assert FACTS.voter_names(plain=False) == tuple(map(FACTS.veiled, ("ann", "bob", "cy")))


def test_the_answer_to_a_case_goes_before_what_an_item_always_shows():
    assert FACTS.text(0, 1) == "0 by 1"
    assert FACTS.text(1, 3) == "all of Tie"
    assert FACTS.text(1, 5) is None
