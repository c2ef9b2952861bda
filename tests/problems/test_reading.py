"""Problems by name and from files, votes, and random ones with the property that defines their model."""

import random

import numpy as np
import pytest

from duelling.errors import CONTROL, InputError
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.random import MODELS, borda_differs, bradley_terry, cyclic, hard_condorcet
from duelling.problems.reading.named import problem, problem_names
from duelling.problems.reading.votes import from_votes
from duelling.problems.utility import UtilityModel

pytestmark = pytest.mark.plain

ARMS = {"arxiv": 6, "cyclic": 4, "arithmetic": 8, "different_winners": 16, "sushi": 16}


@pytest.mark.parametrize("name", problem_names())
def test_every_known_problem_is_complete(name):
    found = problem(name)
    assert found.name == name
    assert len(found.arms) == ARMS.get(name, 5)
    assert found.source
    assert found.description


def test_all_matrices_of_the_literature_are_there():
    assert set(problem_names()) >= {
        *("arxiv", "cyclic", "arithmetic", "borda_vonneumann", "copeland_borda", "copeland_vonneumann"),
        *("different_winners", "sushi", "gap", "multisol", "mslr5-condorcet", "mslr5-noncondorcet"),
    }


def test_entries_that_were_misprinted_are_right():
    assert problem("arxiv").preference()[3, 4] == 0.54
    assert problem("mslr5-condorcet").preference()[3, 1] == 0.273
    assert problem("sushi").arms[:2] == ("chu-toro", "toro")
    i, j = np.indices((8, 8))
    np.testing.assert_allclose(problem("arithmetic").preference(), 0.5 + (j - i) / 20)
    assert isinstance(problem("arithmetic"), UtilityModel)
    P = problem("different_winners").preference()
    assert np.all(P[[0, 1, 2, 4], 5:] == 0.8)
    assert np.all(P[3, 5:] == 1)
    assert np.all(P[5:, 5:] == 0.5)


def test_names_are_forgiving_and_unknown_ones_suggest():
    assert problem("Borda-VonNeumann").name == "borda_vonneumann"
    assert problem("MSLR5_condorcet").name == "mslr5-condorcet"
    with pytest.raises(InputError, match="there is no problem 'sushy': did you mean 'sushi'"):
        problem("sushy")
    with pytest.raises(InputError, match=r"there is no problem 'qqqqqqqq': choose from .*random:cyclic"):
        problem("qqqqqqqq")


@pytest.mark.parametrize(
    ("text", "arms"),
    [
        ("0.5 0.8\n0.2 0.5\n", ("1", "2")),
        ("# a comment\n0.5,0.8 # row\n\n0.2, 0.5\n", ("1", "2")),
        ("tea,green tea\n.5,.8\n.2,.5", ("tea", "green tea")),
        ('"C#","one, two"\n.5,.8\n.2,.5', ("C#", "one, two")),
        ("tea coffee\n.5 .8\n.2 .5", ("tea", "coffee")),
        ("# name: drinks\n# arms: tea, black coffee\n.5 .8\n.2 .5", ("tea", "black coffee")),
        ("\ufeff0.5 0.8\r\n0.2 0.5\r\n", ("1", "2")),
    ],
)
def test_files_of_many_forms(tmp_path, text, arms):
    path = tmp_path / "mine.txt"
    path.write_text(text, encoding="utf-8", newline="")
    for given in (path, str(path)):
        found = problem(given)
        assert found.arms == arms
        assert found.preference().tolist() == [[0.5, 0.8], [0.2, 0.5]]
        assert found.name == ("drinks" if "drinks" in text else "mine")


