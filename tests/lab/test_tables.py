"""The one format of results on disk: what was written is read back, and every other file is refused in one line."""

import json

import polars as pl
import pytest

from duelling.errors import DamagedFile, InputError
from duelling.lab import tables
from duelling.lab.grids.store import Store
from duelling.lab.results import Result
from tests.helpers.results import make

pytestmark = pytest.mark.plain
ROWS = pl.DataFrame({"t": [1, 2], "weak": [0.5, 1.0]})


def test_rows_and_metadata_come_back_and_equal_tables_are_equal_bytes(tmp_path):
    content = tables.content(ROWS.lazy(), "unit", {"b": 1, "a": [2]})
    (tmp_path / "x.parquet").write_bytes(content)
    assert tables.note(tmp_path / "x.parquet", "unit") == {"a": [2], "b": 1}
    assert tables.rows(tmp_path / "x.parquet").equals(ROWS)
    assert tables.content(ROWS.lazy(), "unit", {"a": [2], "b": 1}) == content


def test_a_file_that_holds_something_else_is_refused(tmp_path):
    make().save(tmp_path / "result.parquet")
    (tmp_path / "results.parquet").write_bytes((tmp_path / "result.parquet").read_bytes())
    with pytest.raises(DamagedFile, match="must hold a grid, it holds a simulation"):
        Store(tmp_path).specification()
    (tmp_path / "unit.parquet").write_bytes(tables.content(ROWS.lazy(), "unit", {}))
    with pytest.raises(DamagedFile, match="must hold a simulation, it holds a unit"):
        Result.load(tmp_path / "unit.parquet")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (json.dumps({"format": 99, "holds": "unit"}), "has format 99, this version reads"),
        (json.dumps({"holds": "unit"}), "damaged"),
        ("[1, 2]", "damaged"),
        ("{", "damaged"),
    ],
)
def test_metadata_that_cannot_be_read_is_one_line(tmp_path, text, words):
    ROWS.write_parquet(tmp_path / "x.parquet", metadata={tables.NOTE: text})
    with pytest.raises(InputError, match=words) as caught:
        tables.note(tmp_path / "x.parquet", "unit")
    assert "\n" not in str(caught.value)
