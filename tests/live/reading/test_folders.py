"""A folder of items: what it holds, what is left out, what is refused."""

import os
import warnings

import pytest

import duelling as du
from duelling.live.reading import folders
from duelling.live.reading.items import Item, read_items
from duelling.live.reading.pictures import PNG

pytestmark = pytest.mark.plain


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "b.MD").write_text("# B\r\n")
    (tmp_path / "a.txt").write_text("A\n\n")
    (tmp_path / "c.png").write_bytes(PNG + b"x")
    (tmp_path / ".hidden").write_text("x")
    return tmp_path


def test_each_file_is_an_item(folder):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = read_items(str(folder))
    assert found == [Item("a", "A"), Item("b", "# B", "markdown"), Item("c", PNG + b"x", "image")]


def test_other_files_are_left_out_with_a_warning(folder):
    (folder / "notes.pdf").write_text("x")
    (folder / "more").mkdir()
    with pytest.warns(du.Doubt, match=r"'more' and 1 more left out: not a picture \(.png .jpg"):
        assert [item.name for item in read_items(str(folder))] == ["a", "b", "c"]


def test_two_files_of_one_name_are_refused(folder):
    (folder / "a.md").write_text("x")
    with pytest.raises(du.WrongValue, match="must have different names, got 'a' twice"):
        read_items(str(folder))


def test_a_picture_that_is_none_is_refused(folder):
    (folder / "d.gif").write_text("<svg>")
    with pytest.raises(du.WrongValue, match=r"d\.gif: a picture must be PNG, JPEG, WebP, GIF or AVIF"):
        read_items(str(folder))


def test_what_is_too_large_is_refused(folder, monkeypatch):
    monkeypatch.setattr(folders, "MOST_TEXT", 2**20)
    (folder / "d.txt").write_text("x" * (2**20 + 1))
    with pytest.raises(du.WrongValue, match=r"d\.txt' must have at most 1 MB, got more"):
        read_items(str(folder))
    monkeypatch.setattr(folders, "LARGEST_PICTURE", 2**20)
    (folder / "d.txt").unlink()
    (folder / "e.png").write_bytes(PNG + bytes(2**20))
    with pytest.raises(du.DamagedFile, match=r"e\.png' must have at most 1 MB, got more"):
        read_items(str(folder))


@pytest.mark.parametrize("text", ["", "\n\n", " \t\r\n"])
@pytest.mark.parametrize("name", ["d.txt", "d.md"])
def test_a_text_of_which_nothing_is_seen_is_refused(folder, name, text):
    (folder / name).write_text(text)
    with pytest.raises(du.WrongValue, match=rf"{name}' must hold a text, got an empty file"):
        read_items(str(folder))


def test_an_empty_folder_and_one_that_cannot_be_read(tmp_path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(du.WrongValue, match=r"folder '.*empty' must hold pictures or texts, got none"):
        read_items(str(tmp_path / "empty"))
    (tmp_path / "pipe.txt").mkdir()
    os.mkfifo(tmp_path / "empty" / "x.txt")
    with pytest.warns(du.Doubt, match="'x.txt' left out"), pytest.raises(du.WrongValue, match="got none"):
        read_items(str(tmp_path / "empty"))  # to open a pipe would wait for ever
