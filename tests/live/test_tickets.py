"""Ids of tickets."""

import pytest

from duelling.errors import UnknownName, WrongValue
from duelling.live.tickets import Offer, Ticket, number_of, same_id, ticket_id

pytestmark = pytest.mark.plain
OFFER = Offer(number=57, at=5, question=3, voter=-1, flipped=False)


def test_an_id_depends_on_the_secret_and_on_all_that_it_stands_for():
    ids = {
        ticket_id(b"a", "main", OFFER, 0, 1),
        ticket_id(b"b", "main", OFFER, 0, 1),
        ticket_id(b"a", "other", OFFER, 0, 1),
        ticket_id(b"a", "main", OFFER, 1, 0),
        *(ticket_id(b"a", "main", OFFER._replace(**{field: 9}), 0, 1) for field in OFFER._fields),
    }
    assert len(ids) == 4 + len(OFFER._fields)
    assert ticket_id(b"a", "main", OFFER, 0, 1) in ids
    assert all(len(each.partition(".")[2]) == 22 for each in ids)


def test_the_number_of_a_ticket_stands_before_the_point():
    ticket = Ticket("57.abc", "fox", "owl", None, None, 0.0)
    assert number_of(ticket) == number_of("57.abc") == ("57.abc", 57)


@pytest.mark.parametrize("text", ["", ".", "x.y", "-1.abc", "9" * 30, "٣.abc"])
def test_what_no_ticket_can_have_is_no_id(text):
    with pytest.raises(UnknownName, match="is no id of a ticket"):
        number_of(text)


def test_something_else_is_no_ticket():
    with pytest.raises(WrongValue, match="ticket must be"):
        number_of(57)


def test_ids_are_compared_as_they_are():
    assert same_id("57.abc", "57.abc")
    assert not same_id("57.abd", "57.abc")
    assert not same_id("57.\udc80", "57.abc")
