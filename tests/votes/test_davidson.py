"""Davidson's model: by hand, against the slow twin, and against the libraries that people use."""

import math
import warnings

import choix
import evalica
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from duelling.errors import WrongValue
from duelling.votes.davidson import cells_of, expected, fit_cells, fit_votes
from tests.helpers.votes import ballots, counted, drawn
from tests.naive import davidson as naive

pytestmark = pytest.mark.plain


def test_one_pair_by_hand():
    """30 wins, 20 ties, 10 losses: the odds are 3, and ν = 20 / √(30·10)."""
    fit = fit_votes(counted(30, 20, 10), ridge=0, side=False)
    assert fit.at[0] - fit.at[1] == pytest.approx(math.log(3), abs=1e-12)
    assert fit.nu == pytest.approx(20 / math.sqrt(300), abs=1e-12)
    assert fit.beta == 0


def test_sides_by_hand():
    """Item 0 wins 40 of 50 on the left and 20 of 50 on the right: 60 % and a side worth log(4·1.5)/2."""
    left = [0] * 50 + [1] * 50
    fit = fit_votes(ballots(left, [1 - k for k in left], [1] * 40 + [-1] * 10 + [1] * 30 + [-1] * 20), ridge=0)
    assert fit.at[0] - fit.at[1] == pytest.approx((math.log(4) - math.log(1.5)) / 2, abs=1e-12)
    assert fit.beta == pytest.approx((math.log(4) + math.log(1.5)) / 2, abs=1e-12)
    assert fit.nu == 0


def test_a_file_that_names_winners_first_has_strengths():
    """The left side always won: the side effect alone would explain everything, so it is left out."""
    fit = fit_votes(ballots([0] * 30 + [1] * 10, [1] * 30 + [0] * 10, [1] * 40))
    assert not fit.side
    assert fit.at[0] - fit.at[1] == pytest.approx(math.log(3), abs=0.1)


def test_an_item_without_votes_stays_in_the_middle():
    fit = fit_votes(ballots([0, 0, 1], [1, 1, 0], [1, 1, 0], items=3))
    assert fit.at[2] == pytest.approx(0, abs=1e-15)
    assert fit.at[0] + fit.at[1] == pytest.approx(0, abs=1e-9)
    assert fit.at[0] > 0


@given(st.integers(0, 10**6), st.integers(2, 4), st.sampled_from([0.0, 1.0]), st.booleans())
@settings(max_examples=8, deadline=None)
def test_it_is_the_slow_twin(seed, items, nu, side):
    rng = np.random.default_rng(seed)
    votes = drawn(rng, rng.normal(size=items), 40, nu)
    assert fit_votes(votes, 0.25, side).at == pytest.approx(naive.fit(votes, 0.25, side), abs=1e-4)


@given(st.integers(0, 10**6), st.sampled_from([0.0, 0.5, 5.0]), st.sampled_from([1e-6, 0.25, 10.0]))
@example(559306, 0.5, 1e-6)
@settings(max_examples=30, deadline=None)
def test_the_slope_vanishes_at_the_best_place(seed, nu, ridge):
    """What the model expects is what was voted, but for the pull of the ridge; also where an item always wins."""
    rng = np.random.default_rng(seed)
    votes = drawn(rng, rng.normal(size=6) * 4, int(rng.integers(1, 300)), nu, beta=0.5)
    fit, cells = fit_votes(votes, ridge), cells_of(votes)
    model = expected(fit.ahead(cells.left, cells.right), fit.nu)
    over = cells.wins + cells.ties / 2 - cells.votes * model.mean
    by_item = np.bincount(cells.left, over, 6) - np.bincount(cells.right, over, 6)
    assert by_item == pytest.approx(ridge * fit.at[:6], abs=1e-6)
    if fit.side:  # it is left out where one side never won
        assert over.sum() == pytest.approx(ridge / 5 * fit.beta, abs=1e-6)


@pytest.mark.parametrize("ridge", [1e-9, 0.25])
def test_very_many_votes_do_not_hide_the_best_place(ridge):
    """Rounding errors of 10^12 votes, against a ridge that is nearly nothing."""
    votes, many = counted(3, 2, 1), 10**11
    cells = cells_of(votes)
    cells = cells._replace(wins=cells.wins * many, ties=cells.ties * many, losses=cells.losses * many)
    fit = fit_cells(cells, 2, ridge, side=False)
    assert fit.at[0] - fit.at[1] == pytest.approx(math.log(3), abs=1e-9)


def test_what_the_model_expects_does_not_overflow():
    model = expected(np.array([-5000.0, 0.0, 5000.0]), 1.0)
    assert model.mean.tolist() == [0, 0.5, 1]
    assert model.tie == pytest.approx([0, 1 / 3, 0])


@pytest.mark.slow
@pytest.mark.parametrize("items", [2, 5, 20])
def test_choix_says_the_same_without_ties_and_sides(items):
    rng = np.random.default_rng(items)
    votes = drawn(rng, rng.normal(size=items), 60 * items)
    won = np.where(votes.outcome == 1, votes.left, votes.right)
    lost = votes.left + votes.right - won
    for ridge in (0.0, 0.25):
        theirs = choix.opt_pairwise(
            items, [*zip(won, lost, strict=True)], alpha=ridge / 2, method="Newton-CG", tol=1e-12
        )
        ours = fit_votes(votes, ridge, side=False).at
        assert ours - ours.mean() == pytest.approx(theirs - theirs.mean(), abs=1e-6)


@pytest.mark.parametrize("items", [2, 5, 20])
def test_evalica_says_the_same_without_ties_and_sides(items):
    rng = np.random.default_rng(items)
    votes = drawn(rng, rng.normal(size=items), 60 * items)
    winners = [evalica.Winner.X if outcome == 1 else evalica.Winner.Y for outcome in votes.outcome]
    names = [[str(k) for k in places] for places in (votes.left, votes.right)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = evalica.bradley_terry(*names, winners, tolerance=1e-14, limit=100_000).scores
    logits = np.log([theirs[str(k)] for k in range(items)])
    ours = fit_votes(votes, 0.0, side=False).at
    assert ours - ours.mean() == pytest.approx(logits - logits.mean(), abs=1e-6)


@pytest.mark.parametrize(
    "votes", [counted(5, 0, 0), counted(0, 7, 0), ballots([0, 1, 2, 3], [1, 0, 3, 2], [1, 1, 1, 1])]
)
def test_without_a_ridge_some_votes_have_no_finite_strengths(votes):
    with pytest.raises(WrongValue, match="ridge must be larger where"):
        fit_votes(votes, ridge=0)
    assert np.isfinite(fit_votes(votes).at).all()


@pytest.mark.parametrize("ridge", [-1, math.inf, math.nan])
def test_a_ridge_that_cannot_be(ridge):
    with pytest.raises(WrongValue, match="ridge must be at least 0 and finite, got"):
        fit_votes(counted(1, 0, 1), ridge)
