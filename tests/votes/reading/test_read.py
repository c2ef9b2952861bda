"""The same votes are the same arrays whatever they come in; whatever is wrong is one line that names row and column."""

import csv
import datetime
import io
import json
import os
import re
import sys
import time
import unicodedata
import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelling.errors import CONTROL, DamagedFile, InputError, WrongValue
from duelling.votes.ballots import Ballots
from duelling.votes.reading import frames
from duelling.votes.reading import read as reading
from duelling.votes.reading.faults import NO_NUMBER, UNSEEN
from duelling.votes.reading.frames import from_parquet
from duelling.votes.reading.read import read_votes

pytestmark = pytest.mark.plain

HEADINGS = ("left", "right", "winner", "voter", "case", "time", "chance", "least")
ROWS = [
    ("tea", "coffee", "tea", "ann", "morning", 5.5, 0.5, 0.25),
    ("coffee", "water; still", "right", "bob", 'a "long"\nnight', None, 0.25, 0.25),
    ("coffee", "tea", "tie", None, "morning", 7.0, None, None),
    ("tea", "water; still", "both bad", "ann", None, 8.25, 1.0, 0.125),
]
DICTS = [dict(zip(HEADINGS, row, strict=True)) for row in ROWS]


def separated(separator: str, headings=HEADINGS, rows=ROWS) -> bytes:
    room = io.StringIO()
    csv.writer(room, delimiter=separator).writerows([headings, *rows])
    return room.getvalue().encode()


def parquet(rows=DICTS) -> bytes:
    room = io.BytesIO()
    pl.DataFrame(rows).write_parquet(room)
    return room.getvalue()


FILES = {
    "comma.csv": separated(","),
    "semicolon.csv": separated(";"),
    "tab.tsv": separated("\t"),
    "marked.csv": b"\xef\xbb\xbf" + separated(","),
    "comments.csv": b"\n# who, when\n  \n" + separated(","),
    "wide.txt": separated("\t").decode().encode("utf-16"),
    "capitals.csv": separated(",", [f" {heading.upper()} " for heading in HEADINGS]),
    "reversed.csv": separated(",", HEADINGS[::-1], [row[::-1] for row in ROWS]),
    "lines.jsonl": "\n\n".join(map(json.dumps, DICTS)).encode(),
    "list.json": json.dumps(DICTS, indent=1).encode(),
    "rows.parquet": parquet(),
}
FRAMES = {
    "dicts": DICTS,
    "any iterable": iter(DICTS),
    "polars": pl.DataFrame(DICTS),
    "lazy": pl.LazyFrame(DICTS),
    "categories": pl.DataFrame(DICTS).with_columns(pl.col("left", "right", "winner").cast(pl.Categorical)),
    "pandas": pd.DataFrame(DICTS),
    "pandas objects": pd.DataFrame(DICTS).astype(object),
    "gaps": [{key: value for key, value in row.items() if value is not None} for row in DICTS],
}


def check(found: Ballots) -> None:
    """These are the votes of ROWS."""
    assert found.items == ("tea", "coffee", "water; still")
    assert found.left.tolist() == [0, 1, 1, 0]
    assert found.right.tolist() == [1, 2, 0, 2]
    assert found.outcome.tolist() == [1, -1, 0, 0]
    assert found.bad.tolist() == [False, False, False, True]
    assert found.voters == ("ann", "bob")
    assert found.voter.tolist() == [0, 1, -1, 0]
    assert found.cases == ("morning", 'a "long"\nnight')
    assert found.case.tolist() == [0, 1, 0, -1]
    for values, expected in (
        (found.time, [5.5, np.nan, 7, 8.25]),
        (found.chance, [0.5, 0.25, np.nan, 1]),
        (found.least, [0.25, 0.25, np.nan, 0.125]),
    ):
        np.testing.assert_array_equal(values, expected)
        assert values.dtype == np.float64
    assert {found.left.dtype, found.right.dtype, found.outcome.dtype, found.voter.dtype} == {np.dtype(np.int64)}
    assert found.left.flags.c_contiguous
    assert found.right.flags.c_contiguous
    assert len(found) == 4


