"""Connections are lent to one at a time, and never to a forked child."""

import os

import pytest

from duelling.errors import Unavailable
from duelling.live.journal.connections import Connections

pytestmark = pytest.mark.plain


class Connection:
    closed = False

    def close(self):
        self.closed = True


@pytest.fixture
def connections():
    return Connections(Connection, "x", (KeyError,))


def test_one_that_is_free_is_lent_again(connections):
    with connections.lent() as first, connections.lent() as second:
        assert first is not second
    with connections.lent() as again:
        assert again in (first, second)


def test_only_an_error_of_the_database_ends_a_connection(connections):
    with pytest.raises(ZeroDivisionError), connections.lent() as first:
        raise ZeroDivisionError
    with pytest.raises(KeyError), connections.lent() as again:
        raise KeyError
    assert again is first
    assert first.closed
    with connections.lent() as new:
        assert not new.closed


def test_all_are_closed_in_the_end(connections):
    with connections.lent() as lent, connections.lent() as free:
        pass
    with connections.lent() as lent:
        connections.close()
        assert not lent.closed
    assert lent.closed
    assert free.closed
    with pytest.raises(Unavailable, match="closed"), connections.lent():
        pass


def test_a_forked_child_opens_its_own(connections):
    with connections.lent() as parents:
        pass
    child = os.fork()
    if not child:
        with connections.lent() as own:
            pass
        connections.close()
        os._exit(own is parents or parents.closed or not own.closed)
    assert os.waitpid(child, 0)[1] == 0
