"""Settings and what they refuse."""

import math

import numpy as np
import pytest

from duelling.errors import InputError, UnknownName
from duelling.live.settings import Settings, settings_of

pytestmark = pytest.mark.plain


def test_settings_are_read_back_from_their_json():
    made = settings_of({"goal": "show", "seed": 2**100, "repeats": None, "within": 0.1})
    assert Settings.model_validate(made.model_dump(mode="json")) == made


def test_numbers_of_numpy_are_numbers():
    assert settings_of({"delta": np.float32(0.5), "repeats": np.int64(3)}).repeats == 3


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"delta": 0}, "delta must be"),
        ({"delta": "x"}, "delta must be a valid number, got 'x'"),
        ({"within": 0.5}, "within must be less than 0.5, got 0.5"),
        ({"within": math.nan}, "within must be"),
        ({"expires": math.inf}, "expires must be"),
        ({"repeats": 0}, "repeats must be"),
        ({"repeats": True}, "repeats must be"),
        ({"goal": "bst"}, "goal must be 'best', 'condorcet', 'show', 'rank' or 'learner', got 'bst'"),
        ({"goals": "best"}, "there is no setting 'goals'"),
        ({"seed": -1}, "seed must be"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(given, says):
    with pytest.raises(InputError) as error:
        settings_of(given)
    assert str(error.value).startswith(says)
    assert isinstance(error.value, UnknownName) == (given.get("goal") == "bst" or "goals" in given)