@pytest.mark.parametrize("name", FILES)
def test_the_form_of_a_file_does_not_matter(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(FILES[name])
    for votes in (path, str(path)):
        check(read_votes(votes))
        assert read_votes(votes).source == str(path)


@pytest.mark.parametrize("name", FRAMES)
def test_frames_and_rows_are_the_same_votes(name):
    check(read_votes(FRAMES[name]))


def test_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(FILES["semicolon.csv"])))
    check(read_votes("-"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"left,right,winner\na,b,c\n")))
    with pytest.raises(InputError, match=r"^standard input line 2: winner must be"):
        read_votes("-")
    monkeypatch.setattr("duelling.votes.reading.read.LARGEST", 2**20)
    with open("/dev/zero", encoding="utf-8") as endless:
        monkeypatch.setattr(sys, "stdin", endless)
        with pytest.raises(InputError, match=r"^standard input must have at most 1 MB, got more"):
            read_votes("-")


def test_three_columns_are_enough_and_ballots_stay_ballots():
    found = read_votes([("a", "b", "a"), ["b", "c", "tie"], np.array(["c", "a", "c"])])
    assert (found.items, found.outcome.tolist()) == (("a", "b", "c"), [1, 0, 1])
    assert (found.voters, found.cases, found.chance, found.least, found.source) == ((), (), None, None, "")
    assert found.voter.tolist() == found.case.tolist() == [-1] * 3
    assert np.isnan(found.time).all()
    assert read_votes(found) is found


def seen(name: str) -> bool:
    return bool(UNSEEN.sub("", name)) and not CONTROL.search(name) and name not in NO_NUMBER


NAMES = st.text(min_size=1).map(lambda name: unicodedata.normalize("NFC", name).strip()).filter(seen)


@pytest.mark.slow
@settings(deadline=None)
@given(
    st.lists(
        st.tuples(*[NAMES] * 2).filter(lambda pair: pair[0] != pair[1]),
        min_size=1,
        max_size=8,
    ),
    st.sampled_from([",", ";", "\t"]),
)
def test_any_names_survive_quotes_and_separators(pairs, separator):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of names that differ by capitals
        rows = [(left, right, left) for left, right in pairs]
        label, text = "votes", separated(separator, ("left", "right", "winner"), rows).decode()
        found = reading._ballots(reading.from_text(text.replace("\r\n", "\n"), label), None)
        lines = "\n".join(json.dumps(dict(zip(("left", "right", "winner"), row, strict=True))) for row in rows)
        same = reading._ballots(reading.from_text(lines, label), None)
    for votes in (found, same):
        assert [(votes.items[i], votes.items[j]) for i, j in zip(votes.left, votes.right, strict=True)] == pairs
        assert set(votes.outcome.tolist()) == {1}
        assert votes.items == tuple(dict.fromkeys(name for pair in pairs for name in pair))


def test_what_the_model_arenas_publish():
    said = {"model_a": 1, "model_b": -1, "tie": 0, "tie (bothbad)": 0, "both bad": 0, "gpt": 1, "MODEL_B": -1, "Tie": 0}
    rows = [{"question_id": 3, "model_a": "gpt", "model_b": "llama", "winner": word, "judge": 7} for word in said]
    found = read_votes(pl.DataFrame(rows))
    assert found.outcome.tolist() == list(said.values())
    assert found.bad.tolist() == [word in ("tie (bothbad)", "both bad") for word in said]
    assert found.voters == ("7",)


def test_the_name_of_an_item_goes_before_a_word():
    assert read_votes([("right", "left", "left")]).outcome.tolist() == [-1]  # the item "left" stands on the right
    assert read_votes([("tie", "x", "tie")]).outcome.tolist() == [1]


def test_whole_numbers_are_names_also_where_pandas_makes_them_floats():
    frame = pd.DataFrame({"left": [1, 2], "right": [3, 1], "winner": [1, 1], "voter": [5, None]})
    for votes in (frame, pl.DataFrame({**frame, "voter": [5, None]}), frame.to_dict("records")):
        found = read_votes(votes)
        assert (found.items, found.outcome.tolist(), found.voters) == (("1", "3", "2"), [1, -1], ("5",))


