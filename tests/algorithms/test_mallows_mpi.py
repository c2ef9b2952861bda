"""MallowsMPI: its script, figures by hand, and how often it fails."""

import pytest

from tests.helpers.identifying import fails_at_most, order, plays_like, unanimous
from tests.naive.scripted import Scripted, hoeffding, one_pass, ppr

pytestmark = [pytest.mark.edges, pytest.mark.plain]


@pytest.mark.parametrize("arms", [2, 5])
def test_plays_as_written(arms):
    for text, over in (("mallows-mpi", ppr(0.3 / (arms - 1))), ("mallows-mpi:test=hoeffding", hoeffding(0.3 / arms))):
        twin = lambda over=over: Scripted(one_pass, arms, over)  # noqa: E731
        assert plays_like(text, twin, arms, 600, end={"delta": 0.3}) >= 1


@pytest.mark.parametrize(("arms", "duels"), [(3, 22), (10, 25)])
def test_straight_wins_end_a_match_of_the_paper(arms, duels):
    met, best, _ = unanimous("mallows-mpi:test=hoeffding", arms, end={"delta": 0.1})
    assert best == 0
    assert [n for _, n in met] == [duels] * (arms - 1)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("text", ["mallows-mpi", "mallows-mpi:test=hoeffding"])
def test_fails_at_most_as_often_as_delta(text):
    """The first match decides on two arms, and one that is hard is enough to fail."""
    assert fails_at_most(order(3, 0.55), text, 0.3, 400)
