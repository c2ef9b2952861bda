"""Voters."""

import pytest

from duelling.errors import UnknownName
from duelling.live.people import People, Voter, pair_code, pair_of

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


def test_who_has_seen_all_pairs_has_seen_those_of_others_alone_and_as_often_as_he_may():
    voter = Voter("ann", owns=frozenset({2}))
    assert (voter.open_to([0, 1, 2, 3]), voter.open_to([2])) == ([0, 1, 3], [])
    for pair in ((1, 0), (0, 3), (0, 1)):
        voter.answered.append(pair_code(*pair))
    assert not voter.has_seen_all([0, 1, 2, 3], 1)
    assert voter.has_seen_all([0, 1, 2, 3], 1, held=[pair_code(3, 1)])
    voter.skipped.append(pair_code(1, 3))
    assert voter.has_seen_all([0, 1, 2, 3], 1)
    assert not voter.has_seen_all([0, 1, 2, 3], 2)
    assert not voter.has_seen_all([0, 1, 2, 3], None)
    assert not voter.has_seen_all([0, 2], 1)  # there is no pair for him