def test_times_are_seconds_or_dates():
    noon = datetime.datetime(2026, 11, 16, 12, tzinfo=datetime.UTC)
    same = [
        str(noon.timestamp()),
        noon.timestamp(),
        int(noon.timestamp()),
        "2026-11-16T12:00:00Z",
        " 2026-11-16 13:00:00.000+01:00 ",
        noon,
        noon.replace(tzinfo=None),
        pd.Timestamp(noon),
    ]
    row = {"left": "a", "right": "b", "winner": "a"}
    found = read_votes([{**row, "time": value} for value in [*same, datetime.date(2026, 11, 16), None, float("nan")]])
    assert found.time[:-3].tolist() == [noon.timestamp()] * len(same)
    assert found.time[-3] == noon.timestamp() - 12 * 3600
    assert np.isnan(found.time[-2:]).all()
    frame = pl.DataFrame({**row, "time": [noon, None]})
    for votes in (frame, frame.with_columns(pl.col("time").dt.cast_time_unit("ns")), frame.to_dicts()):
        np.testing.assert_array_equal(read_votes(votes).time, [noon.timestamp(), np.nan])


def test_names_that_differ_by_blanks_or_capitals_are_doubted():
    with pytest.warns(UserWarning, match="capitals alone: 'GPT 4' and 'gpt4'$") as warned:
        found = read_votes([("GPT 4", "gpt4", "left"), (" tea ", "tea", "left")][:1])
    assert found.items == ("GPT 4", "gpt4")  # they stay two
    assert len(warned) == 1
    with pytest.warns(UserWarning, match="capitals alone: 'tea' and"):
        read_votes([("tea", "te\u200ba", "left")])
    rows = [(f"Item{k}", f"item{k}", "left") for k in range(5)]
    with pytest.warns(UserWarning, match=r"'Item2' and 'item2' and 2 more$"):
        read_votes(rows)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_votes([(" tea", "coffee ", "tea")]).items == ("tea", "coffee")  # blanks around a name do not count


