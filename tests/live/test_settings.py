"""Settings and what they refuse."""

import math

import numpy as np
import pytest

from duelling.errors import Doubt, InputError, UnknownName, command_line
from duelling.live.settings import Changes, Settings, check_voices, settings_of, warn_if_others

pytestmark = pytest.mark.plain


def test_settings_are_read_back_from_their_json():
    made = settings_of({"goal": "show", "seed": 2**100, "repeats": None, "within": 0.1})
    assert Settings.model_validate(made.model_dump(mode="json")) == made


def test_whoever_types_commands_is_told_a_command():
    with command_line(), pytest.warns(Doubt, match="duelling arena set FILE delta=0.01 to change it"):
        warn_if_others(Settings(), Settings(delta=0.01), set())


def test_type_checkers_know_every_setting():
    assert Changes.__annotations__.keys() == Settings.model_fields.keys()


def test_numbers_of_numpy_are_numbers():
    assert settings_of({"delta": np.float32(0.5), "repeats": np.int64(3)}).repeats == 3


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"delta": 0}, "delta must be at least 1e-100, got 0"),
        ({"delta": 1}, "delta must be less than 1, got 1"),
        ({"delta": math.nan}, "delta must be a finite number, got nan"),
        ({"delta": "x"}, "delta must be a valid number, got 'x'"),
        ({"within": 0.5}, "within must be less than 0.5, got 0.5"),
        ({"within": math.nan}, "within must be a finite number, got nan"),
        ({"expires": math.inf}, "expires must be a finite number, got inf"),
        ({"expires": 0}, "expires must be greater than 0, got 0"),
        ({"mix": 2}, "mix must be at most 1, got 2"),
        ({"repeats": 0}, "repeats must be at least 1, got 0"),
        ({"repeats": True}, "repeats must be"),
        ({"goal": "bst"}, "goal must be 'best', 'condorcet', 'show', 'rank' or 'learner', got 'bst'"),
        ({"goals": "best"}, "there is no setting 'goals'"),
        ({"seed": -1}, "seed must be at least 0, got -1"),
        ({"page": {"x": object()}}, "page must hold numbers, texts in UTF-8, lists and dicts, got {'x': <object"),
        ({"page": {"x": ["\ud800"]}}, "page must hold numbers, texts in UTF-8"),
        ({"page": {"\ud800": 1}}, "page must hold numbers, texts in UTF-8"),
        ({"page": {"x": math.nan}}, "page must hold numbers, texts in UTF-8"),
        ({"page": 5}, "page must be a valid dictionary, got 5"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(given, says):
    with pytest.raises(InputError) as error:
        settings_of(given)
    assert str(error.value).startswith(says)
    assert isinstance(error.value, UnknownName) == (given.get("goal") == "bst" or "goals" in given)


def test_several_answers_of_a_voter_cannot_count_as_one_where_voters_come_back():
    check_voices(Settings())
    check_voices(Settings(by_voter=1))
    with pytest.raises(InputError, match="by_voter must be 1 in an arena, because voters may come back, got 5: "):
        check_voices(Settings(by_voter=5))
