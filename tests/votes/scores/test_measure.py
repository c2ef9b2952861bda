"""Scores by votes and by voters."""

import numpy as np
import pytest

import duelling as du
from tests.helpers.votes import drawn, rows

pytestmark = pytest.mark.plain


@pytest.fixture(scope="module")
def crowd():
    """Five hundred people with one to five votes each."""
    return rows(drawn(np.random.default_rng(1), [1.0, 0.0, -0.5], 1500, voters=500))


@pytest.mark.parametrize("pairs", ["any", "uniform"])
@pytest.mark.parametrize("most", [1, 4])
def test_people_who_repeat_themselves_say_no_more(crowd, pairs, most):
    """Everybody gives all answers five times: votes seem to say more, voters do not."""
    often = [vote for vote in crowd for _ in range(5)]
    once, again = (du.rank(votes, pairs=pairs, by_voter=most) for votes in (crowd, often))
    assert (once.low < once.score).all()
    assert (once.score < once.high).all()
    assert (again.high - again.low > 0.95 * (once.high - once.low)).all()
    votes = du.rank(often, pairs=pairs)
    assert (votes.high - votes.low < 0.6 * (du.rank(crowd, pairs=pairs).high - du.rank(crowd, pairs=pairs).low)).all()


def test_more_answers_of_each_voter_need_pairs_that_are_known_to_be_uniform(crowd):
    refused = du.rank(crowd, pairs="first", by_voter=3)
    assert refused.verdict.state == "refused"
    assert "all equally likely" in refused.verdict.says
    assert not any("Intervals" in line for line in refused.summary())
    assert du.rank(crowd, pairs="first", by_voter=1).verdict.state != "refused"


def test_by_voter_and_any_pairs_the_box_is_that_of_the_voters(crowd):
    found = du.rank(crowd, by_voter=3)
    assert found.pairs == "any"
    assert found.low[0] > 0.5
    assert found.verdict.items == ("item 0",)
    assert any("nobody who gave fewer comes back" in line for line in found.assumes)
    assert not any("comes back" in line for line in du.rank(crowd, by_voter=1).assumes)
