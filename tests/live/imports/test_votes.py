"""Votes from elsewhere: read as everywhere, recorded once, counted for pairs."""

import itertools

import numpy as np
import polars as pl
import pytest

import duelling as du
from duelling.live.imports import votes as imports
from duelling.live.imports.votes import digest_of
from duelling.votes.reading.read import read_votes

pytestmark = pytest.mark.plain

ROWS = [
    {"left": "fox", "right": "owl", "winner": "fox", "voter": "ann", "time": 5.5},
    {"left": "owl", "right": "hare", "winner": "both bad", "voter": None, "time": None},
    {"left": "hare", "right": "fox", "winner": "tie", "voter": "bob", "time": 7.0},
    {"left": "owl", "right": "fox", "winner": "owl", "voter": "ann", "time": 8.0},
]


@pytest.fixture
def arena(tmp_path):
    with du.Arena(tmp_path / "logos.db", ["fox", "owl", "hare"], seed=1) as made:
        yield made


def test_they_are_counted_for_pairs(arena):
    done = arena.include(ROWS)
    assert (done.source, done.votes, done.open, done.other_cases) == ("votes", 4, 0, 0)
    expected = du.tally(ROWS)
    found = arena.tally()
    assert found.items == expected.items == ("fox", "owl", "hare")
    for table in ("wins", "ties", "bad"):
        np.testing.assert_array_equal(getattr(found, table), getattr(expected, table))
    assert (found.left, found.right) == (expected.left, expected.right)
    assert arena.voters == ("ann", "bob")
    assert arena.standings().votes == 4
    assert "4 votes came from elsewhere" in " ".join(arena.standings().warnings)


def test_they_are_in_the_frame_of_votes(arena):
    arena.include(ROWS)
    frame = arena.votes()
    assert frame.select("left", "right", "answer", "voter").rows() == [
        ("fox", "owl", "left", "ann"),
        ("owl", "hare", "bad", None),
        ("hare", "fox", "tie", "bob"),
        ("owl", "fox", "left", "ann"),
    ]
    assert frame["ticket"].null_count() == frame["chance"].null_count() == 4
    assert frame["told"].dt.epoch("us").to_list() == [5_500_000, None, 7_000_000, 8_000_000]


def test_the_arena_goes_on_beside_them(arena):
    alone = du.Arena(arena._store.place + ".alone", ["fox", "owl", "hare"], seed=1)
    arena.include(ROWS)
    sure = du.PreferenceMatrix([[0.5, 1, 1], [0, 0.5, 1], [0, 0, 0.5]], ["fox", "owl", "hare"])
    for place in (arena, alone):
        du.testing.Voters(sure).vote(place, 12)
    drawn = [[(e.first, e.second) for e in place.events() if e.kind == "drawn"] for place in (arena, alone)]
    assert drawn[0] == drawn[1]  # nobody knows how their pairs were chosen, so that the race does not listen to them
    assert arena.standings().votes == alone.standings().votes + 4
    for bound in ("low", "high"):
        found = [dict(zip(s.items, getattr(s, bound), strict=True)) for s in (arena.standings(), alone.standings())]
        assert found[0] == found[1]
    alone.close()


def test_the_same_votes_are_refused_however_they_are_written(arena, tmp_path):
    arena.include(ROWS)
    path = tmp_path / "votes.csv"
    pl.DataFrame(ROWS).write_csv(path)
    head = arena.head
    for again in (ROWS, path, pl.DataFrame(ROWS), ROWS[::-1], ROWS[2:] + ROWS[:2]):
        with pytest.raises(du.Conflict, match="were taken in before: say so if they are to count again"):
            arena.include(again)
    assert arena.head == head
    assert arena.include(ROWS, again=True).votes == 4
    assert arena.include(ROWS[:3]).votes == 3
    assert arena.include([*ROWS, ROWS[0]]).votes == 5


def test_a_digest_tells_votes_apart():
    digests = {digest_of(read_votes(ROWS))}
    for row in range(4):
        for change in ({"winner": "right"}, {"voter": "cy"}, {"time": 9.0}, {"case": "x"}):
            changed = [dict(each) for each in ROWS]
            changed[row] |= change
            digests.add(digest_of(read_votes(changed)))
    assert len(digests) == 17
    turned = [{**each, "left": each["right"], "right": each["left"]} for each in ROWS]
    assert digest_of(read_votes(turned)) not in digests
    assert len({digest_of(read_votes([ROWS[k] for k in order])) for order in itertools.permutations(range(4))}) == 1


def test_cases_are_those_of_the_arena(tmp_path):
    with du.Arena(tmp_path / "a.db", ["fox", "owl"], cases=["why?", "when?"]) as arena:
        rows = [{"left": "fox", "right": "owl", "winner": "fox", "case": case} for case in ("when?", "what?", None)]
        assert arena.include(rows).other_cases == 1
        assert arena.votes()["case"].to_list() == ["when?", None, None]
        assert {arena.ask().case for _ in range(30)} == {"why?", "when?"}


@pytest.mark.parametrize(
    ("rows", "error", "message"),
    [
        ([("fox", "cat", "fox")], du.UnknownName, "votes names 'cat', which is no item of arena main: add it first"),
        ([("fox", "owl", "cat")], du.WrongValue, "winner must be"),
        ([], du.WrongValue, "must hold at least one vote"),
        ("no.csv", du.UnknownName, "cannot read"),
    ],
)
def test_what_is_refused_leaves_nothing(arena, rows, error, message):
    head = arena.head
    with pytest.raises(error, match=message):
        arena.include(rows)
    assert arena.head == head


def test_too_many_at_once(arena, monkeypatch):
    monkeypatch.setattr(imports, "MOST", 3)
    with pytest.raises(du.WrongValue, match="votes must have at most 3 votes to be taken in at once, got 4"):
        arena.include(ROWS)


def test_items_that_have_gone_do_not_count_but_are_kept(arena):
    arena.include(ROWS)
    arena.retire("owl")
    assert arena.tally().votes == 1
    assert len(arena.votes()) == 4
    arena.add("owl")
    assert arena.tally().votes == 4
