"""The content of an item as a page shows it, with nothing in it that tells which item it is."""

from typing import Literal, NamedTuple

from duelling.serve.content.markdown import LONGEST, render

Kind = Literal["text", "markdown", "image"]


class Shown(NamedTuple):
    """One side of a question: a text as it is, HTML, or the address of a picture. Two of the three are None."""

    kind: Kind
    text: str | None = None
    html: str | None = None
    src: str | None = None


def show(media: Kind, text: str, address: str) -> Shown:
    """Return a content as it is shown; pictures are fetched from ``address``, or from it, a slash and their number."""
    if media == "image":
        return Shown("image", src=address)
    if media == "markdown" and len(text) <= LONGEST:
        return Shown("markdown", html=render(text).at(f"{address}/"))
    return Shown("text", text=text)
