"""The best m items: what is enough to take one in or send it away; its twin is played in ``test_race``."""

import numpy as np
import pytest

from duelling.core.evidence.difference import log_difference
from duelling.core.evidence.topmost import LEFT, VERDICT, WANTED, start_topmost, tell_topmost
from tests.naive.difference import Ticket, difference

pytestmark = pytest.mark.edges


def test_an_item_that_loses_to_enough_others_is_sent_away_at_the_first_vote_that_suffices():
    """Three items, two wanted: item 2 must be below both others, E >= 2/δ each; then the others are in."""
    s, tickets = start_topmost(3, 2, 0.05), []
    while s.now[VERDICT] < 0:
        assert min(difference(i, 2, tickets) for i in (0, 1)) < 40
        winner = len(tickets) % 2
        tell_topmost(s, winner, 2, 1.0, 1.0, 1.0)
        tickets.append(Ticket(winner, 2, 1.0))
    assert min(difference(i, 2, tickets) for i in (0, 1)) >= 40
    assert s.taken.tolist() == [1, 1, 0]
    assert s.now.tolist() == [0, 0, 0]


def test_what_was_known_stays_known():
    s = start_topmost(4, 2, 0.05)
    while not s.above[0, 3]:
        tell_topmost(s, 0, 3, 1.0, 1.0, 1.0)
    for _ in range(5):
        tell_topmost(s, 0, 3, 0.0, 1.0, 1.0)
    assert log_difference(s.evidence, 0, 3) < s.limit
    assert s.above[0, 3] == 1
    assert (s.now[LEFT], s.now[WANTED]) == (4, 2)


def test_votes_of_decided_items_change_nothing():
    s = start_topmost(4, 1, 0.05)
    while s.now[LEFT] == 4:
        tell_topmost(s, 1, 3, 1.0, 1.0, 1.0)
    assert s.order[3] == 3
    before = s.evidence.U.copy()
    tell_topmost(s, 3, 3, 1.0, 1.0, 0.5)
    np.testing.assert_array_equal(s.evidence.U, before)
