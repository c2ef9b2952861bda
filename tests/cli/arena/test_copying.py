"""duelling arena export, import, check, backup."""

import json
import sqlite3
from contextlib import closing

import polars as pl
import pytest

import duelling as du
from duelling import Arena
from duelling.cli.commands import run
from duelling.live.check import Checked
from tests.helpers.voters import vote_in

pytestmark = [pytest.mark.plain, pytest.mark.filterwarnings("ignore::duelling.Doubt")]


@pytest.fixture
def voted(logos):
    vote_in(logos, 40)
    return logos


def test_votes_are_printed_or_written(voted, said, data, here):
    printed = said("export", voted)
    waiting = pl.read_csv(printed.encode())["answer"].null_count()
    assert 0 < waiting < 20
    words = f"40 votes and {waiting} questions without an answer in votes.csv\n"
    assert said("export", voted, "--out", "votes.csv") == words
    assert (here / "votes.csv").read_text() == printed
    assert len(pl.read_csv("votes.csv")) == 40 + waiting
    done = data("export", voted, "--out", "x", "--format", "jsonl")
    assert done == {"file": "x", "format": "jsonl", "rows": 40, "waiting": waiting, "left_out": {}}
    said("export", voted, "--out", "votes.parquet")
    assert len(pl.read_parquet("votes.parquet")) == 40 + waiting


def test_voters_are_hidden_unless_names(voted, said):
    assert "voter 1" not in said("export", voted)
    assert "voter 1" in said("export", voted, "--names")


def test_voided_votes_on_request(voted, said, here):
    with Arena(voted) as arena:
        gone = arena.void(voter="voter 1")
    assert gone > 0
    said("export", voted, "--out", "counted.csv")
    said("export", voted, "--voided", "--out", "all.csv")
    rows = pl.read_csv("all.csv")
    assert len(pl.read_csv("counted.csv").filter(pl.col("answer").is_not_null())) == 40 - gone
    assert (len(rows), int((~rows["counted"]).sum())) == (40, gone)
    assert run(["rank", "all.csv"]) == 2  # what does not count must not be counted by mistake


def test_a_matrix_is_a_problem(voted, said, capsys):
    assert run(["arena", "export", voted, "--format", "matrix", "--smoothing", "1", "--out", "logos.txt"]) == 0
    assert "3 items in logos.txt" in capsys.readouterr().out
    assert du.problem("logos.txt").arms == ("fox", "owl", "hare")


def test_pairs_for_training_and_what_is_left_out(here, data, capsys):
    rows = [{"prompt": "Who?", "fox": "me", "owl": "I"}]
    (here / "prompts.jsonl").write_text("\n".join(map(json.dumps, rows)))
    data("new", "a.db", "--items", "fox,owl", "--cases", "prompts.jsonl")
    for answer in ("left", "tie", "skip", "right"):
        data("tell", "a.db", data("ask", "a.db")["ticket"], answer)
    assert run(["arena", "export", "a.db", "--format", "dpo"]) == 0
    out, err = capsys.readouterr()
    pairs = [json.loads(line) for line in out.splitlines()]
    assert [(pair["prompt"], {pair["chosen"], pair["rejected"]}) for pair in pairs] == [("Who?", {"me", "I"})] * 2
    assert err == "duelling: left out: 1 ties, 1 skips\n"


def test_a_journal_goes_out_and_comes_in(voted, said, data, here):
    assert said("export", voted, "--format", "journal", "--out", "journal.jsonl").endswith(" events in journal.jsonl\n")
    made = data("import", "other.db", "journal.jsonl")
    assert made["arena"] == "main"
    assert said("events", "other.db") == said("events", voted)
    assert said("standings", "other.db") == said("standings", voted)
    assert said("export", voted, "--format", "journal", "--upto", 3).count("\n") == 3
    said("export", voted, "--format", "journal", "--upto", 3, "--out", "short.jsonl")
    assert said("import", "short.db", "short.jsonl") == "short.db: arena main with 3 events\n"


def test_votes_come_in_once(logos, data, said, refused, here):
    (here / "old.csv").write_text("left,right,winner,voter\nfox,owl,fox,ann\nowl,hare,tie,bob\n")
    done = data("import", logos, "old.csv")
    assert (done["votes"], done["source"]) == (2, "old.csv")
    assert data("standings", logos)["votes"] == 2
    assert refused("import", logos, "old.csv").startswith("the votes of old.csv were taken in before")
    assert said("import", logos, "old.csv", "--again") == "2 votes from old.csv\n"
    assert data("standings", logos)["votes"] == 4
    (here / "other.csv").write_text("a,b,vote\nfox,owl,a\n")
    assert said("import", logos, "other.csv", "--columns", "left=a,right=b,winner=vote") == "1 votes from other.csv\n"


