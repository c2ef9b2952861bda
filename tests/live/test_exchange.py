"""What goes out of an arena comes back the same: votes to ``rank``, the matrix and the arena itself to ``problem``."""

import hashlib
import io
import json

import numpy as np
import polars as pl
import pytest

import duelling as du
from duelling.live.imports.journal import import_journal
from duelling.live.members import item_rows, voter_rows
from duelling.live.reading.items import Item
from duelling.votes.reading.read import read_votes
from tests.helpers.voters import vote_in

pytestmark = [pytest.mark.plain, pytest.mark.filterwarnings("ignore::duelling.Doubt")]

ITEMS = ["fox", "owl", "hare", "elk"]
P = [[0.5, 0.8, 0.9, 0.7], [0.2, 0.5, 0.6, 0.6], [0.1, 0.4, 0.5, 0.5], [0.3, 0.4, 0.5, 0.5]]
PROBLEM = du.PreferenceMatrix(P, ITEMS)


def same(one, other):
    """Whether two standings say the same."""
    assert one.items == other.items
    for column in ("score", "low", "high", "first", "last", "wins", "ties"):
        np.testing.assert_array_equal(getattr(one, column), getattr(other, column))
    np.testing.assert_allclose(one.strength, other.strength, atol=1e-9)  # items are summed in another order
    assert one.verdict.says == other.verdict.says
    assert one.votes == other.votes


@pytest.mark.parametrize(("goal", "delays"), [("best", 0), ("show", 9), ("rank", 9)])
def test_a_file_of_votes_says_what_the_arena_says(tmp_path, goal, delays):
    """At the level of the first roster, while answers are on their way, before and after somebody has left the race."""
    voters = du.testing.Voters(PROBLEM, ties=0.1, delays=delays, seed=3)
    with du.Arena(tmp_path / "a.db", ITEMS, goal=goal, seed=1) as arena:
        for _ in range(3):
            voters.vote(arena, 60)
            said, level = arena.standings(), arena.look(lambda state: state.level)
            files = [tmp_path / f"votes.{kind}" for kind in ("csv", "jsonl", "parquet")]
            for file in files:
                arena.export(file)
            read = [vars(read_votes(file)) | {"source": ""} for file in files]
            np.testing.assert_equal(read[1:], [read[0], read[0]])  # all that ``rank`` sees of a file
            same(du.rank(files[0], delta=level), said)


def test_votes_of_items_that_have_gone(tmp_path):
    with du.Arena(tmp_path / "a.db", ITEMS, seed=1) as arena:
        vote_in(tmp_path / "a.db", 30)
        arena.retire("elk")
        vote_in(tmp_path / "a.db", 30)
        whole = pl.read_csv(io.BytesIO(arena.export(format="csv").content))
        assert whole["chance"].null_count() == len(whole) == 60  # among which items they are chances nobody could tell
        arena.export(tmp_path / "present.csv", present=True)
        present = pl.read_csv(tmp_path / "present.csv")
        assert "elk" not in {*present["left"], *present["right"]}
        same(du.rank(tmp_path / "present.csv", delta=arena.look(lambda state: state.level)), arena.standings())


def test_tickets_have_their_ids_and_voters_their_names(tmp_path):
    with du.Arena(tmp_path / "a.db", ITEMS, seed=1) as arena:
        tickets = [arena.ask(voter=name) for name in ("ann", "bob")]
        for ticket in reversed(tickets):
            arena.tell(ticket, "left", took=9)
        frame = arena.votes()
        assert frame["ticket"].to_list() == [ticket.id for ticket in tickets]
        assert frame["voter"].to_list() == ["ann", "bob"]
        assert frame["left"].to_list() == [ticket.left for ticket in tickets]
        content = arena.export(format="csv").content.decode()
        assert "ann" not in content
        assert tickets[0].id not in content
        arena.void(voter="ann")
        assert arena.votes()["voter"].to_list() == ["bob"]
        assert arena.votes(voided=True)["counted"].to_list() == [False, True]


