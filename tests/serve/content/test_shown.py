"""What a side of a question shows."""

import pytest

from duelling.serve.content.markdown import LONGEST
from duelling.serve.content.shown import Shown, show

pytestmark = pytest.mark.plain


def test_each_kind_has_its_one_field():
    assert show("text", "<b>a</b>", "/t/left") == Shown("text", text="<b>a</b>")
    assert show("markdown", "**a** ![b](media:cc)", "/t/left") == Shown(
        "markdown", html='<p><strong>a</strong> <img src="/t/left/0" alt="b" /></p>\n'
    )
    assert show("image", "digest", "/t/left") == Shown("image", src="/t/left")


def test_markdown_without_an_end_is_shown_as_text():
    text = "*" * (LONGEST + 1)
    assert show("markdown", text, "/t/left") == Shown("text", text=text)
