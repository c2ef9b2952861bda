"""Pairs that are said to be uniform, and what their numbers say."""

import numpy as np
import pytest
from scipy.stats import chi2

import duelling as du
from duelling.votes.uniform import IMPOSSIBLE, REFUSAL, doubt, refusal, uneven
from tests.helpers.votes import drawn, rows

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("pairs", [3, 15, 1711])
def test_the_chance_is_about_that_of_the_chi_square_distribution(pairs):
    rng = np.random.default_rng(5)
    for factor in (1.0, 1.2, 2.0):
        votes = rng.poisson(factor * rng.gamma(20, 1, pairs))
        statistic = ((votes - votes.mean()) ** 2).sum() / votes.mean()
        assert uneven(votes) == pytest.approx(chi2.sf(statistic, pairs - 1), rel=0.3, abs=1e-7)


@pytest.mark.parametrize(("pairs", "votes"), [(3, 8), (3, 600), (45, 100), (45, 900), (1225, 3_000)])
def test_uniform_pairs_are_rarely_called_uneven(pairs, votes):
    rng = np.random.default_rng(5)
    found = np.array([uneven(rng.multinomial(votes, np.full(pairs, 1 / pairs))) for _ in range(2_000)])
    assert (found < 1e-3).mean() < 0.005
    assert (found >= IMPOSSIBLE).all()


def test_few_votes_and_two_items_say_nothing():
    assert uneven(np.array([5, 0, 0])) == 1
    assert uneven(np.array([500])) == 1


def test_votes_that_cannot_be_of_uniform_pairs_prove_nothing_about_scores():
    votes = [("a", "b", "a")] * 300 + [("a", "c", "a")] * 20 + [("b", "c", "b")] * 20
    for by_voter in (None, 1, 2):
        rows_of = [(*vote, f"voter {k}") for k, vote in enumerate(votes)]
        keys = ("left", "right", "winner", "voter")
        found = du.rank(
            [dict(zip(keys, vote, strict=True)) for vote in rows_of], pairs="uniform", by_voter=by_voter, top=1
        )
        assert (found.verdict.state, found.verdict.says, found.verdict.items) == ("refused", REFUSAL, ())
        assert np.isnan(found.low).all()
        assert found.first.tolist() == [1, 1, 1]
        assert found.promise.startswith("All places and each verdict")
        assert found.others[0].about == "Condorcet winner"  # pairs by themselves do not mind how they were chosen
        assert found.others[0].items == ("a",)
    assert du.rank(votes).verdict.items == ("a",)


def test_votes_with_chances_are_not_asked_to_be_uniform():
    ballots = drawn(np.random.default_rng(0), [1.0, 0.0, -1.0], 300)
    assert refusal(ballots) == doubt(ballots) == ""


def test_sorted_rows_are_named():
    votes = sorted(
        rows(drawn(np.random.default_rng(0), np.zeros(5), 400)), key=lambda vote: (vote["left"], vote["right"])
    )
    found = du.rank(votes, pairs="uniform")
    assert found.verdict.state != "refused"
    assert any("seem to be sorted" in warning for warning in found.warnings)
