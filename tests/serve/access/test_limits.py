"""Limits hold for everybody alone, and forget."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelling.serve.access.limits import PRESENT, Limit, Turns, address_of
from tests.helpers.notes import Clock

pytestmark = pytest.mark.plain


@given(st.lists(st.floats(0, 30), max_size=60), st.integers(1, 5))
def test_never_more_than_the_limit_in_a_window_and_whoever_waits_is_let_in(pauses, most):
    clock = Clock()
    limit, allowed = Limit(most, 10.0, clock), []
    for pause in pauses:
        clock.now += pause
        wait = limit.wait("ann")
        if wait:
            clock.now += wait + 1e-6
            assert limit.wait("ann") == 0
        allowed.append(clock.now)
    for begin in allowed:  # a burst, and what becomes due meanwhile
        assert sum(begin <= at < begin + 10.0 - 1e-6 for at in allowed) <= 2 * most


def test_a_whole_burst_at_once_and_no_more():
    clock = Clock()
    limit = Limit(60, 60.0, clock)
    assert [limit.wait("ann") for _ in range(60)] == [0.0] * 60
    assert limit.wait("ann") == pytest.approx(1.0)
    assert limit.wait("bob") == 0  # his own limit
    assert limit.wait("bob", 60) > 0
    clock.now += 1
    assert limit.wait("ann") == 0


def test_no_limit():
    limit = Limit(0)
    assert not any(limit.wait("ann") for _ in range(10_000))


def test_memory_has_an_end():
    clock = Clock()
    limit = Limit(5, 60.0, clock, room=100)
    for n in range(1000):
        limit.wait(str(n))
    assert len(limit._due) == 100
    clock.now += 61
    limit.wait("last")
    assert list(limit._due) == ["last"]


def test_one_voter_does_not_vote_alone_while_another_is_there():
    clock = Clock()
    turns = Turns(clock)
    turns.asked("ann")
    for _ in range(3):
        turns.told("ann")
    assert turns.wait("ann", 3) == 0  # nobody else is there
    turns.asked("bob")
    assert turns.wait("ann", 3) == PRESENT
    assert turns.wait("ann", 4) == 0
    assert turns.wait("ann", 4, coming=1) == PRESENT
    assert turns.wait("ann", 0) == 0
    assert turns.wait("bob", 3) == 0
    clock.now += 10
    assert turns.wait("ann", 3) == PRESENT - 10
    turns.told("bob")
    assert turns.wait("ann", 3) == 0


def test_whoever_has_left_holds_nobody_up():
    clock = Clock()
    turns = Turns(clock)
    turns.asked("bob")
    for _ in range(3):
        turns.told("ann")
    clock.now += PRESENT
    assert turns.wait("ann", 3) == 0
    clock.now += 1
    turns.asked("ann")
    assert list(turns._seen) == ["ann"]


@pytest.mark.parametrize(
    ("host", "address"),
    [("::ffff:192.0.2.7", "192.0.2.7"), ("fe80::1", "fe80::/64"), ("testclient", "testclient"), (None, "")],
)
def test_addresses(host, address):
    assert address_of(host) == address
