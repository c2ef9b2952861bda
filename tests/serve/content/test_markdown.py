"""Markdown against everything that wants to be more than text."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duelling.serve.content.markdown import HERE, render

pytestmark = pytest.mark.plain

TAGS = {
    *("p", "em", "strong", "s", "h3", "h4", "h5", "h6", "a", "img", "br", "hr", "pre", "code"),
    *("ul", "ol", "li", "blockquote", "table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {
    "a": {"href", "target", "rel", "title"},
    "img": {"src", "alt"},
    "code": {"class"},
    "ol": {"start"},
    "th": {"class"},
    "td": {"class"},
}
ATTACKS = r"""
<script>alert(1)</script>
<img src=x onerror=alert(1)>
<svg onload=alert(1)>
<iframe src="javascript:alert(1)"></iframe>
<a href="javascript:alert(1)">x</a>
<style>*{background:url(//evil.example)}</style>
<math><mi//xlink:href="data:x,<script>alert(1)</script>">
<!-- --><script>alert(1)</script>
<![CDATA[<script>alert(1)</script>]]>
<?php echo 1 ?>
<base href="//evil.example/">
<meta http-equiv="refresh" content="0;url=//evil.example">
<form action="//evil.example"><button>x
<object data="data:text/html,<script>alert(1)</script>">
<details open ontoggle=alert(1)>
[x](javascript:alert(1))
[x](JaVaScRiPt:alert(1))
[x]( javascript:alert(1))
[x](java&#115;cript:alert(1))
[x](javascript&colon;alert(1))
[x](&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A&#x61&#x6C&#x65&#x72&#x74&#x28&#x31&#x29)
[x](java%0ascript:alert(1))
[x](<java&NewLine;script:alert(1)>)
[x](\x01javascript:alert(1))
[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)
[x](DATA:text/html,<script>alert(1)</script>)
[x](vbscript:msgbox(1))
[x](file:///etc/passwd)
[x](//evil.example/x)
[x](/admin/logout)
[x](media:0123)
[x](blob:https://example.org/1)
[x](http://[::1)
[x](https://good.example "onclick=alert(1)")
[x](https://good.example/"onmouseover="alert(1))
[x](https://good.example/<script>)
[x]: javascript:alert(1)
[x][y] <javascript:alert(1)>
<https://good.example/"onmouseover=alert(1)>
![x](javascript:alert(1))
![x](https://evil.example/pixel.gif)
![x](//evil.example/pixel.gif)
![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)
![x"onerror="alert(1)](media:0123)
![x](media:0123" onerror="alert(1))
![x](media:"onerror=alert(1))
![<script>alert(1)</script>](https://evil.example/)
![![x](javascript:alert(1))](media:0123)
[![x](https://evil.example/a.png)](javascript:alert(1))
```html" onclick="alert(1)
`<script>alert(1)</script>`
    <script>alert(1)</script>
| <script> | b |
|:--|--:|
&lt;script&gt;alert(1)&lt;/script&gt;
# <b onmouseover=alert(1)>x
> <q onclick=alert(1)>
1. <li onclick=alert(1)>
<a/href="j&Tab;a&Tab;v&Tab;asc&NewLine;ri&Tab;pt&colon;alert&lpar;1&rpar;">x
""".strip().splitlines()


class Looker(HTMLParser):
    """Everything in some HTML that is not on the list of what may be there."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.wrong: list[object] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        allowed = tag in TAGS and {name for name, _ in attrs} <= ATTRIBUTES.get(tag, set())
        values = dict(attrs)
        link = tag != "a" or "href" not in values or values["href"].startswith(("http://", "https://", "mailto:"))
        source = tag != "img" or values.get("src", "").startswith("/here/")
        if not (allowed and link and source):
            self.wrong.append((tag, attrs))

    def handle_comment(self, data):
        self.wrong.append(data)

    handle_decl = unknown_decl = handle_pi = handle_comment


def look(text: str) -> Looker:
    looker = Looker()
    looker.feed(render(text).at("/here/"))
    looker.close()
    return looker


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_is_text_in_any_surroundings(attack):
    assert len(ATTACKS) >= 55
    for text in (
        attack,
        f"- {attack}",
        f"> {attack}",
        f"a *b {attack} c*",
        f"[{attack}](https://x.example)",
        attack * 3,
    ):
        assert look(text).wrong == []


@given(
    st.lists(st.sampled_from([*ATTACKS, "\n", "\n\n", "[", "](", ")", "<", ">", '"', "`", "\\", "&", "|"]), max_size=8)
)
def test_attacks_one_after_another(parts):
    assert look("".join(parts)).wrong == []


@given(st.text(max_size=80))
def test_any_text(text):
    rendered = render(text)
    assert look(text).wrong == []
    assert HERE not in rendered.at("/here/")


def test_what_may_be_written():
    words = "# One\n\n*a* **b** ~~c~~ [d](https://x.example/y?z=1)\n\n"
    text = f"{words}| e | f |\n|--|:-:|\n| 1 | 2 |\n\n- g\n\n```py\nh\n```\n"
    seen = look(text)
    assert seen.wrong == []
    assert {"h3", "em", "strong", "s", "a", "table", "td", "ul", "pre", "code"} <= {tag for tag, _ in seen.tags}
    assert [values for tag, values in seen.tags if tag == "td"] == [{}, {"class": "center"}]
    link = dict(seen.tags)["a"]
    assert link == {"href": "https://x.example/y?z=1", "target": "_blank", "rel": "noopener noreferrer nofollow"}


def test_pictures_have_the_numbers_of_their_places_and_no_digest():
    rendered = render("![one](media:aaa) and ![two *words*](media:bbb) ![three](https://elsewhere.example/c.png)")
    assert rendered.pictures == ("aaa", "bbb")
    html = rendered.at("/t/1/left/")
    assert '<img src="/t/1/left/0" alt="one" />' in html
    assert '<img src="/t/1/left/1" alt="two words" />' in html
    assert "[three]" in html
    assert not any(each in html for each in ("aaa", "bbb", "elsewhere"))
