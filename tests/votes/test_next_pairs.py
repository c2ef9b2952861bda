"""Pairs are drawn with the chances that are written beside them, and the next call needs no more than the file."""

import itertools
import json
import math

import numpy as np
import polars as pl
import pytest

import duelling as du
from duelling.core.evidence.candidates import LEFT, start_candidates, tell_candidates
from duelling.core.jit import interpreted
from duelling.errors import InputError
from duelling.votes.next_pairs import GOALS, next_pairs, still_in, write_pairs
from duelling.votes.reading.read import read_votes

pytestmark = pytest.mark.plain

ITEMS = "abcde"
MET = [(i, j, "tie") for i, j in itertools.combinations(ITEMS, 2)]  # so that all items are known


@pytest.fixture(autouse=True)
def no_compiler():
    with interpreted():
        yield


def race_of_two(count=400):
    """Votes on uniform pairs that leave a and b in the race."""
    rng, votes = np.random.default_rng(0), []
    for _ in range(count):
        i, j = rng.choice(5, 2, replace=False)
        votes.append((ITEMS[i], ITEMS[j], "tie" if i + j == 1 else "left" if i < j else "right"))
    return votes


def test_chances_in_a_race_of_two():
    votes = race_of_two()
    assert still_in(read_votes(votes), 0.05, 0.0, "uniform").tolist() == sorted(
        map(list(read_votes(votes).items).index, "ab")
    )
    found = next_pairs(votes, 6_000, pairs="uniform")
    assert set(found["least"]) == {1 / 8}
    assert {tuple(sorted(json.loads(out))) for out in set(found["out"])} == {("c", "d", "e")}
    assert found["winner"].null_count() == 6_000
    drawn = found.group_by("left", "right").agg(
        pl.len(), pl.col("chance").first(), pl.col("chance").n_unique().alias("n")
    )
    assert set(drawn["n"]) == {1}
    for left, right, seen, chance, _ in drawn.iter_rows():
        inside = (left in "ab") + (right in "ab")
        assert chance == {1: 1 / 8, 2: 1 / 4}[inside]
        on_this_side = chance / 2  # sides are a coin
        assert abs(seen - 6_000 * on_this_side) < 5 * math.sqrt(6_000 * on_this_side)
    assert drawn["chance"].sum() / 2 == pytest.approx(1)


def test_a_race_of_two_that_are_nearly_as_good_is_decided_within_a_margin():
    votes = race_of_two()
    for within, left in ((0.01, 2), (0.4, 1)):
        assert still_in(read_votes(votes), 0.05, within, "uniform").size == left
        assert len(next_pairs(votes, 3, within=within, pairs="uniform")) == (3 if left == 2 else 0)


@pytest.mark.parametrize("goal", ["best", "rank"])
def test_chances_while_all_are_in(goal):
    found = next_pairs(MET, 6_000, goal)
    assert set(found["chance"]) == set(found["least"]) == {1 / 10}
    assert found["out"].null_count() == 6_000
    seen = found.group_by("left", "right").agg(pl.len())["len"]
    assert len(seen) == 20
    assert np.abs(seen.to_numpy().astype(int) - 300).max() < 5 * math.sqrt(300)


@pytest.mark.parametrize("goal", GOALS)
def test_the_same_votes_and_seed_give_the_same_pairs(goal):
    votes = race_of_two(60)
    one, same, other = (next_pairs(votes, 30, goal, seed=seed) for seed in (3, 3, 4))
    assert one.equals(same)
    assert not one.equals(other)
    later = next_pairs([*votes, ("a", "b", "a")], 30, goal, seed=3)
    assert not one.equals(later)
    assert one.head(5).equals(next_pairs(votes, 5, goal, seed=3))


def answers(rows, rng, strength):
    """Fill in who won: Bradley and Terry's model, and some ties."""
    for row in rows:
        d = strength[row["left"]] - strength[row["right"]]
        row["winner"] = "tie" if rng.random() < 0.1 else "left" if rng.random() < 1 / (1 + math.exp(-d)) else "right"