def test_a_problem_for_the_laboratory(tmp_path):
    place = tmp_path / "a.db"
    with du.Arena(place, ITEMS, seed=1) as arena:
        vote_in(place, 80)
        made = arena.problem(0.5)
        counts = du.tally(arena.votes())
        order = [counts.items.index(item) for item in ITEMS]
        np.testing.assert_array_equal(made.win, counts.problem(0.5).win[np.ix_(order, order)])
        arena.export(tmp_path / "matrix.txt", "matrix", smoothing=0.5)
        assert du.problem(tmp_path / "matrix.txt").describe()["sha256"] == made.describe()["sha256"]
        assert du.problem(arena).arms == tuple(ITEMS)
    assert du.problem(f"arena:{place},smoothing=0.5").describe() == made.describe()
    result = du.simulate(f"arena:{place},smoothing=0.5", "random", horizon=10, runs=1)
    assert result.problem["name"] == "main" if isinstance(result.problem, dict) else True


def test_a_journal_moves_to_another_place(tmp_path):
    picture = b"\x89PNG\r\n\x1a\n"
    items = [Item("fox", picture, "image"), Item("owl", "an *owl*", "markdown"), Item("hare")]
    with du.Arena(tmp_path / "a.db", items, seed=1, cases=["why?"]) as arena:
        vote_in(tmp_path / "a.db", 20)
        ticket = arena.ask(voter="new")
        arena.export(tmp_path / "journal.jsonl", "journal")
        journal = import_journal(tmp_path / "journal.jsonl", tmp_path / "b.db")
        with du.Arena(tmp_path / "b.db") as other:
            assert other.head == arena.head == len(journal.events)
            same(other.standings(), arena.standings())
            assert other.votes().equals(arena.votes())
            assert other.ask(voter="new") == ticket  # the same id
            assert other.export(format="journal").content == arena.export(format="journal").content
            assert other._store.media(hashlib.sha256(picture).hexdigest())[1] == picture


def test_pairs_for_training_are_lines(tmp_path):
    cases = [("why?", {"fox": "x", "owl": "y"}, "text")]
    with du.Arena(tmp_path / "a.db", ["fox", "owl"], cases=cases, repeats=None) as arena:
        for answer in ("left", "right", "tie", "bad", "skip"):
            arena.tell(arena.ask(voter=answer), answer)
        done = arena.export(tmp_path / "pairs.jsonl", "dpo")
    rows = [json.loads(line) for line in (tmp_path / "pairs.jsonl").read_text().splitlines()]
    assert (done.rows, done.left_out) == (2, {"ties": 2, "skips": 1})
    assert all(row["prompt"] == "why?" and {row["chosen"], row["rejected"]} == {"x", "y"} for row in rows)


def test_a_copy_is_the_same_arena(tmp_path):
    with du.Arena(tmp_path / "a.db", ITEMS, seed=1) as arena:
        vote_in(tmp_path / "a.db", 10)
        arena.backup(tmp_path / "copy.db")
        with du.Arena(tmp_path / "copy.db") as copy:
            assert copy.votes().equals(arena.votes())
        with pytest.raises(du.Conflict, match="must be a new file"):
            arena.backup(tmp_path / "copy.db")


def test_look_wants_a_function(tmp_path):
    with du.Arena(tmp_path / "a.db", ITEMS) as arena:
        assert arena.look(lambda state: state.name) == "main"
        with pytest.raises(du.WrongValue, match="see must be a function"):
            arena.look("name")


def test_the_votes_of_a_voter_from_elsewhere_are_taken_away_with_his_others_and_come_back(tmp_path):
    (tmp_path / "old.csv").write_text("left,right,winner,voter\nfox,owl,fox,ann\nfox,elk,tie,ann\nowl,elk,owl,bob\n")
    with du.Arena(tmp_path / "a.db", ITEMS, seed=1) as arena:
        arena.include(tmp_path / "old.csv")
        arena.tell(arena.ask(voter="ann"), "left")
        assert arena.void(voter="ann") == 3
        assert arena.void(voter="ann") == 0
        assert arena.standings().votes == 1
        assert arena.votes().height == 1
        assert arena.votes(voided=True)["counted"].to_list().count(False) == 3
        said = arena.standings().warnings
        assert any(line.startswith("3 votes were taken away") for line in said)
        assert any(line.startswith("1 votes came from elsewhere") for line in said)
        assert {row["voter"]: row["votes"] for row in arena.look(voter_rows)} == {"ann": 0, "bob": 1}
        assert sum(row["votes"] for row in arena.look(item_rows)) == 2
        assert arena.check().clean
        assert arena.restore(voter="ann") == 3
        assert arena.standings().votes == 4
        assert not any("taken away" in line for line in arena.standings().warnings)
        assert arena.check().clean
