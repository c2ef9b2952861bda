"""Markdown as HTML that can do nothing: no HTML of its own, links to the web alone, pictures of the arena alone."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from markdown_it.token import Token

SCHEMES = ("http", "https", "mailto")
MEDIA = "media:"  # a picture of the arena is written ![words](media:DIGEST)
DEEPEST = 6
BELOW = 2  # the page has headings of its own
LONGEST = 200_000  # characters; more is shown as plain text
HERE = "\0"  # markdown-it-py leaves no such character in what it makes


class Rendered(NamedTuple):
    """HTML, and the digests of the pictures in it. The picture n has the address ``<HERE>n``."""

    html: str
    pictures: tuple[str, ...]

    def at(self, address: str) -> str:
        """Return the HTML with pictures at ``address``, followed by their number."""
        return self.html.replace(HERE, address)


@lru_cache(maxsize=512)
def render(text: str) -> Rendered:
    """Return ``text``, which is markdown, as HTML.

    >>> render("*safe* <script>").html
    '<p><em>safe</em> &lt;script&gt;</p>\\n'
    """
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "linkify": False}).enable(["table", "strikethrough"])
    parser.validateLink = lambda url: _scheme(url) in SCHEMES or url.startswith(MEDIA)  # type: ignore[method-assign]
    tokens = parser.parse(text)
    pictures: list[str] = []
    for token in _walk(tokens):
        _settle(token, pictures)
    return Rendered(parser.renderer.render(tokens, parser.options, {}), tuple(pictures))


def _walk(tokens: Iterable["Token"]) -> Iterator["Token"]:
    for token in tokens:
        yield token
        yield from _walk(token.children or ())


def _settle(token: "Token", pictures: list[str]) -> None:
    """Let links open elsewhere, pictures come from the arena, and headings stand below those of the page."""
    if token.type == "link_open":
        if _scheme(str(token.attrs.get("href", ""))) not in SCHEMES:
            token.attrs = {}
        else:
            token.attrs = {"href": token.attrs["href"], "target": "_blank", "rel": "noopener noreferrer nofollow"}
    elif token.type in ("th_open", "td_open") and token.attrs:  # the page allows no styles but those of its own file
        token.attrs = {"class": str(token.attrs["style"]).removeprefix("text-align:")}
    elif token.type in ("heading_open", "heading_close"):
        token.tag = f"h{min(DEEPEST, int(token.tag[1]) + BELOW)}"
    elif token.type == "image":
        source = str(token.attrs.get("src", ""))
        if source.startswith(MEDIA):
            token.attrs = {"src": f"{HERE}{len(pictures)}", "alt": ""}  # the renderer fills in the words
            pictures.append(source.removeprefix(MEDIA))
        else:
            _to_text(token)


def _to_text(token: "Token") -> None:
    """A picture from elsewhere is never fetched: its words stand for it."""
    words = "".join(_words(token.children or ()))
    token.type, token.tag, token.content, token.children, token.attrs = "text", "", f"[{words}]", None, {}


def _words(tokens: "Sequence[Token]") -> Iterator[str]:
    for token in tokens:
        if token.type in ("text", "code_inline"):
            yield token.content
        yield from _words(token.children or ())


def _scheme(url: Any) -> str:
    try:
        return urlsplit(str(url).strip()).scheme.lower()
    except ValueError:  # such as an address with half a bracket
        return ""
