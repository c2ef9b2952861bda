"""Items from names, tables, lists and folders; every refusal is one line."""

import json

import polars as pl
import pytest

import duelling as du
from duelling.live.reading.items import Item, read_items
from duelling.live.reading.pictures import PNG

pytestmark = pytest.mark.plain


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_names(here):
    assert read_items("fox, owl,hare,") == [Item("fox"), Item("owl"), Item("hare")]


def test_a_name_on_each_line(here):
    (here / "names.txt").write_text("fox\n\n  the owl, or not \nhare")
    assert read_items("names.txt") == [Item("fox"), Item("the owl, or not"), Item("hare")]


def test_a_table(here):
    (here / "pictures").mkdir()
    (here / "pictures" / "owl.png").write_bytes(PNG)
    (here / "items.csv").write_text(
        'Name,rank,content,media\nfox,1,"  Quick,\nbrown",\nowl,2,pictures/owl.png,image\nhare,3,,\nelk,4,x,Markdown\n'
    )
    assert read_items("items.csv") == [
        Item("fox", "  Quick,\nbrown"),
        Item("owl", PNG, "image"),
        Item("hare"),
        Item("elk", "x", "markdown"),
    ]
    rows = [{"item": "fox", "text": "x"}, {"item": 7}]
    (here / "items.jsonl").write_text("\n".join(map(json.dumps, rows)))
    assert read_items("items.jsonl") == [Item("fox", "x"), Item("7")]
    pl.DataFrame({"name": ["a", "b"], "content": ["x", None]}).write_parquet(here / "items.parquet")
    assert read_items("items.parquet") == [Item("a", "x"), Item("b")]


def test_a_path_wins_over_a_name(here):
    (here / "fox").write_text("owl\nhare\n")
    assert read_items("fox") == [Item("owl"), Item("hare")]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("items.csv", "fox,owl\n1,2\n", "items.csv must have a column name or item, got 'fox,owl'"),
        ("items.csv", "name,item\na,b\n", "items.csv must have one column for name, got 2"),
        ("items.csv", "name\nfox\nfox\n", "items.csv must have different names, got 'fox' twice"),
        ("items.csv", "name,content\nfox,\n,x\n", "items.csv line 3: name must be a text, got nothing"),
        (
            "items.csv",
            "name,media\nfox,film\n",
            "items.csv line 2: media must be one of text, markdown, image, got 'fi",
        ),
        ("items.csv", "name,content,media\nfox,no.png,image\n", "items.csv line 2: cannot read 'no.png'"),
        (
            "items.csv",
            "name,content,media\nfox,items.csv,image\n",
            "items.csv line 2: items.csv: a picture must be",
        ),
        ("items.csv", "name,content\na\x07,x\n", "items.csv line 2: name must be one line of UTF-8 without control"),
        ("items.csv", "name\n", "items.csv must name the items, got none"),
        (
            "items.jsonl",
            '{"name": "a", "content": [1]}',
            "items.jsonl line 1: content must be a text or a whole",
        ),
        ("items.jsonl", '{"name": "\\ud800"}', "items.jsonl line 1: name must be UTF-8"),
        ("names.txt", "\n", "names.txt must name the items, got none"),
        ("names.txt", "fox\nfox\n", "names.txt must have different names, got 'fox' twice"),
        ("names.txt", "cafe\u0301\ncafé\n", "names.txt must have different names"),
        ("names.txt", "a\tb\n", "names.txt: the name of an item must be one line that can be seen, without control"),
    ],
)
def test_what_is_refused(here, name, text, message):
    (here / name).write_text(text, encoding="utf-8")
    with pytest.raises(du.InputError) as error:
        read_items(name)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize("source", ["no.csv", "no/where", "NO.TXT"])
def test_a_path_that_leads_nowhere_is_no_name(here, source):
    with pytest.raises(du.UnknownName, match=f"cannot read '{source}'"):
        read_items(source)


def test_nothing_at_all(here):
    with pytest.raises(du.WrongValue, match="items must name the items, got none"):
        read_items(",")


@pytest.mark.parametrize("content", ["", " \n"])
def test_a_content_that_nobody_can_see_is_refused(tmp_path, content):
    with pytest.raises(du.WrongValue, match=r"items: the content of 'a' must be a text that can be seen, got '"):
        du.Arena(tmp_path / "a.db", [("a", content), "b"])
