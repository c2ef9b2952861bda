"""The one format of results on disk: what was written is read back, and every other file is refused in one line."""

import polars as pl
import pytest
from pyarrow import parquet

from duelling.errors import DamagedFile, InputError
from duelling.lab import tables
from duelling.lab.grids.store import Store
from duelling.lab.results import Result
from tests.helpers.flips import ruins
from tests.helpers.results import make

pytestmark = pytest.mark.plain
ROWS = pl.DataFrame({"t": [1, 2], "weak": [0.5, 1.0]})


@pytest.fixture
def kept(tmp_path):
    """The path of a file with rows."""
    (tmp_path / "x.parquet").write_bytes(tables.content(ROWS.lazy(), "unit", {"b": 1, "a": [2]}))
    return tmp_path / "x.parquet"


def test_rows_and_metadata_come_back_and_equal_tables_are_equal_bytes(kept):
    table = tables.read(kept, "unit")
    assert table.note == {"a": [2], "b": 1}
    assert table.rows(2).equals(ROWS)
    assert table.rows(2, pl.col("t") == 2).equals(ROWS[1:])
    assert tables.content(ROWS.lazy(), "unit", {"a": [2], "b": 1}) == kept.read_bytes()


def test_any_program_reads_it(kept):
    assert pl.read_parquet(kept).equals(ROWS)
    assert parquet.read_table(kept).to_pydict() == ROWS.to_dict(as_series=False)


def test_a_text_that_looks_like_a_digest_does_no_harm(tmp_path):
    text = tables.MARK.decode() + "1" * tables.DIGITS
    rows = ROWS.with_columns(pl.lit(text).alias(text))
    (tmp_path / "x.parquet").write_bytes(tables.content(rows.lazy(), "unit", {text: text, "z": {"z": text}}))
    assert tables.read(tmp_path / "x.parquet", "unit").rows(2).equals(rows)


def test_every_flipped_bit_is_noticed(kept):
    """All of them, and no decoder is asked."""
    content = kept.read_bytes()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "_note", lambda *_: pytest.fail("a damaged file was decoded"))
        for place in range(8 * len(content)):
            changed = bytearray(content)
            changed[place // 8] ^= 1 << place % 8
            patch.setattr("duelling.files.read", lambda path, changed=changed: bytes(changed))
            with pytest.raises(DamagedFile, match=r"x\.parquet' (is|has)"):
                tables.read(kept, "unit")


def test_what_is_not_whole_is_one_line(kept, tmp_path):
    for ruin in ruins(kept.read_bytes()):
        (tmp_path / "ruin.parquet").write_bytes(ruin)
        with pytest.raises(DamagedFile, match=r"ruin\.parquet' (is|has)") as caught:
            tables.read(tmp_path / "ruin.parquet", "unit")
        assert "\n" not in str(caught.value)


def test_rows_are_counted_before_memory_is_taken(tmp_path, monkeypatch):
    many = pl.LazyFrame({"weak": [0.0]}).select(pl.col("weak").repeat_by(10**6).explode())
    (tmp_path / "many.parquet").write_bytes(tables.content(many, "unit", {}))
    table = tables.read(tmp_path / "many.parquet", "unit")
    assert table.rows(10**6).height == 10**6
    monkeypatch.setattr(pl.LazyFrame, "filter", lambda *_: pytest.fail("rows were read"))
    with pytest.raises(DamagedFile, match=r"many\.parquet' must have 24 rows, got 1000000"):
        table.rows(24)


def test_a_file_that_holds_something_else_is_refused(tmp_path):
    make().save(tmp_path / "result.parquet")
    (tmp_path / "results.parquet").write_bytes((tmp_path / "result.parquet").read_bytes())
    with pytest.raises(DamagedFile, match="must hold a grid, it holds a simulation"):
        Store(tmp_path).specification()
    (tmp_path / "unit.parquet").write_bytes(tables.content(ROWS.lazy(), "unit", {}))
    with pytest.raises(DamagedFile, match="must hold a simulation, it holds a unit"):
        Result.load(tmp_path / "unit.parquet")


@pytest.mark.parametrize(
    ("note", "words"),
    [
        ({"format": 99}, "has format 99, this version reads"),
        ({"format": None}, "has format None, this version reads"),
        ({"holds": "pictures"}, "must hold a unit, it holds a pictures"),
    ],
)
def test_metadata_that_says_something_else_is_one_line(tmp_path, note, words):
    (tmp_path / "x.parquet").write_bytes(tables.content(ROWS.lazy(), "unit", note))
    with pytest.raises(InputError, match=words):
        tables.read(tmp_path / "x.parquet", "unit")


@pytest.mark.parametrize("text", ["[1, 2]", "{", "3", "\x00"])
def test_metadata_that_cannot_be_read_is_one_line(tmp_path, monkeypatch, text):
    monkeypatch.setattr(tables.json, "dumps", lambda *_, **__: text)
    (tmp_path / "x.parquet").write_bytes(tables.content(ROWS.lazy(), "unit", {}))
    with pytest.raises(DamagedFile, match=r"x\.parquet' is damaged: ") as caught:
        tables.read(tmp_path / "x.parquet", "unit")
    assert "\n" not in str(caught.value)
