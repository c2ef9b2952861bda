"""The page about reading votes shows lines that work."""

import re
import shutil
from pathlib import Path

import pytest

import duelling as du
from duelling.votes.reading.columns import MEANINGS

pytestmark = pytest.mark.plain

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "votes" / "reading.md").read_text()


def test_the_converter_keeps_every_vote(tmp_path, monkeypatch, capsys):
    for name in ("crowd.txt", "logos.csv"):
        shutil.copy(ROOT / "examples" / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    codes = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    names: dict = {}
    with pytest.warns(du.Doubt, match="logos.csv: 1 of 28 pairs never met"):
        exec(codes[0], names)
    assert names["counts"].votes == 300
    exec(codes[1], names)
    lines = [line.split() for line in Path("crowd.txt").read_text().splitlines() if line[0] != "#"]
    found = du.tally("crowd.csv")
    assert (found.votes, found.left, found.right) == (len(lines), *([line[2] for line in lines].count(x) for x in "LR"))
    assert set(found.items) == {"fox", "owl (7B)", "hare", "C# coder"}
    assert len(found.voters) == len({line[4] for line in lines})
    assert str(found) in capsys.readouterr().out


def test_the_columns_that_the_page_lists_are_all_that_are_known():
    table = PAGE.partition("## What the columns mean")[2].partition("\n\nOnly")[0]
    headings = re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| [a-z, ]+ \| (.*?) \|", table, re.M)))
    assert sorted(headings) == sorted(heading for known in MEANINGS.values() for heading in known)