HEAD = "left,right,winner\n"
FULL = "left,right,winner,voter,time,chance,least\n"
BAD_TEXTS = [  # a text, and how the line about it goes on after the name of the file
    ("", "line 1 must name the columns left, right and winner, got nothing"),
    ("\n# nothing\n\n", "line 1 must name the columns left, right and winner, got nothing"),
    (HEAD, "must hold at least one vote, got none"),
    (
        "left,right\na,b\n",
        "must name the columns left, right and winner (or model_a, model_b and winner), got",
    ),
    ("a,b,a\nb,c,b\n", "must name the columns left, right and winner"),
    (
        "left,right,winner,Winner\na,b,a,b\n",
        "must have one column for winner, got 'winner' and 'Winner'; give one of them another name",
    ),
    ("left,model_a,right,winner\na,c,b,a\n", "must have one column for left, got 'left' and 'model_a'"),
    (HEAD + "a,b,a\na,b\n", "line 3 must have 3 fields, got 2"),
    (HEAD + "a,b,a\n\na,b,a,c\n", "line 4 must have 3 fields, got 4"),
    (HEAD + "a,b,a\na,b,\n", "line 3: winner must say who won, got nothing"),
    (HEAD + "a,b,  \n", "line 2: winner must say who won, got nothing"),
    (HEAD + "\na,b,c\n", "line 3: winner must be 'a', 'b', left, right, tie or both bad, got 'c'"),
    (HEAD + "a,b,nan\n", "line 2: winner must be 'a', 'b', left, right, tie or both bad, got 'nan'"),
    (HEAD + "a,b,A\n", "line 2: winner must be 'a', 'b', left, right, tie or both bad, got 'A'"),
    (HEAD + "a,b,model_a\n", "line 2: winner must be"),
    (HEAD + "a,a,a\n", "line 2: left and right must be two different items, got 'a' twice"),
    (HEAD + "a, a ,a\n", "line 2: left and right must be two different items, got 'a' twice"),
    (HEAD + "a,,a\n", "line 2: right must name an item, got nothing"),
    (HEAD + ",b,b\n", "line 2: left must name an item, got nothing"),
    (HEAD + "a,b,a\na,NaN,a\n", "line 3: right must name an item, got 'NaN'"),
    (
        HEAD + '"a\nb",c,c\nb,c,b\n',
        "line 3: left must be a name that can be seen, in one line without control characters, got 'a\\nb'",
    ),
    (
        HEAD + "a\x1b[2J,c,c\n",
        "line 2: left must be a name that can be seen, in one line without control characters, got 'a\\x1b[2J'",
    ),
    (HEAD + "a,\u200b,a\n", "line 2: right must be a name that can be seen"),
    (HEAD + "a,\u202ec,a\n", "line 2: right must be a name that can be seen, in one line without control characters"),
    (HEAD + 'a,"b"x,a\n', "line 2 must be CSV, got: ',' expected after '\"'"),
    (HEAD + 'a,b,a\na,"b,a\na,b,a\n', "line 4 must be CSV, got: unexpected end of data"),
    (
        FULL + "a,b,a,v\x07,,,\n",
        "line 2: voter must be a name that can be seen, in one line without control characters",
    ),
    (FULL + "a,b,a,,morning,,\n", "line 2: time must be seconds, or a date and time in ISO 8601, got 'morning'"),
    (FULL + "a,b,a,,2026-13-01,,\n", "line 2: time must be seconds"),
    (FULL + "a,b,a,,inf,,\n", "line 2: time must be seconds"),
    (FULL + "a,b,a,,,half,\n", "line 2: chance must be a finite number, got 'half'"),
    (FULL + "a,b,a,,,0.5,\na,b,a,,,0,\n", "line 3: chance must be above 0 and at most 1, got '0'"),
    (FULL + "a,b,a,,,1.01,\n", "line 2: chance must be above 0 and at most 1, got '1.01'"),
    (FULL + "a,b,a,,,-0.1,\n", "line 2: chance must be above 0 and at most 1"),
    (FULL + "a,b,a,,,0.5,0\n", "line 2: least must be above 0 and at most 1"),
    (FULL + "a,b,a,,,0.25,0.5\n", "line 2: least must be at most chance = 0.25, got '0.5'"),
    (FULL + "a,b,a,,,,0.5\n", "line 2: least must be empty where chance is, got '0.5'"),
    (FULL + "a,b,,,,,\na,b,a,,,2,\n", "line 2: winner must say who won"),  # the first row
    (FULL + "a,b,c,,,2,\n", "line 2: winner must be"),  # and in it the first column
    (FULL + "a,b,,,,0.5,\nb,a,,,,1,\n", "must hold at least one vote, got none"),  # two questions
    (
        "left,right,winner,chance,out\na,b,a,1,c\n",
        'line 2: out must be a JSON list of items, as in ["tea", "milk"], got \'c\'',
    ),
    ('left,right,winner,chance,out\na,b,a,1,[]\na,b,a,1,"[""c""]"\n', "line 3: out must be a JSON list of items"),
    ('left,right,winner,chance,out\na,b,a,1,"""ab"""\n', "line 2: out must be a JSON list of items"),
    ('left,right,winner,chance,out\na,b,a,1,"[[""a""]]"\n', "line 2: out must be a JSON list of items"),
    ('{"left": "a", "right": "b"}\n', "must name the columns left, right and winner"),
    ('{"left": "a", "right": "b", "winner": "a"}\n\n{"left": "a", "right": "b"}\n', "line 3: winner must say who won"),
    ('{"left": "a", "right": "b", "winner": null}\n', "line 1: winner must say who won, got nothing"),
    ('{"left": "a", "right": "b", "winner": NaN}\n', "line 1: winner must say who won"),
    ('{"left": "a", "right": "b", "winner": true}\n', "line 1: winner must be a text or a whole number, got True"),
    ('{"left": "a", "right": ["b"], "winner": "a"}\n', "line 1: right must be a text or a whole number, got ['b']"),
    ('{"left": 1.5, "right": 2, "winner": 2}\n', "line 1: left must be a text or a whole number, got 1.5"),
    ('{"left": "\\ud800", "right": 2, "winner": 2}\n', "line 1: left must be UTF-8, got '\\ud800'"),
    (
        '{"left": 1, "right": 2, "winner": 2, "chance": "\\ud800"}\n',
        "line 1: chance must be a finite number, got '\\ud800'",
    ),
    ('{"left": 1, "right": 2, "winner": 2, "voter": "\\ud800"}\n', "line 1: voter must be UTF-8, got '\\ud800'"),
    ('{"left": 1, "right": 2, "winner": 2, "left": 3}\n', "line 1 must name each key once, got ['left', 'right',"),
    (
        '{"left": 1, "right": 2, "winner": 2}\n{"left": 1,\n',
        "line 2 must be a JSON object, got: Expecting prop",
    ),
    (
        '{"left": 1, "right": 2, "winner": 2}\n[1, 2, 3]\n',
        "line 2 must be an object with names and values, got [1,",
    ),
    ('[{"left": 1, "right": 2, "winner": 2}, 5]', "row 2 must be an object with names and values, got 5"),
    ('[{"left": 1, "right": 2, "winner": 2}', "must be a JSON list of objects, got: Expecting ',' delimiter"),
    ("[" * 100_000, "must be a JSON list of objects, got: maximum recursion depth exceeded"),
    ("{" * 100_000, "line 1 must be a JSON object, got: "),
    ("[]", "must hold at least one vote, got none"),
]


