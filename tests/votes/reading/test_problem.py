"""Votes as a problem: counted, smoothed, and refused where they make no sense."""

import numpy as np
import pytest

from duelling.errors import InputError
from duelling.problems.reading.named import problem
from duelling.votes.reading.problem import from_votes

pytestmark = [pytest.mark.plain, pytest.mark.filterwarnings("ignore::duelling.errors.Doubt")]  # few votes


VOTES = """id,left,right,winner
1,tea,coffee,tea
2,coffee,tea,tie
3,"water, still",tea,right
4,coffee,"water, still",coffee
5,tea,coffee,left
"""


def test_votes_are_counted(tmp_path):
    path = tmp_path / "votes.csv"
    path.write_text(VOTES)
    for found in (from_votes(path), from_votes(str(path)), problem(path)):
        assert found.arms == ("tea", "coffee", "water, still")
        np.testing.assert_allclose(found.preference(), [[0.5, 2.5 / 3, 1], [0.5 / 3, 0.5, 1], [0, 0, 0.5]])
        assert (found.name, found.source) == ("votes", str(path))


def test_smoothing_adds_votes_to_both_sides():
    votes = [("a", "b", "a"), ("a", "b", "a"), ("b", "c", "c")]
    with pytest.raises(InputError, match=r"every pair \(or choose a smoothing, .*\), 'a' and 'c' never met"):
        from_votes(votes)
    P = from_votes(votes, smoothing=0.5).preference()
    np.testing.assert_allclose([P[0, 1], P[1, 2], P[0, 2]], [2.5 / 3, 0.25, 0.5])
    for smoothing in (0, -1, float("nan"), float("inf"), "1"):
        with pytest.raises(InputError, match="smoothing must be a finite number above 0"):
            from_votes(votes, smoothing=smoothing)


def test_smoothing_is_chosen_by_text(tmp_path):
    (tmp_path / "few.csv").write_text("left,right,winner\na,b,a\nb,c,c\n")
    smooth = from_votes(tmp_path / "few.csv", smoothing=2)
    for found in (problem(f"votes:{tmp_path / 'few.csv'},smoothing=2"), problem("votes:few.csv,smoothing=2", tmp_path)):
        np.testing.assert_array_equal(found.preference(), smooth.preference())
    for text, message in (
        ("few.csv", "as in smoothing=0.5.*'a' and 'c' never met"),
        ("few.csv,smooth=2", "parameter of votes 'smooth': did you mean 'smoothing'"),
        ("few.csv,smoothing=x", "smoothing of votes must be a number, got 'x'"),
        ("none.csv,smoothing=1", "cannot read '.*none.csv'"),
    ):
        with pytest.raises(InputError, match=message):
            problem(f"votes:{text}", tmp_path)


@pytest.mark.parametrize("head", ["\n# who, when\nleft,right,winner", "Left, Right ,WINNER", '"left","right","winner"'])
def test_the_headings_of_votes_may_follow_comments_and_have_capitals(tmp_path, head):
    (tmp_path / "votes.csv").write_text(f"{head}\n#1,b,b\n")
    assert problem(tmp_path / "votes.csv").arms == ("#1", "b")


def test_the_name_of_an_arm_goes_before_a_side():
    assert from_votes([("right", "left", "left")]).preference()[0, 1] == 0  # the arm "left" stands on the right
    assert from_votes([("tie", "x", "tie")]).preference()[0, 1] == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("left,right\na,b\n", "must name the columns left, right and winner .*got 'left,right'"),
        ("", "line 1 must name the columns"),
        ("left,right,winner\n", "must hold at least one vote, got none"),
        ("left,right,winner\na,b,a\na,b\n", "line 3 must have 3 fields, got 2"),
        ("left,right,winner\n\na,b,c\n", "line 3: winner must be 'a', 'b', left, right, tie or both bad, got 'c'"),
        ("left,right,winner\na,a,a\n", "line 2: left and right must be two different items, got 'a' twice"),
        ("left,right,winner\na,,a\n", "line 2: right must name an item, got nothing"),
    ],
)
def test_bad_votes_name_the_line(tmp_path, text, message):
    path = tmp_path / "votes.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=f"votes.csv {message}"):
        from_votes(path)


def test_votes_that_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match="cannot read"):
        from_votes(tmp_path / "none.csv")
    (tmp_path / "votes.csv").write_bytes(b"left,right,winner\n\xff\xff,b,b\n")
    with pytest.raises(InputError, match="line 2 must be text in UTF-8"):
        from_votes(tmp_path / "votes.csv")
    with pytest.raises(InputError, match=r"votes\[1\] must be left, right, winner, got \('a', 'b'\)"):
        from_votes([("a", "b", "a"), ("a", "b")])
    with pytest.raises(InputError, match=r"votes\[0\] must be left, right, winner, got None"):
        from_votes([None])
    with pytest.raises(InputError, match=r"votes must be the path of a file, a frame, or rows of .*, got 5"):
        from_votes(5)


def test_a_path_may_have_commas_and_other_forms_are_read_too(tmp_path):
    (tmp_path / "a,b.csv").write_text("model_a;model_b;winner\na;b;model_b\n")
    texts = ("votes:a,b.csv", "votes:a,b.csv,smoothing=1")
    for found in (*(problem(text, tmp_path) for text in texts), problem(tmp_path / "a,b.csv")):
        assert found.arms == ("a", "b")
        assert found.preference()[0, 1] in (0, 1 / 3)
    (tmp_path / "votes.jsonl").write_text('{"x": 1, "y": 2, "winner": 1}\n')
    assert from_votes(tmp_path / "votes.jsonl", columns="left=x,right=y").preference()[0, 1] == 1
