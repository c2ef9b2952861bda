"""Nobody else can write what a seal reads."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelling.serve.access.seals import Seal

pytestmark = pytest.mark.plain

KEY = b"k" * 32
LETTERS = string.ascii_letters + string.digits + "-_."
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@given(st.lists(texts, max_size=4))
def test_what_is_written_is_read_and_fits_into_a_cookie_and_a_link(parts):
    written = Seal(KEY, "cookie", "main").write(*parts)
    assert set(written) <= set(LETTERS)
    assert Seal(KEY, "cookie", "main").read(written) == parts


def test_another_key_or_purpose_is_not_read():
    written = Seal(KEY, "cookie", "main").write("ann")
    others = [
        Seal(b"x" * 32, "cookie", "main"),
        Seal(KEY, "link", "main"),
        Seal(KEY, "cookie"),
        Seal(KEY, "cookiemain"),
    ]
    assert [other.read(written) for other in others] == [None] * 4


@given(st.data())
def test_one_letter_changed_is_refused(data):
    """But for the spare bits of the last letter of each half, all bits count: whatever is read says the same."""
    seal = Seal(KEY, "cookie")
    written = seal.write("ann", "7")
    place = data.draw(st.integers(0, len(written) - 1))
    changed = written[:place] + data.draw(st.sampled_from(LETTERS)) + written[place + 1 :]
    assert seal.read(changed) in (None, ["ann", "7"])
    last = (written.index(".") - 1, len(written) - 1)
    if changed != written and place not in last:
        assert seal.read(changed) is None


@given(st.text(max_size=60))
def test_any_text_is_none_of_ours(text):
    assert Seal(KEY, "cookie").read(text) is None


def test_an_endless_text_is_not_looked_at():
    assert Seal(KEY, "cookie").read("A" * 10**7 + ".A") is None