@pytest.mark.parametrize(("text", "message"), BAD_TEXTS, ids=range(len(BAD_TEXTS)))
def test_bad_files_are_one_line_that_names_the_row(tmp_path, text, message):
    path = tmp_path / "votes.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=re.escape(f"votes.csv {message}")) as error:
        read_votes(path)
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"left,right,winner\na,b,a\nM\xfcller,b,b\n", r"votes line 3 must be text in UTF-8, got the byte b'\\xfc'"),
        ("left,right,winner\na,é,a\n".encode() + b"\xe9,a,a\n", "votes line 3 must be text in UTF-8"),
        ("left,right,winner\na,b,a\n".encode("utf-16-le"), "votes line 1 must be text in UTF-8, or UTF-16 with a mark"),
        (b"\xff\xfeleft", "votes line 1 must be text|must name the columns"),
        (parquet()[:-20], "votes is not a whole Parquet file"),
        (parquet()[:30] + b"xx" + parquet()[32:-8] + b"\0" * 8, "votes is not a whole Parquet file"),
        (b"PAR1", "votes is not a whole Parquet file"),
    ],
    ids=range(7),
)
def test_damaged_bytes(tmp_path, data, message):
    (tmp_path / "votes").write_bytes(data)
    with pytest.raises(InputError, match=message):
        read_votes(tmp_path / "votes")


