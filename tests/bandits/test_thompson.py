"""Thompson sampling: chances that are known exactly, and ties that count half."""

import math

import numpy as np
import pytest

from duelling.bandits import thompson
from duelling.core.protocol import learn, pull
from duelling.errors import InputError

pytestmark = pytest.mark.edges


def share_of_first(won, lost, draws):
    """How often the first arm is pulled in this state."""
    s, rng = thompson.start(len(won), 1), np.random.default_rng(0)
    s.table[:] = np.add([won, lost], 1)
    return np.mean([pull(s, 1, rng)[0] == 0 for _ in range(draws)])


@pytest.mark.parametrize(
    ("won", "lost", "chance"),
    [((0, 0, 0, 0), (0, 0, 0, 0), 1 / 4), ((1, 0), (0, 0), 2 / 3), ((1000, 0), (0, 1000), 1.0)],
)
def test_the_chance_of_the_first_arm(won, lost, chance):
    """With one win against none it is the mean of Beta(2, 1)."""
    draws = 4000
    reach = 4.5 * math.sqrt(chance * (1 - chance) / draws)
    assert share_of_first(won, lost, draws) == pytest.approx(chance, abs=reach + 1e-12)


def test_a_tie_counts_half_on_both_sides():
    s = thompson.start(2, 1)
    for loss in (0.5, 0.0, 1.0, 0.5):
        learn(s, 1, 1, 1.0, loss)
    assert s.table.tolist() == [[1, 3], [1, 3]]


def test_bad_parameters_are_named():
    with pytest.raises(InputError, match="b must be a finite number above 0, got 0"):
        thompson.start(3, 10, b=0)
