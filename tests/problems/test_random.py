"""Random problems: the property of their model, at every size, and repeatable."""

import numpy as np
import pytest

from duelling.errors import InputError
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.random import MODELS, borda_differs, bradley_terry, cyclic, hard_condorcet
from duelling.problems.reading.named import problem

pytestmark = pytest.mark.plain


SIZES = [(arms, seed) for arms in (3, 4, 5, 8, 13, 40) for seed in range(6)]


@pytest.mark.parametrize(("arms", "seed"), SIZES)
def test_random_problems_have_the_property_of_their_model(arms, seed):
    hard = hard_condorcet(arms, gap=0.1, seed=seed)
    P, (best,) = hard.preference(), hard.winners().condorcet
    np.testing.assert_allclose(np.delete(P[best], best), 0.6)
    off = ~np.eye(arms, dtype=bool)
    assert np.abs(P[off] - 0.5).min() >= 0.1 - 1e-12

    ring = cyclic(arms, seed=seed)
    P = ring.preference()
    beaten = (P > 0.5).sum(axis=1)
    assert set(beaten.tolist()) <= {(arms - 1) // 2, arms // 2}
    assert np.abs(P[off] - 0.5).min() >= 0.05
    assert ring.condorcet_winner() is None

    differs = borda_differs(arms, seed=seed).winners()
    assert len(differs.condorcet) == len(differs.borda) == 1
    assert differs.condorcet != differs.borda

    utility = bradley_terry(arms, seed=seed)
    w = np.exp(utility.x[0])
    np.testing.assert_allclose(utility.preference(), w[:, None] / (w[:, None] + w), rtol=1e-12)


def test_places_of_the_winner_are_random():
    assert {borda_differs(4, seed=seed).condorcet_winner() for seed in range(40)} == {0, 1, 2, 3}


def test_ten_thousand_arms():
    found = problem("random:bradley-terry,arms=10000,seed=3,spread=2")
    assert len(found.arms) == 10_000
    assert found.x.std() == pytest.approx(2, rel=0.05)
    assert found.condorcet_winner() == found.x[0].argmax()


@pytest.mark.parametrize("model", MODELS)
def test_the_same_text_gives_the_same_problem(model):
    one, same, other = (problem(f"random:{model},arms=7,seed={seed}") for seed in (1, 1, 2))
    assert one.describe() == same.describe()
    assert one.describe()["sha256"] != other.describe()["sha256"]
    assert problem(one.name).describe() == one.describe()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("random:ring,arms=5", "there is no random model 'ring': choose from"),
        ("random:cyclc,arms=5", "there is no random model 'cyclc': did you mean 'cyclic'"),
        ("random:cyclic", "arms of cyclic must be given, as in 'random:cyclic,arms=10'"),
        ("random:cyclic,arms=2", "arms of cyclic must be a whole number from 3 on, got 2"),
        ("random:cyclic,arms=x", "arms of cyclic must be a whole number, got 'x'"),
        ("random:cyclic,arms", "must be written parameter=value, got 'arms'"),
        ("random:cyclic,arms=5,gap=1", "there is no parameter of cyclic 'gap'"),
        ("random:hard-condorcet,arms=5,gap=0.6", "gap must be above 0 and at most 0.5, got 0.6"),
        ("random:bradley-terry,arms=5,spread=-1", "spread must be above 0 and at most 1e\\+99, got -1.0"),
        ("random:bradley-terry,arms=5,spread=1e308", "spread must be above 0 and at most 1e\\+99, got 1e\\+308"),
        ("random:cyclic,arms=100000000000000000000", r"arms of cyclic must be at most 2\^53"),
        ("random:bradley-terry,arms=5,seed=-1", "seed must be a whole number from 0 on, got -1"),
    ],
)
def test_bad_descriptions_of_random_problems(text, message):
    with pytest.raises(InputError, match=message):
        problem(text)


def test_matrices_of_random_problems_are_valid_at_two_arms():
    assert isinstance(hard_condorcet(2), PreferenceMatrix)
    assert len(bradley_terry(2).arms) == 2
