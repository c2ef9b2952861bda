"""Standings for the eye: a page, a form for notebooks, figures, files."""

import csv
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import duelling as du
from duelling.canvas import content
from duelling.votes.page.page import page

pytestmark = pytest.mark.plain

MASCOTS = Path(__file__).parents[3] / "examples" / "mascots.csv"
EVIL = '<script>alert("1")</script>'


@pytest.fixture(scope="module")
def standings():
    return du.rank(MASCOTS, pairs="uniform", within=0.1)


def test_the_page_needs_no_other_file_and_says_what_is_guaranteed(standings):
    text = page(standings)
    assert "<script" not in text
    for link in ("src=", "@import", "url(http"):
        assert link not in text
    assert standings.verdict.says in text
    for line in standings.assumes:
        assert line in text
    assert "display only, approximate" in text


def test_names_of_items_are_escaped_everywhere():
    found = du.rank([(EVIL, "b", "b")] * 9)
    for text in (page(found), found._repr_html_()):
        assert "<script" not in text
        assert "&lt;script&gt;" in text


def test_a_folder_gets_all_forms(standings, tmp_path):
    standings.save(tmp_path / "out")
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {"index.html", "standings.csv", "standings.json", "intervals.svg", "matrix.svg"}
    drawing = (tmp_path / "out" / "matrix.svg").read_text()
    assert drawing[drawing.index("<svg") :] in (tmp_path / "out" / "index.html").read_text()
    rows = list(csv.DictReader((tmp_path / "out" / "standings.csv").open()))
    assert [row["item"] for row in rows] == list(standings.items)
    assert list(rows[0]) == [*standings.frame().columns, "display_only"]
    assert {row["display_only"] for row in rows} == {"score, strength, strength_se"}
    kept = json.loads((tmp_path / "out" / "standings.json").read_text())
    assert kept["verdict"]["says"] == standings.verdict.says


@pytest.mark.parametrize("what", ["intervals", "matrix"])
def test_figures_are_the_same_each_time_and_name_every_item(standings, what):
    one, two = (content(standings.plot(what), "svg") for _ in range(2))
    assert one == two
    words = "".join(ET.fromstring(one).itertext())
    assert all(item in words for item in standings.items)


def test_another_figure_is_refused(standings):
    with pytest.raises(du.InputError, match="what must be"):
        standings.plot("pie")
