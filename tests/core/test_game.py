"""The von Neumann winner of a game: when it is the only one, and which games are refused."""

import numpy as np
import pytest

from duelling.core.game import is_unique, von_neumann_winner
from duelling.errors import InputError
from tests.helpers.modes import INTERPRETED
from tests.naive import von_neumann as naive


def test_odd_whole_numbers_have_one_winner():
    rng = np.random.default_rng(5)
    for _ in range(10 if INTERPRETED else 200):
        arms = int(rng.integers(2, 10))
        A = naive.skew(2 * rng.integers(-2, 2, (arms, arms)) + 1)
        u = von_neumann_winner(A)
        assert (u > 0).sum() % 2 == 1
        assert is_unique(A, u)


@pytest.mark.parametrize(
    ("A", "message"),
    [
        (np.zeros((2, 3)), "square"),
        (np.zeros((0, 0)), "square"),
        ([[0, np.nan], [np.nan, 0]], "finite"),
        ([[0.5, 0.7], [0.3, 0.5]], "skew-symmetric"),
    ],
)
def test_bad_games(A, message):
    with pytest.raises(InputError, match=f"the game must .*{message}"):
        von_neumann_winner(A)


def test_bad_mixture():
    with pytest.raises(InputError, match="u must have one weight"):
        is_unique(np.zeros((3, 3)), [1, 0])