def test_what_is_left_out_of_votes_is_told(logos, here, capsys):
    (here / "old.csv").write_text("left,right,winner,case,chance\nfox,owl,fox,why,\nowl,hare,,,0.5\n")
    assert run(["arena", "import", logos, "old.csv"]) == 0
    out, err = capsys.readouterr()
    assert out == "1 votes from old.csv\n"
    assert err == "duelling: left out: 1 questions without an answer, 1 cases that the arena does not have\n"


def test_a_check_computes_everything_anew(voted, said, data, monkeypatch, capsys):
    with Arena(voted) as arena:
        events, votes = arena.head, arena.standings().votes
    assert said("check", voted) == f"{events} events, {votes} votes: everything is as the journal says\n"
    assert data("check", voted) == {"clean": True, "events": events, "votes": votes, "problems": []}
    monkeypatch.setattr(Arena, "check", lambda arena: Checked(9, 3, ("the state in use differs in roster",)))
    assert run(["arena", "check", voted]) == 1
    assert capsys.readouterr() == ("9 events, 3 votes: the state in use differs in roster\n", "")


def test_a_check_names_the_first_event_that_was_changed(voted, refused):
    with closing(sqlite3.connect(voted)) as connection:
        connection.execute("drop trigger event_no_update")
        connection.execute(
            "update event set answer = 'bad' where seq = (select min(seq) from event where kind = 'told')"
        )
        (first,) = connection.execute("select min(seq) from event where kind = 'told'").fetchone()
        connection.commit()
    assert f"event {first} is missing or was changed; events 1 to {first - 1} can be exported" in refused(
        "check", voted
    )


def test_a_copy_is_the_same_arena(voted, said, data):
    assert data("backup", voted, "copy.db") == {"place": voted, "file": "copy.db"}
    assert said("events", "copy.db") == said("events", voted)
    assert said("backup", voted, "again.db") == f"{voted} copied into again.db\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["export", "--format", "xml"], "format must be one of csv, jsonl, parquet, dpo, matrix, journal, got 'xml'"),
        (["export", "--out", "votes.xml"], "format must be said where the file does not end in csv, jsonl, parquet"),
        (["export", "--json"], "--json must come with --out"),
        (["export", "--format", "dpo", "--voided"], "voided must be left out for the format dpo, got True"),
        (["export", "--format", "journal", "--names"], "names must be left out for the format journal, got True"),
        (["export", "--smoothing", "1"], "smoothing must be left out for the format csv, got 1.0"),
        (["export", "--format", "matrix", "--smoothing", "-1"], "smoothing must be"),
        (["export", "--upto", "3"], "--upto must be left out unless the format is journal, got 3"),
        (["export", "--format", "journal", "--upto", "0"], "upto must be"),
        (["export", "--out", "logos.db/x.csv"], "cannot write into"),
        (["export", "--format", "matrix"], "must compare every pair"),
        (["export", "--format", "journal", "--name", "other"], "there is no arena 'other'"),
        (["import", "no.csv"], "cannot read 'no.csv'"),
        (["import", "strange.csv"], "strange.csv names 'cat', which is no item of arena main: add it first"),
        (["import", "damaged.csv"], "damaged.csv line 2: winner must be"),
        (["import", "journal.jsonl"], "there is an arena 'main'"),
        (["import", "journal.jsonl", "--name", "other"], "--name must be left out for a journal"),
        (["backup", "strange.csv"], "must be a new file"),
    ],
)
def test_what_is_refused(logos, refused, here, said, words, message):
    (here / "strange.csv").write_text("left,right,winner\nfox,cat,fox\n")
    (here / "damaged.csv").write_text("left,right,winner\nfox,owl,cat\n")
    said("export", logos, "--format", "journal", "--out", "journal.jsonl")
    command, *rest = words
    assert message in refused(command, logos, *rest)


def test_places_that_are_not_there(here, refused):
    for words in (["export"], ["export", "--format", "journal"]):
        assert refused(words[0], "none.db", *words[1:]).startswith("there is no journal")
    assert refused("backup", "none.db", "copy.db").startswith("there is no journal")
    (here / "old.csv").write_text("left,right,winner\nfox,owl,fox\n")
    assert refused("import", "none.db", "old.csv").startswith("there is no journal")
