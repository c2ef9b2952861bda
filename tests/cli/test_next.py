"""duelling next: pairs as CSV and JSON that can be filled in and read back."""

import io
import json
import sys

import polars as pl
import pytest

import duelling as du
from duelling.cli.commands import run
from duelling.votes.reading.read import read_votes

pytestmark = pytest.mark.plain

VOTES = "left,right,winner\na,b,a\nb,c,c\na,c,tie\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "votes.csv").write_text(VOTES)
    return tmp_path


def test_it_prints_what_python_returns(here, capsys):
    assert run(["next", "votes.csv", "-n", "4", "--goal", "rank", "--seed", "7"]) == 0
    printed = capsys.readouterr().out
    found = du.next_pairs("votes.csv", 4, "rank", seed=7)
    assert printed == found.write_csv()
    assert run(["next", "votes.csv", "-n", "4", "--goal", "rank", "--seed", "7", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [tuple(row.values())[:3] for row in rows] == found.select("left", "right", "chance").rows()
    assert set(rows[0]) == {"left", "right", "chance", "least", "out"}
    filled = [row | {"winner": "left", "out": ["b"]} for row in rows]
    old = [{"left": "a", "right": "b", "winner": "a"}, {"left": "c", "right": "b", "winner": "b"}]
    votes = read_votes([*old, *filled])
    assert votes.chance[2:].tolist() == found["chance"].to_list()
    assert {votes.outs[place] for place in votes.out[2:]} == {(1,)}


def test_what_is_printed_is_utf_8_whatever_the_terminal_has(here, monkeypatch):
    """Another encoding could not be read back, and would lack letters."""
    (here / "votes.csv").write_text("left,right,winner\né,漢,left\n", encoding="utf-8")
    room = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(room, "latin1", errors="replace"))
    assert run(["next", "votes.csv", "-n", "1"]) == 0
    (here / "more.csv").write_bytes(room.getvalue())
    assert {*pl.read_csv("more.csv").row(0)[:2]} == {"é", "漢"}


def test_the_file_can_be_filled_in_and_read_back(here, capsys, monkeypatch):
    assert run(["next", "votes.csv", "-n", "4", "--out", "more.csv"]) == 0
    assert capsys.readouterr().out == "4 pairs wait for a winner in more.csv\n"
    asked = read_votes("more.csv")
    assert (len(asked), len(asked.waiting)) == (3, 4)
    text = (here / "more.csv").read_text()
    assert text.startswith("left,right,winner,chance,least,out\n")
    (here / "more.csv").write_text(text.replace(",,0.3", ",tie,0.3", 2))  # two of four have answers
    half = read_votes("more.csv")
    assert (len(half), len(half.waiting), half.settled) == (5, 2, 5)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO((here / "more.csv").read_bytes())))
    assert run(["next", "-", "-n", "2", "--out", "more.csv"]) == 0  # into itself
    assert (len(read_votes("more.csv")), len(read_votes("more.csv").waiting)) == (5, 4)


def test_other_headings_are_kept(here):
    pl.DataFrame({"x": ["a", "b"], "y": ["b", "c"], "best": ["x", "y"], "note": [1, 2]}).write_parquet("votes.parquet")
    columns = "left=x,right=y,winner=best"
    assert run(["next", "votes.parquet", "-n", "1", "--columns", columns, "--out", "more.csv"]) == 0
    assert (here / "more.csv").read_text().splitlines()[:2] == ["x,y,best,note,chance,least,out", "a,b,x,1,,,"]
    assert len(read_votes("more.csv", columns).waiting) == 1


@pytest.mark.parametrize("name", ["votes.jsonl", "votes.parquet"])
def test_lists_are_written_so_that_they_can_be_read_back(here, name):
    given = {"chance": 0.5, "least": 0.25, "out": ["c", "é"], "note": {"why": [1]}}
    rows = [{"left": "a", "right": "b", "winner": "a", **given}, {"left": "c", "right": "é", "winner": "c", **given}]
    if name.endswith("l"):
        (here / name).write_text("\n".join(map(json.dumps, rows)))
    else:
        pl.DataFrame(rows).write_parquet(name)
    assert run(["next", name, "-n", "1", "--goal", "rank", "--out", "more.csv"]) == 0
    again = read_votes("more.csv")
    assert [again.outs[place] for place in again.out] == [(2, 3), (2, 3)]
    assert pl.read_csv("more.csv")["note"][0] == '{"why": [1]}'


def test_nothing_is_asked_once_all_is_said(here, capsys):
    (here / "votes.csv").write_text("left,right,winner\n" + "a,b,a\n" * 30)
    for goal in ("best", "condorcet"):
        assert run(["next", "votes.csv", "--goal", goal, "--pairs", "uniform"]) == 0
        said = capsys.readouterr()
        assert said.out == "left,right,winner,chance,least,out\n"
        assert said.err == "duelling: nothing to ask, the question is decided\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["none.csv"], "duelling: cannot read 'none.csv': No such file or directory"),
        (["votes.csv", "--goal", "worst"], "duelling: goal must be one of best, condorcet, rank, got 'worst'"),
        (["votes.csv", "-n", "0"], "duelling: n must be a whole number from 1 to 100000, got 0"),
        (["votes.csv", "--pairs", "logged"], "duelling: pairs must be one of any, uniform, first, balanced where"),
        (["votes.csv", "--out", "none/../votes.csv/x"], "duelling: cannot write into"),
        (["votes.csv", "--out", ""], "duelling: Invalid value for '--out': a path must not be empty"),
        ([""], "duelling: votes must be a path, got ''"),
    ],
)
def test_bad_input_is_one_line(here, capsys, words, message):
    assert run(["next", *words]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(message)
    assert len(said.err.splitlines()) == 1
    assert (here / "votes.csv").read_text() == VOTES