def test_files_of_utilities(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("# link: bradley-terry\n1.5 0.5 -2\n")
    found = problem(path)
    assert isinstance(found, UtilityModel)
    assert found.x.tolist() == [[1.5, 0.5, -2]]
    path.write_text("# link: linear\n0.5 0.25\n1 0\n")
    assert problem(path).x.shape == (2, 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must hold a matrix, got no numbers"),
        ("# only comments", "must hold a matrix"),
        ("0.5 0.8\n0.2\n", "line 2 must hold 2 entries like those before, got 1"),
        ("a b c\n0.5 0.8\n", "line 2 must hold 3 entries"),
        ("0.5 0.8\n0.2 x\n", "line 2 column 2 must be a number, got 'x'"),
        ("0.5 nan\n0.2 0.5\n", "line 1 column 2 must be a number, got 'nan'"),
        ("0.5,\n0.2,0.5\n", "line 1 column 2 must be a number, got ''"),
        ("0.5 0.8\n0.3 0.5\n", r"P\[0, 1\] \+ P\[1, 0\] must be 1, got 0.8 \+ 0.3 = 1.1"),
        ("0.5 0.8\n", r"P must be a square matrix, got shape \(1, 2\)"),
        ("0.5", "at least 2 arms, got 1"),
        ("# link: linear\n0.5 2", r"x\[1\] must be between 0 and 1"),
        ("# arms: a\n.5 .5\n.5 .5", "each of the 2 arms, got 1 names"),
    ],
)
def test_files_that_are_no_problems_say_where(tmp_path, text, message):
    path = tmp_path / "mine.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=f"mine.csv.*{message}") as error:
        problem(path)
    assert "\n" not in str(error.value)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(InputError, match=r"cannot read .*none.txt': No such file"):
        problem(str(tmp_path / "none.txt"))
    with pytest.raises(InputError, match=r"cannot read 'none.csv'"):
        problem("none.csv")
    with pytest.raises(InputError, match="Is a directory"):
        problem(tmp_path)
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00\x01\xff")
    with pytest.raises(InputError, match="it is not a text file"):
        problem(tmp_path / "binary.txt")


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
        ("few.csv", "as in 'votes:FILE,smoothing=0.5'.*'a' and 'c' never met"),
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
        ("left,right\na,b\n", "line 1 must name the columns left, right and winner, got 'left,right'"),
        ("", "line 1 must name the columns"),
        ("left,right,winner\n", "must hold at least one vote, got none"),
        ("left,right,winner\na,b,a\na,b\n", "line 3 must have 3 fields, got 2"),
        ("left,right,winner\n\na,b,c\n", "line 3: winner must be 'a', 'b', left, right or tie, got 'c'"),
        ("left,right,winner\na,a,a\n", "line 2 must compare two different arms, got 'a' and 'a'"),
        ("left,right,winner\na,,a\n", "line 2 must compare two different arms"),
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
    with pytest.raises(InputError, match="it is not a text file"):
        from_votes(tmp_path / "votes.csv")
    with pytest.raises(InputError, match=r"votes\[1\] must be left, right, winner, got \('a', 'b'\)"):
        from_votes([("a", "b", "a"), ("a", "b")])
    with pytest.raises(InputError, match=r"votes\[0\] must be left, right, winner, got None"):
        from_votes([None])
    with pytest.raises(InputError, match="votes must be the path of a file or rows of left, right, winner, got 5"):
        from_votes(5)


SIZES = [(arms, seed) for arms in (3, 4, 5, 8, 13, 40) for seed in range(6)]


