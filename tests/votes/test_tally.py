"""Counting: every vote is in the tally once, and the tally says what cannot be compared."""

import warnings

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import duelling as du
from duelling.cli.commands import run
from duelling.errors import Doubt, InputError
from duelling.votes import tally as counting
from duelling.votes.tally import FEW, Tally, tally

pytestmark = pytest.mark.plain

VOTES = st.lists(
    st.tuples(st.integers(0, 5), st.integers(1, 5), st.sampled_from(["left", "right", "tie", "both bad"])), min_size=1
).map(lambda rows: [(f"i{i}", f"i{(i + step) % 6}", said) for i, step, said in rows])


@settings(deadline=None)
@given(VOTES)
def test_every_vote_is_counted_once(votes):
    found = tally(votes)
    place = {name: k for k, name in enumerate(found.items)}
    wins, ties, bad = ({} for _ in range(3))
    for left, right, said in votes:
        i, j = (place[left], place[right]) if said != "right" else (place[right], place[left])
        if said in ("left", "right"):
            wins[i, j] = wins.get((i, j), 0) + 1
            continue
        for pair in ((i, j), (j, i)):
            ties[pair] = ties.get(pair, 0) + 1
            bad[pair] = bad.get(pair, 0) + (said == "both bad")
    for table, expected in ((found.wins, wins), (found.ties, ties), (found.bad, bad)):
        assert table.dtype == np.int64
        assert {(i, j): n for (i, j), n in np.ndenumerate(table) if n} == {pair: n for pair, n in expected.items() if n}
    assert found.votes == len(votes)
    assert found.left == sum(said == "left" for _, _, said in votes)
    assert found.right == sum(said == "right" for _, _, said in votes)
    np.testing.assert_array_equal(found.losses, found.wins.T)
    np.testing.assert_array_equal(found.met, found.wins + found.losses + found.ties)


def reaches(edges: np.ndarray) -> np.ndarray:
    """Whether a path leads from the row to the column, by Warshall's rule."""
    found = (edges > 0) | np.eye(len(edges), dtype=bool)
    for k in range(len(edges)):
        found |= found[:, k : k + 1] & found[k]
    return found


@settings(deadline=None)
@given(VOTES)
def test_groups_are_what_votes_connect(votes):
    found = tally(votes)
    linked, ahead = reaches(found.met), reaches(found.wins + found.ties)
    for groups, together in ((found.groups, linked), (found.levels, ahead & ahead.T)):
        assert sorted(place for group in groups for place in group) == list(range(len(found.items)))
        assert [len(group) for group in groups] == sorted(map(len, groups), reverse=True)
        label = {place: k for k, group in enumerate(groups) for place in group}
        for (i, j), same in np.ndenumerate(together):
            assert (label[i] == label[j]) == same


@settings(deadline=None)
@given(VOTES)
def test_the_frame_has_every_pair(votes):
    found = tally(votes)
    frame = found.frame()
    assert len(frame) == len(found.items) * (len(found.items) - 1) // 2
    assert frame["votes"].sum() == found.votes
    place = {name: k for k, name in enumerate(found.items)}
    for item, other, votes_, wins, ties, losses, bad in frame.iter_rows():
        i, j = place[item], place[other]
        assert (votes_, wins, losses) == (found.met[i, j], found.wins[i, j], found.wins[j, i])
        assert (ties, bad) == (found.ties[i, j], found.bad[i, j])
    never = frame.filter(pl.col("votes") == 0).select("item", "other")
    assert [(found.items[i], found.items[j]) for i, j in found.pairs(1)] == list(never.iter_rows())


def test_votes_of_each_voter():
    rows = [{"left": "a", "right": "b", "winner": "a", "voter": who} for who in ("ann", None, "bob", "ann")]
    found = tally(rows)
    assert dict(zip(found.voters, found.voter_votes.tolist(), strict=True)) == {"ann": 2, "bob": 1}
    assert str(found).splitlines()[0] == "4 votes by 2 voters on 2 items"
    assert tally(found) is found
    assert isinstance(found, Tally)


def test_it_prints_what_cannot_be_compared():
    apart = [("a", "b", "a"), ("c", "d", "tie"), ("d", "e", "both bad"), ("e", "f", "tie"), ("f", "g", "tie")]
    assert str(tally(apart)).splitlines() == [
        "5 votes on 7 items",
        "left won 1, right won 0, ties 4 (both bad 1)",
        "5 of 21 pairs met, 5 of them fewer than 10 times",
        "2 groups that never met: c, d, e and 2 more | a, b",
    ]
    assert "went one way: a | b | c" in str(tally([("a", "b", "a"), ("c", "b", "right")]))
    assert "went one way: a | b | c | ..." in str(tally([("a", "b", "a"), ("b", "c", "b"), ("c", "d", "c")]))
    assert len(str(tally([("a", "b", "a"), ("b", "a", "b")])).splitlines()) == 3


def enough(i: str, j: str, wins: int, losses: int) -> list[tuple[str, str, str]]:
    return [(i, j, i)] * wins + [(i, j, j)] * losses


def test_problems_are_made_of_tallies_and_doubt_few_votes():
    rows = enough("a", "b", 6, 4) + enough("a", "c", 10, 0) + enough("b", "c", 3, 7)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = du.problem(tally(rows))
    np.testing.assert_allclose(found.preference(), [[0.5, 0.6, 1], [0.4, 0.5, 0.3], [0, 0.7, 0.5]])
    np.testing.assert_array_equal(du.from_votes(rows).preference(), found.preference())
    smooth = tally(rows).problem(1)
    np.testing.assert_allclose(smooth.preference()[0], [0.5, 7 / 12, 11 / 12])
    with pytest.warns(Doubt, match=rf"^votes: 1 of 3 pairs met fewer than {FEW} times; their .* guesses$"):
        tally(rows[1:]).problem()
    with pytest.warns(Doubt, match=r"^votes: 1 of 3 pairs never met and count as even, 1 of 3") as one:
        du.from_votes(rows[1:20], smoothing=0.5)
    assert len(one) == 1
    with pytest.raises(InputError, match=r"^votes must compare every pair \(or choose .*\), 'b' and 'c' never met$"):
        tally(rows[:20]).problem()
    more = [*rows[:20], ("d", "a", "d")]
    with pytest.raises(InputError, match=r"'b' and 'c' never met, and so did 2 other pairs$"):
        du.problem(tally(more))


def test_more_items_than_a_table_of_pairs_can_hold(monkeypatch):
    monkeypatch.setattr(counting, "MOST", 2)
    assert len(tally([("a", "b", "a")]).items) == 2
    with pytest.raises(InputError, match=r"^votes must name at most 2 items to count every pair, got 3$"):
        tally([("a", "b", "a"), ("c", "b", "c")])


def test_the_command_line_warns_in_one_line(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "votes.csv").write_text("left;right;winner\na;b;a\nb;A;b\n")
    for _ in range(2):  # a warning that was given once is given again
        assert run(["problems", "votes:votes.csv,smoothing=0.5"]) == 0
        assert capsys.readouterr().err.splitlines() == [
            "duelling: warning: votes.csv has names that differ by blanks or capitals alone: 'a' and 'A'",
            "duelling: warning: votes.csv: 1 of 3 pairs never met and count as even, "
            "2 of 3 pairs met fewer than 10 times; their chances are mostly guesses",
        ]
    assert run(["problems", "votes.csv"]) == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith("duelling: votes.csv must compare every pair (or choose")
