"""Columns of texts by their headings."""

import pytest

import duelling as du
from duelling.live.reading.cases import read_cases
from duelling.live.reading.items import read_items
from duelling.live.reading.tables import rows_of

pytestmark = pytest.mark.plain


def test_names_are_bare_and_contents_as_they_were_written(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text('name,content\n" a ","  x "\nb,\n')
    rows = rows_of(path, "name")
    assert rows.find({"name": ("name",), "content": ("content",)}, needed=("name",)) == {
        "name": ["a", "b"],
        "content": ["  x ", None],
    }
    assert rows.where(1).endswith("rows.csv line 3")


def test_the_row_that_lacks_a_text_is_named(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("name,content\na,x\n ,y\n")
    with pytest.raises(du.WrongValue, match=r"rows\.csv line 3: name must be a text, got nothing"):
        rows_of(path, "name").names(0, needed=True)


@pytest.mark.parametrize(("name", "content"), [("a.csv", ""), ("a.csv", "\n \n"), ("a.json", "[]"), ("a.jsonl", "")])
def test_an_empty_file_is_told_which_column_it_must_have(tmp_path, name, content):
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(du.WrongValue, match=rf"{name} must have a column name, got an empty file"):
        read_items(str(path))
    with pytest.raises(du.WrongValue, match=rf"{name} must have a column case, got an empty file"):
        read_cases(path, ["a", "b"])
