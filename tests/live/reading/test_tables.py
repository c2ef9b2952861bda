"""Columns of texts by their headings."""

import pytest

import duelling as du
from duelling.live.reading.tables import rows_of

pytestmark = pytest.mark.plain


def test_names_are_bare_and_contents_as_they_were_written(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text('name,content\n" a ","  x "\nb,\n')
    rows = rows_of(path)
    assert rows.find({"name": ("name",), "content": ("content",)}, needed=("name",)) == {
        "name": ["a", "b"],
        "content": ["  x ", None],
    }
    assert rows.where(1).endswith("rows.csv line 3")


def test_the_row_that_lacks_a_text_is_named(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("name,content\na,x\n ,y\n")
    with pytest.raises(du.WrongValue, match=r"rows\.csv line 3: name must be a text, got nothing"):
        rows_of(path).names(0, needed=True)
