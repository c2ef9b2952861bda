"""Values and errors as plain text."""

import json

import numpy as np
import pytest

from duelling.texts import first_line, message, plain

pytestmark = pytest.mark.plain


def test_arrays_and_numbers_of_numpy_become_json():
    value = {1: np.arange(2), "b": (np.float64(0.5), np.bool_(True), None), "c": [{"d": np.eye(1)}]}
    assert plain(value) == {"1": [0, 1], "b": [0.5, True, None], "c": [{"d": [[1.0]]}]}
    json.dumps(plain(value))


@pytest.mark.parametrize(
    ("error", "line"), [(ValueError("a\nb"), "a"), (KeyError(), "KeyError"), (OSError("  \n"), "OSError")]
)
def test_the_first_line_of_an_error(error, line):
    assert first_line(error) == line


def test_an_error_that_cannot_say_its_message_is_named():
    class Mute(Exception):
        def __str__(self):
            raise self

    assert message(Mute()) == ""
    assert first_line(Mute()) == "Mute"
