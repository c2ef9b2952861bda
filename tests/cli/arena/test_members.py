"""duelling arena items, voters."""

import pytest

from duelling import Arena

pytestmark = pytest.mark.plain


def test_items_come_and_go(logos, data, said, here):
    ticket = data("ask", logos, "--voter", "ann")
    data("tell", logos, ticket["ticket"], "left")
    rows = {row["item"]: row for row in data("items", logos)}
    assert {name: row["votes"] for name, row in rows.items()} == {
        name: int(name in (ticket["left"], ticket["right"])) for name in ("fox", "owl", "hare")
    }
    (here / "more.csv").write_text("name,content\nlynx,a lynx\nelk,\n")
    assert [row["item"] for row in data("items", logos, "--add", "more.csv")] == ["fox", "owl", "hare", "lynx", "elk"]
    gone = data("items", logos, "--retire", "fox", "--retire", "elk")
    assert {row["item"]: row["competes"] for row in gone} == {
        "fox": False, "owl": True, "hare": True, "lynx": True, "elk": False
    }  # fmt: skip
    assert data("items", logos, "--add", "fox")[0] == rows["fox"]
    lines = said("items", logos).splitlines()
    assert lines[1].split() == ["item", "competes", "media", "votes"]
    assert lines[3].split() == ["fox", "yes", "text", str(rows["fox"]["votes"])]


def test_an_item_comes_with_its_answers(here, data, refused):
    (here / "cases.csv").write_text("prompt,fox,owl\nwhy?,so,thus\n")
    (here / "more.csv").write_text("prompt,elk\nwhy?,hence\n")
    data("new", "logos.db", "--items", "fox,owl", "--cases", "cases.csv", "--seed", 1)
    assert refused("items", "logos.db", "--cases", "more.csv").startswith("--cases must come with --add")
    assert "must come with its answers" in refused("items", "logos.db", "--add", "elk")
    assert "must have a column for each item" in refused("items", "logos.db", "--add", "elk", "--cases", "cases.csv")
    assert [row["item"] for row in data("items", "logos.db", "--add", "elk", "--cases", "more.csv")][-1] == "elk"


def test_voters_are_barred_and_admitted(logos, data, said, refused):
    data("tell", logos, data("ask", logos, "--voter", "ann")["ticket"], "left")
    assert data("voters", logos) == [{"voter": "ann", "barred": False, "votes": 1}]
    assert data("voters", logos, "--bar", "ann") == [{"voter": "ann", "barred": True, "votes": 1}]
    assert "barred" in refused("ask", logos, "--voter", "ann")
    assert data("voters", logos, "--admit", "ann") == [{"voter": "ann", "barred": False, "votes": 1}]
    assert said("voters", logos).splitlines()[3].split() == ["ann", "no", "1"]


def test_what_is_refused(logos, refused):
    assert refused("items", logos, "--retire", "fox", "--retire", "nobody").startswith("there is no item 'nobody'")
    assert refused("items", logos, "--add", "no.csv").startswith("cannot read 'no.csv'")
    assert refused("items", logos, "--add", "lynx", "--retire", "fox") == (
        "--add and --retire must be given in two commands, got both"
    )
    assert refused("voters", logos, "--bar", "nobody").startswith("there is no voter 'nobody'")
    assert refused("voters", logos, "--bar", "a", "--admit", "b").startswith("--bar and --admit must be given in two")
    for command in ("items", "voters"):
        assert refused(command, "none.db").startswith("there is no journal")
    with Arena(logos) as arena:
        assert arena.items == ("fox", "owl", "hare")