@pytest.mark.parametrize(("arms", "seed"), SIZES)
def test_random_problems_have_the_property_of_their_model(arms, seed):
    hard = hard_condorcet(arms, gap=0.1, seed=seed)
    P, (best,) = hard.preference(), hard.winners().condorcet
    np.testing.assert_allclose(np.delete(P[best], best), 0.6)
    off = ~np.eye(arms, dtype=bool)
    assert np.abs(P[off] - 0.5).min() >= 0.1 - 1e-12

    ring = cyclic(arms, seed=seed)
    P = ring.preference()
    beaten = (P > 0.5).sum(axis=1)
    assert set(beaten.tolist()) <= {(arms - 1) // 2, arms // 2}
    assert np.abs(P[off] - 0.5).min() >= 0.05
    assert ring.condorcet_winner() is None

    differs = borda_differs(arms, seed=seed).winners()
    assert len(differs.condorcet) == len(differs.borda) == 1
    assert differs.condorcet != differs.borda

    utility = bradley_terry(arms, seed=seed)
    w = np.exp(utility.x[0])
    np.testing.assert_allclose(utility.preference(), w[:, None] / (w[:, None] + w), rtol=1e-12)


def test_places_of_the_winner_are_random():
    assert {borda_differs(4, seed=seed).condorcet_winner() for seed in range(40)} == {0, 1, 2, 3}


def test_ten_thousand_arms():
    found = problem("random:bradley-terry,arms=10000,seed=3,spread=2")
    assert len(found.arms) == 10_000
    assert found.x.std() == pytest.approx(2, rel=0.05)
    assert found.condorcet_winner() == found.x[0].argmax()


@pytest.mark.parametrize("model", MODELS)
def test_the_same_text_gives_the_same_problem(model):
    one, same, other = (problem(f"random:{model},arms=7,seed={seed}") for seed in (1, 1, 2))
    assert one.describe() == same.describe()
    assert one.describe()["sha256"] != other.describe()["sha256"]
    assert problem(one.name).describe() == one.describe()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("random:ring,arms=5", "there is no random model 'ring': choose from"),
        ("random:cyclc,arms=5", "there is no random model 'cyclc': did you mean 'cyclic'"),
        ("random:cyclic", "arms of cyclic must be given, as in 'random:cyclic,arms=10'"),
        ("random:cyclic,arms=2", "arms of cyclic must be a whole number from 3 on, got 2"),
        ("random:cyclic,arms=x", "arms of cyclic must be a whole number, got 'x'"),
        ("random:cyclic,arms", "must be written parameter=value, got 'arms'"),
        ("random:cyclic,arms=5,gap=1", "there is no parameter of cyclic 'gap'"),
        ("random:hard-condorcet,arms=5,gap=0.6", "gap must be above 0 and at most 0.5, got 0.6"),
        ("random:bradley-terry,arms=5,spread=-1", "spread must be above 0 and at most 1e\\+99, got -1.0"),
        ("random:bradley-terry,arms=5,spread=1e308", "spread must be above 0 and at most 1e\\+99, got 1e\\+308"),
        ("random:cyclic,arms=100000000000000000000", r"arms of cyclic must be at most 2\^53"),
        ("random:bradley-terry,arms=5,seed=-1", "seed must be a whole number from 0 on, got -1"),
    ],
)
def test_bad_descriptions_of_random_problems(text, message):
    with pytest.raises(InputError, match=message):
        problem(text)


def test_matrices_of_random_problems_are_valid_at_two_arms():
    assert isinstance(hard_condorcet(2), PreferenceMatrix)
    assert len(bradley_terry(2).arms) == 2


PIECES = ["\0", "\x1b", "\x0b", "\x1c", "\x85", "\u2028", "\u202e", "\ufeff", "1e999", "nan", "-1", "\u0663", '"', "'",
          ",", "#", ":", "\t", "\r", "\n", "e\u0301", "9" * 400, "x" * 140_000, "left", "# link: linear\n"]  # fmt: skip
TEXTS = ["# arms: x, y\n0.5 0.6\n0.4 0.5\n", '"tea",coffee\n0.5,0.6\n0.4,0.5\n', "left,right,winner\ntea,coffee,tea\n"]


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_with_anything_in_it_is_read_or_refused(tmp_path, text):
    """What is read can be shown on a terminal."""
    rng = random.Random(0)
    for _ in range(300):
        given = text
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(given) + 1)
            given = given[:place] + rng.choice(PIECES) + given[place + rng.randint(0, 2) :]
        (tmp_path / "text.csv").write_text(given, encoding="utf-8", newline="")
        try:
            found = problem(tmp_path / "text.csv")
            said = "".join((found.name, found.source, found.description, *found.arms))
        except InputError as error:
            said = str(error)
        assert not CONTROL.search(said)