@pytest.mark.slow
@pytest.mark.parametrize("goal", GOALS)
def test_a_file_that_is_filled_in_again_and_again_ends_with_the_best(tmp_path, goal):
    """Also in batches, with some questions that are never answered, and with columns of the user's own."""
    path, rng = tmp_path / "votes.csv", np.random.default_rng(5)
    strength = dict(zip(ITEMS, (2.5, 1, 0, -1, -2), strict=True))
    pl.DataFrame([{"model_a": i, "note": f"{i}, {j}", "model_b": j, "winner": "tie"} for i, j, _ in MET]).write_csv(
        path
    )
    out: set[str] = set()
    for _ in range(40):
        before = read_votes(path)
        found = next_pairs(path, 25, goal)
        if not len(found):
            break
        write_pairs(path, found, path)
        after = read_votes(path)
        assert len(after.waiting) == 25
        assert (len(after), after.items) == (len(before), before.items)
        for each in ("left", "right", "outcome", "chance", "least", "out"):
            if getattr(before, each) is not None:
                np.testing.assert_array_equal(getattr(after, each), getattr(before, each))
        table = pl.read_csv(path, infer_schema=False)
        assert table.columns == ["model_a", "note", "model_b", "winner", "chance", "least", "out"]
        assert table["note"][0] == "a, b"
        rows = [row | {"left": row["model_a"], "right": row["model_b"]} for row in table.to_dicts()]
        answers([row for row in rows if not row["winner"]], rng, strength)
        pl.DataFrame([{name: row[name] for name in table.columns} for row in rows]).write_csv(path)
        gone = {name for cell in found["out"].drop_nulls() for name in json.loads(cell)}
        assert gone >= out  # nobody comes back
        out = gone
    if goal == "rank":
        assert set(read_votes(path).least[10:]) == {0.1}
    else:
        assert len(found) == 0
        votes = read_votes(path)
        assert votes.items[int(still_in(votes, 0.05, 0, None)[0])] == "a" or goal == "condorcet"


def test_questions_without_an_answer_hold_the_race_back_but_not_the_next_question():
    votes = race_of_two()
    rows = [dict(zip(("left", "right", "winner"), row, strict=True)) | {"chance": 0.1, "least": 0.1} for row in votes]
    assert still_in(read_votes(rows), 0.05, 0.0, None).size == 2
    for row in rows[10:]:
        row["winner"] = row["winner"] if row["left"] in "cd" else None
    assert still_in(read_votes(rows), 0.05, 0.0, None).size == 5
    assert len(next_pairs(rows, 3)) == 3


def test_one_forgotten_question_does_not_hold_the_race_back_for_ever():
    """It counts in the worst way, which few answers against many cannot turn round; and so it is after its answer."""
    votes = race_of_two()
    rows = [dict(zip(("left", "right", "winner"), row, strict=True)) | {"chance": 0.1, "least": 0.1} for row in votes]
    said, rows[10]["winner"] = rows[10]["winner"], None
    without = set(still_in(read_votes(rows), 0.05, 0.0, None).tolist())
    rows[10]["winner"] = said
    assert set(still_in(read_votes(rows), 0.05, 0.0, None).tolist()) <= without < set(range(5))


def test_a_vote_counts_if_all_that_are_in_now_could_have_been_drawn_then():
    votes = [*MET, *race_of_two(60)]
    rows = [dict(zip(("left", "right", "winner"), row, strict=True)) | {"chance": 0.1, "least": 0.1} for row in votes]
    for row in rows[40:]:
        row["out"] = '["a"]'
    ballots, race = read_votes(rows), start_candidates(5, 0.05)
    place = {name: k for k, name in enumerate(ballots.items)}
    told = 0
    for number, (left, right, said) in enumerate(votes):
        known = number > max(min(k for k, row in enumerate(votes) if name in row[:2]) for name in ITEMS)
        fits = number < 40 or place["a"] not in race.order[: race.now[LEFT]]
        if known and fits:
            share = {"left": 1.0, "right": 0.0, "tie": 0.5}[said]
            tell_candidates(race, place[left], place[right], share, 1.0, 1.0)
            told += 1
    assert 0 < told < len(votes)
    assert still_in(ballots, 0.05, 0.0, None).tolist() == sorted(race.order[: race.now[LEFT]])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"n": 0}, "n must be a whole number from 1"),
        ({"n": 10**9}, "n must be a whole number from 1 to 100000"),
        ({"goal": "worst"}, "goal must be one of best, condorcet, rank, got 'worst'"),
        ({"delta": 1}, "delta must lie between 0 and 1"),
        ({"within": -1}, "within must be"),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"pairs": "all"}, "pairs must be one of any, uniform, first, balanced, logged"),
        ({"columns": "left=x"}, "must have the column 'x' for left"),
        ({"goal": "condorcet", "within": 0.5}, "within must be below 0.5 for the goal condorcet"),
    ],
)
def test_bad_arguments(arguments, message):
    with pytest.raises(InputError, match=message):
        du.next_pairs(MET, **{"n": 1, **arguments})


@pytest.mark.parametrize(
    ("text", "columns", "message"),
    [
        (
            "left,right,winner,note,note\na,b,a,1,2\n",
            None,
            "must have different headings, got 'left,right,winner,note,note'",
        ),
        ("left,right,winner,Out\na,b,a,x\n", "out=", "and none of another meaning that is called out, got"),
        ('{"left": 1, "right": 2, "winner": 1, "note": "\\ud800"}', None, "must be UTF-8 in all columns to be written"),
        ('{"left": 1, "right": 2, "winner": 1, "\\ud800": 5}', None, "must be UTF-8 in all columns to be written"),
    ],
)
def test_what_cannot_be_written_again_is_left_alone(tmp_path, text, columns, message):
    path = tmp_path / "votes"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        write_pairs(path, next_pairs(path, 1, columns=columns), path, columns)
    assert [each.name for each in tmp_path.iterdir()] == ["votes"]
    assert path.read_text() == text
