"""Laws of the contract: one broken learner for each."""

import re
from typing import NamedTuple

import numpy as np
import pytest

from duelling.core.jit import DISABLED, interpreted
from duelling.core.protocol import Duel, choose, update
from duelling.registry.facts import algorithm
from duelling.registry.known import kept
from duelling.testing import check_algorithm, laws
from duelling.testing.laws import LAWS
from tests.helpers.uneasy import PAGE, SAID, broken


class Large(NamedTuple):
    x: np.ndarray


def _choose_large(s: Large, t, rng):
    return Duel(0, 1 if t * 2**40 * 2**40 > 0 else 2, 1.0, 1.0)  # too large for a machine's number


def _update_large(s: Large, t, duel, outcome):
    pass


choose.register(Large, _choose_large)


update.register(Large, _update_large)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "law", "reason"),
    [
        ("no arm", "pairs are arms", "choose must return arms from 0 to 1, got 2 and . in round 7"),
        ("no chance", "pairs are arms", "choose must return chances above 0 and at most 1, got 0.0 and 1.0 in round 1"),
        ("shared", "the same seed", "choose must draw from rng alone, and start make arrays of its own: beside"),
        ("memory", "a saved learner", "all that changes must be an array of the state"),
        ("nan", "outcomes that never change", "update must leave numbers in the state, got nan"),
        ("few arms", "many arms", "IndexError: there are ten places"),
        ("in time", "late and unordered", "ValueError: not in time"),
        ("waits", "lost outcomes", "nothing must wait for an outcome that never comes: the best arm is in"),
    ],
)
@pytest.mark.plain
@pytest.mark.filterwarnings("ignore:invalid value", "ignore:divide by zero")
def test_a_broken_law_is_named_with_what_to_change(uneasy, fault, law, reason):
    (name,) = [each for each in LAWS if each.startswith(law)]
    said = f"uneasy does not keep the contract:\n(.*\n)*{re.escape(name)}: no, {reason}"
    with pytest.raises(AssertionError, match=said):
        check_algorithm(uneasy(fault))


@pytest.mark.compiled
def test_a_difference_between_compiled_and_plain_python_is_found():
    with kept():

        @algorithm("uneasy", **SAID)
        def start(arms: int, horizon: int) -> Large:
            return Large(np.zeros(1))

        assert broken("uneasy")["compiled and plain Python choose alike"].startswith("compiled and plain Python must")


def test_the_page_says_how_much_is_played():
    compiled, python = laws.Effort(600, (2, 3, 20), 500), laws.Effort(120, (2, 3), 60)
    assert laws.effort() == (python if DISABLED else compiled)
    with interpreted():
        assert laws.effort() == python
    said = " ".join(PAGE.split())
    assert "Plain Python plays 120 rounds with 2 and 3 arms, and 5 rounds with 60 arms" in said
    assert "compiled code plays 600 rounds with 2, 3 and 20 arms, and 5 rounds with 500" in said
