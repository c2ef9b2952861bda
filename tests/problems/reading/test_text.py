"""Problems in text files."""

import random

import pytest

from duelling.errors import CONTROL, InputError, WrongValue
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.reading.named import problem
from duelling.problems.reading.text import parse, written
from duelling.problems.utility import UtilityModel

pytestmark = pytest.mark.plain


@pytest.mark.parametrize(
    ("text", "arms"),
    [
        ("0.5 0.8\n0.2 0.5\n", ("0", "1")),
        ("# a comment\n0.5,0.8 # row\n\n0.2, 0.5\n", ("0", "1")),
        ("tea,green tea\n.5,.8\n.2,.5", ("tea", "green tea")),
        ('"C#","one, two"\n.5,.8\n.2,.5', ("C#", "one, two")),
        ("tea coffee\n.5 .8\n.2 .5", ("tea", "coffee")),
        ("# name: drinks\n# arms: tea, black coffee\n.5 .8\n.2 .5", ("tea", "black coffee")),
        ("\ufeff0.5 0.8\r\n0.2 0.5\r\n", ("0", "1")),
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


PIECES = ["\0", "\x1b", "\x0b", "\x1c", "\x85", "\u2028", "\u202e", "\ufeff", "1e999", "nan", "-1", "\u0663", '"', "'",
          ",", "#", ":", "\t", "\r", "\n", "e\u0301", "9" * 400, "x" * 140_000, "left", "# link: linear\n"]  # fmt: skip
TEXTS = ["# arms: x, y\n0.5 0.6\n0.4 0.5\n", '"tea",coffee\n0.5,0.6\n0.4,0.5\n', "left,right,winner\ntea,coffee,tea\n"]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::duelling.errors.Doubt")
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


@pytest.mark.parametrize(
    "arms",
    [
        ("tea", "coffee", "milk"),
        ("1", "2", "3"),
        ("1e3", "nan", "inf"),
        ("green tea", "C#", "x, y"),
        ('say "hi"', "a", "b"),
        ("left", "right", "winner"),
        ("café", "漢", "=1+1"),
        ("a:b", "# arms", "c"),
    ],
)
def test_a_matrix_is_written_as_it_is_read(arms):
    P = [[0.5, 1 / 3, 0.1], [2 / 3, 0.5, 1.0], [0.9, 0.0, 0.5]]
    made = PreferenceMatrix(P, arms, name="mine", source="votes.csv", description="of a day: #1")
    again = parse(written(made), "x")
    assert again.describe() == made.describe()


@pytest.mark.parametrize("arms", [("1", "x, y"), ("a #b", "c, d"), (" a", "b, c")])
def test_names_that_no_matrix_file_can_hold(arms):
    with pytest.raises(WrongValue, match="arms must have names that a matrix file can hold, got"):
        written(PreferenceMatrix([[0.5, 0.8], [0.2, 0.5]], arms))
