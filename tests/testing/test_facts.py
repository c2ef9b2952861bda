"""Facts of the contract: false declarations are refused."""

import pytest

from duelling.registry.facts import ALGORITHMS
from duelling.testing.facts import FACTS
from tests.helpers.uneasy import broken

pytestmark = pytest.mark.plain  # what is broken is played in plain Python


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "fact", "false", "true"),
    [
        ("none", "folds", False, True),
        ("none", "self_duels", True, False),
        ("none", "opponent", "any", "uniform"),
        ("none", "takes_any_vote", False, True),
        ("none", "true_chances", False, True),
        ("shared", "folds", True, False),
        ("unasked", "takes_any_vote", True, False),
        ("random", "true_chances", True, False),
    ],
)
def test_a_false_declaration_is_refused_and_a_true_one_is_not(uneasy, fault, fact, false, true):
    said = f"the declaration must say {fact}={true!r}, got {fact}={false!r}"
    assert broken(uneasy(fault, **{fact: false}))[fact] == said
    assert fact not in broken(uneasy(fault, **{fact: true}))


def test_every_fact_is_a_field_of_the_declaration():
    assert {name for name in FACTS if not hasattr(ALGORITHMS.find("rucb"), name)} == set()