ROW = {"left": "a", "right": "b", "winner": "a"}
BAD_VALUES = [
    (5, "votes must be the path of a file, a frame, or rows of left, right, winner, got 5"),
    (None, "votes must be the path of a file, a frame, or rows"),
    (ROW, "votes must be the path of a file, a frame, or rows"),
    (b"votes.csv", "votes must be the path of a file, a frame, or rows"),
    ([], "votes must hold at least one vote, got none"),
    ("", "votes must be a path, got ''"),
    ([{"left": "a", "right": "b", "winner": "a", "time": "\ud800"}], "votes[0]: time must be seconds, or a date and"),
    ([{"left": "a", "right": "b", "winner": "a", "chance": "\ud800"}], "votes[0]: chance must be a finite number"),
    (pl.DataFrame(schema={"left": str, "right": str, "winner": str}), "votes must hold at least one vote, got none"),
    (pd.DataFrame(), "votes must name the columns left, right and winner"),
    (pl.Series(["a"]), r"votes[0] must be left, right, winner, got 'a'"),
    (["abc"], "votes[0] must be left, right, winner, got 'abc'"),
    ([("a", "b", "a"), ("a", "b")], "votes[1] must be left, right, winner, got ('a', 'b')"),
    ([("a", "b", "a", "ann")], "votes[0] must be left, right, winner, got ('a', 'b', 'a', 'ann'); more columns need"),
    ([None], "votes[0] must be left, right, winner, got None"),
    ([("a", "b", "a"), ROW], "votes[1] must be left, right, winner, got {"),
    ([ROW, ("a", "b", "a")], "votes[1] must be an object with names and values, got ('a', 'b', 'a')"),
    ([("a", "b", None)], "votes[0]: winner must say who won, got nothing"),
    ([("a", float("nan"), "a")], "votes[0]: right must name an item, got nan"),
    ([("a", "  ", "a")], "votes[0]: right must name an item, got nothing"),
    (pl.DataFrame({**ROW, "winner": ["a", None]}), "votes[1]: winner must say who won, got nothing"),
    (pl.DataFrame({**ROW, "left": [1.5]}), "votes[0]: left must be a text or a whole number, got 1.5"),
    (pl.DataFrame({**ROW, "left": [True]}), "votes[0]: left must be a text or a whole number, got True"),
    (pl.DataFrame({**ROW, "left": [["a"]]}), "votes[0]: left must be a text or a whole number"),
    (pl.DataFrame({**ROW, "left": [datetime.date(2026, 1, 1)]}), "votes[0]: left must be a text or a whole number"),
    (pl.DataFrame({**ROW, "left": [None]}), "votes[0]: left must name an item, got nothing"),
    (pl.DataFrame({**ROW, "chance": [True]}), "votes[0]: chance must be a finite number, got True"),
    (pl.DataFrame({**ROW, "time": [datetime.timedelta(1)]}), "votes[0]: time must be seconds"),
    (pl.DataFrame({**ROW, "time": [b"noon"]}), "votes[0]: time must be seconds"),
    (pl.LazyFrame(ROW).with_columns(pl.col("none")), "votes must be a frame that can be collected, got: "),
    (pl.scan_csv("none.csv"), "votes must be a frame that can be collected, got: No such file"),
    ([{**ROW, "left": 10**5000}], "votes[0]: left must be a text or a whole number, got <int>"),
    ([{**ROW, "chance": 10**400}], "votes[0]: chance must be a finite number, got 1000"),
    ([{**ROW, "chance": 10**5000}], "votes[0]: chance must be a finite number, got <int>"),
    (pd.DataFrame({**ROW, "winner": ["a", None]}), "votes[1]: winner must say who won, got nothing"),
    (
        pd.DataFrame([[*"aba", "b"]], columns=["left", "right", "winner", "winner"]),
        "votes must have one column for winner",
    ),
]


@pytest.mark.parametrize(("votes", "message"), BAD_VALUES, ids=range(len(BAD_VALUES)))
def test_bad_frames_and_rows_are_one_line(votes, message):
    with pytest.raises(WrongValue, match="^" + re.escape(message)) as error:
        read_votes(votes)
    assert len(str(error.value).splitlines()) == 1


def test_a_file_name_is_no_pattern(tmp_path):
    (tmp_path / "a.csv").write_bytes(FILES["comma.csv"])
    with pytest.raises(InputError, match="cannot read"):
        read_votes(tmp_path / "*.csv")
    (tmp_path / "[a].parquet").write_bytes(FILES["rows.parquet"])
    check(read_votes(tmp_path / "[a].parquet"))
    with pytest.raises(DamagedFile, match="Is a directory"):
        read_votes(tmp_path)


def test_rows_with_a_chance_may_wait_for_an_answer():
    rows = [
        ("a", "b", "left", 0.5, None, "ann"),
        ("b", "c", None, 0.5, '["d"]', "eve"),  # nobody has answered
        ("a", "c", "right", 0.25, '["d", "a"]', "bob"),
        ("c", "d", "tie", None, "", "ann"),
        ("d", "b", "", 0.5, "[]", None),
        ("c", "b", "left", 0.5, '["a", "d"]', None),
    ]
    found = read_votes(pl.DataFrame(rows, schema=["left", "right", "winner", "chance", "out", "voter"], orient="row"))
    assert found.items == ("a", "b", "c", "d")
    assert [each[:4] for each in found.waiting] == [(1, 1, 2, 0.5), (3, 3, 1, 0.5)]
    assert [found.outs[each.out] for each in found.waiting] == [(3,), ()]
    assert found.open.tolist() == [[0, 0, 0, 0], [0, 0, 1, 1], [0, 1, 0, 0], [0, 1, 0, 0]]
    assert (found.left.tolist(), found.right.tolist()) == ([0, 0, 2, 2], [1, 2, 3, 1])
    assert found.outcome.tolist() == [1, -1, 0, 1]
    assert [found.outs[place] for place in found.out] == [(), (0, 3), (), (0, 3)]
    assert found.voters == ("ann", "bob")  # eve was asked, but did not vote
    assert found.voter.tolist() == [0, 1, 0, -1]
    assert found.settled == 1
    assert found.settled_in_pair.tolist() == [True, True, True, False]
    some = found.take(np.array([1, 3]))
    assert [each[:3] for each in some.waiting] == [(0, 1, 2), (1, 3, 1)]
    assert (some.settled, some.settled_in_pair.tolist()) == (0, [True, False])
    whole = read_votes([("a", "b", "a")])
    assert (whole.waiting, whole.settled, whole.settled_in_pair.tolist(), whole.out) == ((), 1, [True], None)


