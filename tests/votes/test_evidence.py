"""Which verdicts there are, by votes and by voters."""

import numpy as np
import pytest

import duelling as du
from duelling.votes.evidence import evidence_of
from tests.helpers.votes import ballots, drawn, rows

pytestmark = pytest.mark.plain

KINDS = ["Condorcet winner", "Copeland winner", "von Neumann winner"]


@pytest.mark.parametrize("by_voter", [None, 1, 4])
@pytest.mark.parametrize("pairs", ["any", "uniform", "first", "balanced"])
def test_every_way_to_count_has_all_verdicts(pairs, by_voter):
    votes = rows(drawn(np.random.default_rng(0), [2.0, 0.0, -1.0], 800, voters=300))
    found = du.rank(votes, pairs=pairs, by_voter=by_voter)
    assert [each.about for each in found.others] == KINDS
    more = du.rank(votes, pairs=pairs, by_voter=by_voter, within=0.2, top=2)
    refused = by_voter == 4 and pairs in ("first", "balanced")
    scores = [] if refused else ["best 2", "tied within 0.2"]
    assert [each.about for each in more.others] == [*scores, KINDS[0], "loses to nobody by much", *KINDS[1:]]
    assert found.items[0] == "item 0"
    if by_voter:
        assert all("of each voter count" in line for each in found.others for line in each.assumes[-1:])
    assert (found.verdict.state == "refused") == refused
    assert np.isnan(found.low).all() == refused


def test_by_voter_pairs_are_settled_one_sided():
    """Forty people, one win each: the lower end of the interval of one side, at twice the level."""
    cast = ballots([0] * 40, [1] * 40, [1] * 40, range(40))
    found = evidence_of(cast, "any", 2, 0.05)
    assert found.settled(0.1, 0.05).tolist() == [[True, True], [False, True]]
    assert found.lost(0.05).tolist() == [[False, False], [True, False]]
    assert not found.settled(0.1, 1e-6)[0, 1]


def test_one_voice_each_are_the_votes_of_different_people():
    """The second answer of a voter on a pair changes nothing, on another pair it counts for that pair."""
    one = ballots([0, 0, 0, 1], [1, 1, 1, 2], [1, 1, -1, 1], [0, 1, 0, 0])
    two = ballots([0, 0, 1], [1, 1, 2], [1, 1, 1], [0, 1, 0])
    for pairs in ("any", "uniform"):
        a, b = (evidence_of(cast, pairs, 1, 0.05) for cast in (one, two))
        np.testing.assert_array_equal(a.bounds.low, b.bounds.low)
        np.testing.assert_array_equal(a.scores.low, b.scores.low)
