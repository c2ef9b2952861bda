"""What problems have in common: names of arms, and arrays that cannot change."""

import numpy as np
import pytest

from duelling.errors import InputError
from duelling.problems.matrix import PreferenceMatrix

pytestmark = pytest.mark.plain


def test_the_array_of_the_caller_is_copied_and_ours_cannot_change():
    P = np.array([[0.5, 0.9], [0.1, 0.5]])
    problem = PreferenceMatrix(P)
    P[0, 1] = 0
    assert problem.preference()[0, 1] == 0.9
    with pytest.raises(ValueError, match="read-only"):
        problem.preference()[0, 1] = 0


@pytest.mark.parametrize(
    ("arms", "message"),
    [
        (["a"], "each of the 2 arms, got 1 names"),
        (["a", "a"], "different names, got 'a' twice"),
        (5, "arms must be a list of texts, got 5"),
    ],
)
def test_names_are_checked(arms, message):
    with pytest.raises(InputError, match=message):
        PreferenceMatrix([[0.5, 0.9], [0.1, 0.5]], arms)
    assert PreferenceMatrix([[0.5, 0.9], [0.1, 0.5]]).arms == ("0", "1")
