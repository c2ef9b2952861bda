"""Votes as files: they are read back as the same votes."""

import io
import json
import warnings

import polars as pl
import pytest

import duelling as du
from duelling.live.exports.frame import votes_frame
from duelling.live.exports.tables import TABLES, as_csv, warn_of_formulas
from duelling.live.journal.opening import open_store
from duelling.votes.reading.read import read_votes
from tests.helpers.histories import Book, facts_of, kept

pytestmark = [pytest.mark.plain, pytest.mark.filterwarnings("ignore::duelling.Doubt")]


@pytest.fixture
def votes(tmp_path):
    """The votes of a history, with the questions that wait."""
    events = Book(3).events
    with open_store(tmp_path / "journal.db") as store:
        arena = kept(store, events)
        return votes_frame(facts_of(events), lambda kind, names: store.columns(arena, kind, names), waiting=True)


@pytest.mark.parametrize("kind", TABLES)
def test_a_file_is_read_back_as_the_same_votes(tmp_path, votes, kind):
    path = tmp_path / f"votes.{kind}"
    path.write_bytes(TABLES[kind](votes.drop("ticket", "counted")))
    ballots = read_votes(path)
    rows = [row for row in votes.to_dicts() if row["answer"]]
    assert len(ballots) == len(rows)
    assert len(ballots.waiting) == len(votes) - len(rows) > 0
    for place, row in enumerate(rows):
        assert ballots.items[ballots.left[place]] == row["left"]
        assert ballots.items[ballots.right[place]] == row["right"]
        assert ballots.outcome[place] == {"left": 1, "right": -1}.get(row["answer"], 0)
        assert ballots.bad[place] == (row["answer"] == "bad")
        assert (ballots.voters[ballots.voter[place]] if ballots.voter[place] >= 0 else None) == row["voter"]
        assert (ballots.cases[ballots.case[place]] if ballots.case[place] >= 0 else None) == row["case"]
        for column in ("chance", "least"):
            found = getattr(ballots, column)[place]
            assert row[column] is None if found != found else found == row[column]
        if row["out"]:
            assert {ballots.items[k] for k in ballots.outs[ballots.out[place]]} == set(json.loads(row["out"]))


def test_times_are_the_same_words_in_csv_and_json(votes):
    csv = pl.read_csv(io.BytesIO(TABLES["csv"](votes)))
    lines = [json.loads(line) for line in TABLES["jsonl"](votes).decode().splitlines()]
    assert csv["told"].to_list() == [line["told"] for line in lines]
    assert csv["told"].drop_nulls()[0].endswith("Z")
    assert pl.read_parquet(io.BytesIO(TABLES["parquet"](votes))).equals(votes)


def test_a_spreadsheet_is_warned_of(votes):
    with pytest.warns(du.Doubt, match="a spreadsheet takes '=1\\+1' in the column left for a formula: import"):
        as_csv(votes)
    names = pl.DataFrame({each: ["-5", "+1.5", "fox"] for each in ("left", "right", "winner", "voter", "case")})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_of_formulas(names)
