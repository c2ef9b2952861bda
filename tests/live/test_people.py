"""Voters."""

import pytest

from duelling.errors import UnknownName
from duelling.live.people import People, pair_code, pair_of

pytestmark = pytest.mark.plain


def test_a_pair_has_one_number_in_either_order():
    assert pair_code(3, 65_535) == pair_code(65_535, 3)
    assert pair_of(pair_code(65_535, 3)) == (3, 65_535)


def test_voters_are_found_by_name_and_counted_while_they_are_present():
    people = People()
    for name in ("ann", "bob"):
        people.add(name)
    people.touch(0, 20)
    people.touch(1, 50)
    assert (people.number_of("bob"), people.name(1), people.name(-1), len(people)) == (1, "bob", None, 2)
    assert [people.present(since) for since in (10, 20, 21, 50, 51)] == [2, 2, 1, 1, 0]
    with pytest.raises(UnknownName, match="there is no voter 'eve'"):
        people.number_of("eve")
