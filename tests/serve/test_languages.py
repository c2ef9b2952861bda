"""Every language has every word, and the visitor gets the best one."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelling.serve.languages import DEFAULT, choose, languages

pytestmark = pytest.mark.plain


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("code", list(languages()))
def test_every_language_has_the_same_keys_with_the_same_places_and_words_of_its_own(code):
    english, words = languages()[DEFAULT].words, languages()[code].words
    assert list(words) == list(english)
    assert {key: places(text) for key, text in words.items()} == {key: places(text) for key, text in english.items()}
    if code != DEFAULT:
        assert sum(words[key] != english[key] for key in english) > 0.9 * len(english)


def test_one_and_several():
    english = languages()["en"]
    assert english("answers", count=1) == "1 answer"
    assert english("answers", count=12345) == "12\u202f345 answers"
    assert english("answers.of", done=3, most=5) == "3 of 5 answers"
    assert english.script()["saved"] == "Saved"


@pytest.mark.parametrize(
    ("wanted", "accepted", "code"),
    [
        (None, None, "en"),
        (None, "", "en"),
        ("de", "en", "de"),
        ("xx", "de", "de"),
        (None, "de-CH,de;q=0.9,en;q=0.8", "de"),
        (None, "en;q=0.5, de;q=0.6", "de"),
        (None, "de;q=0, fr", "en"),
        (None, "*", "en"),
        (None, "DE", "de"),
        (None, "de;q=1.5", "en"),
    ],
)
def test_the_visitor_gets_the_best_language(wanted, accepted, code):
    assert choose(wanted, accepted).code == code


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_header_gives_some_language(wanted, accepted):
    assert choose(wanted, accepted).code in languages()
