"""The table of winner concepts: it is complete, its facts are true, and each concept asks only for what it needs."""

import numpy as np
import pytest

from duelling.core.concepts import BUILT_IN, CONCEPTS
from duelling.core.preferences import Preferences
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.reading.named import problem
from duelling.problems.utility import UtilityModel
from duelling.registry.winners import WINNERS, shown_winners, winner_names, winner_title

pytestmark = pytest.mark.plain


def test_the_names_that_editors_complete_are_the_table():
    assert {concept.name for concept in BUILT_IN} == set(CONCEPTS)
    assert winner_names() == CONCEPTS
    assert [concept.name for concept in shown_winners()] == [concept.name for concept in BUILT_IN]


@pytest.mark.parametrize("name", CONCEPTS)
def test_each_entry_says_what_it_is(name):
    concept = WINNERS.find(name)
    assert concept.title in concept.sentence or name == "utility"
    assert concept.sentence.endswith(".")
    assert winner_title(name) == concept.title
    assert concept.why_not or concept.has(PreferenceMatrix(np.full((2, 2), 0.5)).preferences())


def test_borda_does_not_ask_for_a_condorcet_winner(monkeypatch):
    def refuse(self):
        raise AssertionError("nobody needs it")

    for name in ("condorcet_winner", "von_neumann", "mean"):
        monkeypatch.setattr(Preferences, name, property(refuse))
    assert problem("sushi").losses(["borda"], 10).loss.shape == (16, 1)
    with pytest.raises(AssertionError, match="nobody needs it"):
        problem("sushi").losses(["condorcet"], 10)


@pytest.mark.parametrize("name", CONCEPTS)
def test_losses_that_are_said_to_be_affine_are(name):
    """Of a round on the line between two others; the mean over the horizon stays the same."""
    concept, rng = WINNERS.find(name), np.random.default_rng(0)
    x = np.sort(rng.random((2, 5)), axis=1)
    models = [UtilityModel(row) for row in (*x, 0.3 * x[0] + 0.7 * x[1])]
    mean = models[0].preference()

    def losses(model):
        preferences = Preferences(model.matrices, lambda: mean)
        preferences.utilities, preferences.utility_rows = model.utilities(), model.x
        return concept.losses(preferences)

    one, other, between = map(losses, models)
    assert concept.affine
    np.testing.assert_allclose(between, 0.3 * one + 0.7 * other, atol=1e-12)


@pytest.mark.parametrize("name", CONCEPTS)
def test_winners_have_the_smallest_loss_where_nothing_changes(name):
    for given in (problem("sushi"), UtilityModel([0.1, 0.9, 0.5]), UtilityModel([0.9, 0.9, 0.5])):
        concept, preferences = WINNERS.find(name), given.preferences(100)
        if concept.has(preferences):
            loss = concept.losses(preferences).reshape(-1)
            for arm in given.winners(100)[name].arms:
                assert loss[arm] == pytest.approx(loss.min(), abs=1e-12)
