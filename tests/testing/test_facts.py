"""Facts of the contract: false declarations are refused."""

import pytest

from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from duelling.testing.facts import FACTS, check_fact
from tests.helpers.uneasy import broken

pytestmark = pytest.mark.plain  # what is broken is played in plain Python


HELD = {"folds": True, "self_duels": False, "opponent": "uniform", "takes_any_vote": True, "true_chances": True}
FALSE = {"folds": False, "self_duels": True, "opponent": "any", "takes_any_vote": False, "true_chances": False}


def refusal(fact, true, false):
    """What a false declaration is told."""
    return f"the declaration must say {fact}={true!r}, got {fact}={false!r}"


@pytest.mark.slow
def test_false_declarations_are_refused_and_true_ones_are_not(uneasy):
    found = broken(uneasy("none", **FALSE))
    assert found == {fact: refusal(fact, HELD[fact], false) for fact, false in FALSE.items()}
    assert broken(uneasy("none", **HELD)) == {}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "fact"), [("shared", "folds"), ("unasked", "takes_any_vote"), ("random", "true_chances")]
)
def test_one_that_does_not_hold_must_be_declared_so(uneasy, fault, fact):
    with pytest.raises(AssertionError, match=f"^{refusal(fact, False, True)}$"):
        check_fact(choice(uneasy(fault, **{fact: True})), fact)
    assert check_fact(choice(uneasy(fault, **{fact: False})), fact) == f"{fact}=False (measured; as declared)"


def test_every_fact_is_a_field_of_the_declaration():
    assert {name for name in FACTS if not hasattr(ALGORITHMS.find("rucb"), name)} == set()
