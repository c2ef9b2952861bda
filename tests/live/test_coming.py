"""Items and cases as callers give them."""

import pytest

import duelling as du
from duelling.live.coming import cases_of, items_of
from duelling.live.reading.cases import Case
from duelling.live.reading.items import Item
from duelling.live.reading.pictures import PNG

pytestmark = pytest.mark.plain

TEA, MILK = Item("tea"), Item("milk", "white")


def test_items_of_many_forms(tmp_path):
    (tmp_path / "tea.txt").write_text("green")
    assert items_of(["tea", "milk"]) == [Item("tea"), Item("milk")]
    assert items_of({"tea": None, "milk": "white"}) == [TEA, MILK]
    assert items_of([TEA, ("milk", "white"), ("a",), ("b", PNG, "image")]) == [
        TEA, MILK, Item("a"), Item("b", PNG, "image")
    ]  # fmt: skip
    assert items_of(tmp_path) == items_of(str(tmp_path)) == [Item("tea", "green")]
    assert items_of(name for name in ("tea", "milk")) == [Item("tea"), Item("milk")]


@pytest.mark.parametrize(
    ("items", "message"),
    [
        (5, "items must be a list of names, a file or a folder, got 5"),
        ("logs", "items must be a list of names, or the path of a file or folder, got 'logs'"),
        ([], "items must name the items, got none"),
        (["tea", 5], "items must be a text, got 5"),
        (["tea", "tea"], "items must have different names, got 'tea' twice"),
        ([("tea", 5)], "items must have a text as content, got 5 for 'tea'"),
        ([("tea", b"x")], "items must have a text as content"),
        ([("tea", "x", "image")], "items must have the bytes of a picture as content"),
        ([("tea", b"x", "image")], "a picture must be PNG, JPEG, WebP, GIF or AVIF, got something else"),
        ([("tea", "x", "film")], "media must be one of text, markdown, image"),
        ([("tea", "x", "text", 1)], "items must be names, or records"),
        ([()], "items must be names, or records"),
        ({"tea": 5}, "items must have a text as content"),
        ([("tea", "\ud800")], "the content of 'tea' must be a text in UTF-8, got '\\ud800'"),
        ([" "], "items: the name of an item must be one line that can be seen"),
        ([f"item {n}" for n in range(1001)], "items must be at most 1000, got 1001"),
    ],
)
def test_items_that_are_refused(items, message):
    with pytest.raises(du.InputError) as error:
        items_of(items)
    assert str(error.value).startswith(message)


def test_cases_of_many_forms(tmp_path):
    (tmp_path / "prompts.csv").write_text("prompt,tea,milk\nwhy?,a,b\n")
    assert cases_of(None, [TEA]) == []
    assert cases_of(["why?\nwhen?"], [TEA]) == [Case("why?\nwhen?", {})]
    given = [("why?", {"tea": "so"}, "markdown"), ("a", {}), ("b",)]
    assert cases_of(given, [TEA, MILK]) == [Case("why?", {"tea": "so"}, "markdown"), Case("a", {}), Case("b", {})]
    assert cases_of(tmp_path / "prompts.csv", [TEA, MILK]) == [Case("why?", {"tea": "a", "milk": "b"})]


@pytest.mark.parametrize(
    ("cases", "message"),
    [
        (5, "cases must be texts, or a file, got 5"),
        ([5], "cases must be texts, or records (text, contents, media), got 5"),
        ([" "], "cases must be texts that can be seen, got ' '"),
        ([(5, {})], "cases must be texts that can be seen, got 5"),
        ([("x", "y")], "cases must be texts, or records"),
        ([("x", {"cat": "y"})], "cases must have contents of items, got 'cat'"),
        ([("x", {"tea": 5})], "cases must have texts as contents, got 5 for 'tea'"),
        ([("x", {}, "image")], "media must be one of text, markdown, got 'image'"),
        (["\ud800"], "a case must be a text in UTF-8, got '\\ud800'"),
        ([("x", {"tea": "\ud800"})], "the content of 'tea' must be a text in UTF-8, got '\\ud800'"),
        ("no.txt", "cannot read 'no.txt'"),
    ],
)
def test_cases_that_are_refused(cases, message):
    with pytest.raises(du.InputError) as error:
        cases_of(cases, [TEA])
    assert str(error.value).startswith(message)