@pytest.mark.slow
@pytest.mark.parametrize("compression", ["uncompressed", "snappy", "zstd"])
def test_a_damaged_parquet_file_is_refused_in_words(compression):
    """Where polars meets what it has not expected, it raises an error that is no Exception."""
    room = io.BytesIO()
    pl.DataFrame(DICTS * 10).write_parquet(room, compression=compression)
    data, refused = room.getvalue(), 0
    for bit in range(37, 8 * len(data), 101):
        damaged = bytearray(data)
        damaged[bit // 8] ^= 1 << bit % 8
        try:
            from_parquet(bytes(damaged), "votes.parquet")
        except DamagedFile as error:
            refused += str(error).startswith("votes.parquet is not a whole Parquet file")
    assert refused > 20


def test_too_many_rows_are_refused_before_they_are_read(monkeypatch):
    """A file of a few bytes can say that it has a thousand million equal rows."""
    monkeypatch.setattr("duelling.votes.reading.frames.MOST_ROWS", 40)
    data = parquet(DICTS * 10)
    assert from_parquet(data, "v.parquet").rows == 40
    monkeypatch.setattr(pl, "read_parquet", None)
    with pytest.raises(WrongValue, match=r"v\.parquet must have at most 40 rows, got 44"):
        from_parquet(parquet(DICTS * 11), "v.parquet")


def test_too_many_items_are_refused(monkeypatch):
    monkeypatch.setattr(reading, "MOST_ITEMS", 3)
    rows = [("a", "b", "a"), ("c", "b", "c")]
    assert len(read_votes(rows).items) == 3
    with pytest.raises(WrongValue, match="votes must name at most 3 items, got 4"):
        read_votes([*rows, ("d", "a", "d")])


@pytest.mark.slow
def test_140000_votes_take_less_than_a_second(tmp_path):
    count, rng = 140_000, np.random.default_rng(0)
    left = rng.integers(50, size=count)
    right = (left + rng.integers(1, 50, size=count)) % 50
    frame = pl.DataFrame({"left": left, "right": right}).with_columns(
        pl.format("model {}", "left").alias("left"),
        pl.format("model {}", "right").alias("right"),
        pl.Series("winner", ["left", "right", "tie"]).gather(pl.Series(rng.integers(3, size=count))),
    )
    frame.write_csv(tmp_path / "votes.csv")
    begun = time.process_time()
    found = read_votes(tmp_path / "votes.csv")
    assert time.process_time() - begun < 1
    assert (len(found), len(found.items)) == (count, 50)


@pytest.mark.parametrize(("threads", "said"), [(1, ""), (2, "a page")])
def test_the_page_that_polars_writes_where_it_panics_is_not_shown(threads, said, capfd, monkeypatch):
    """But where other threads run, nothing is kept back: they may have something to say."""

    def panic(_):
        os.write(2, b"a page")
        raise pl.exceptions.PanicException("it panicked")

    monkeypatch.setattr(pl, "read_parquet", panic)
    monkeypatch.setattr(frames.threading, "active_count", lambda: threads)
    with pytest.raises(DamagedFile, match=r"v\.parquet is not a whole Parquet file: it panicked"):
        from_parquet(parquet(), "v.parquet")
    os.write(2, b", and more")
    assert capfd.readouterr().err == f"{said}, and more"
