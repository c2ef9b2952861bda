"""Files are read as they are, and appear whole or not at all."""

import os
import socket
import sqlite3
from pathlib import Path

import pytest

from duelling.errors import Conflict, DamagedFile, InputError, UnknownName
from duelling.files import check_folder, read, read_text, write

pytestmark = pytest.mark.plain


def listing(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("name", ["plain", "a[1]", "*", "?", "{a,b}", "~", "$HOME", "s3:", "two\nlines", "é"])
def test_a_path_is_a_path(tmp_path, name):
    for other in ("a1", "plain2", "b"):
        (tmp_path / other).write_bytes(b"another")
    with pytest.raises(UnknownName, match="cannot read"):
        read(tmp_path / name)
    (tmp_path / name).write_bytes(b"this")
    assert read(tmp_path / name) == read(str(tmp_path / name)) == b"this"


@pytest.mark.parametrize("name", ["a.db", "a.db-wal", "a.db-lock"])
def test_no_file_takes_the_place_of_a_database(tmp_path, name):
    """An arena is one file: who writes another one over it loses all votes."""
    with sqlite3.connect(tmp_path / "a.db") as made:
        made.execute("create table t (a)")
    before = listing(tmp_path)
    with pytest.raises(Conflict, match=f"'{name}' is a database, perhaps an arena; choose another file"):
        write(tmp_path, {"b": b"1", name: b"2"})
    assert listing(tmp_path) == before


def test_what_is_no_file_is_refused_at_once(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(tmp_path / "socket"))
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for path in (tmp_path / "pipe", tmp_path / "socket", "/dev/zero"):
        with pytest.raises(DamagedFile, match=r"(pipe|socket|zero)' must be a file, got a device, a pipe or a socket"):
            read(path)
    with pytest.raises(DamagedFile, match=r"cannot read '.*': Is a directory"):
        read(tmp_path)
    with pytest.raises(InputError, match=r"cannot read '.*loop': Too many levels of symbolic links"):
        read(tmp_path / "loop")


def test_all_files_are_replaced_together(tmp_path):
    write(tmp_path / "new" / "folder", {"a": b"1", "b": b"2"})
    write(tmp_path / "new" / "folder", {"a": b"3", "c": b"4"})
    assert listing(tmp_path / "new" / "folder") == {"a": b"3", "b": b"2", "c": b"4"}


def test_a_file_in_parts_is_whole_or_not_there(tmp_path):
    write(tmp_path, {"a": (bytes([n]) for n in range(5))})
    assert listing(tmp_path) == {"a": bytes(range(5))}
    with pytest.raises(ZeroDivisionError):
        write(tmp_path, {"a": (bytes([1 // n]) for n in (1, 0))})
    assert listing(tmp_path) == {"a": bytes(range(5))}


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), ValueError("wrong"), KeyboardInterrupt()])
def test_an_error_in_any_file_leaves_all_as_they_were(tmp_path, monkeypatch, error):
    def half(content, path):
        path.write_bytes(content[:1])
        if path.name == "b":
            raise error

    write(tmp_path, {"a": b"1", "b": b"2"})
    monkeypatch.setattr("duelling.files._save", half)
    with pytest.raises(Conflict if isinstance(error, OSError) else type(error)):
        write(tmp_path, {"a": b"33", "b": b"44"})
    assert listing(tmp_path) == {"a": b"1", "b": b"2"}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_folder_that_was_made_for_nothing_is_removed(tmp_path, monkeypatch, error):
    def full(content, path):
        raise error

    (tmp_path / "mine").mkdir()
    monkeypatch.setattr("duelling.files._save", full)
    for folder in ("new/folder", "mine", "mine/new"):
        with pytest.raises(Conflict if isinstance(error, OSError) else KeyboardInterrupt):
            write(tmp_path / folder, {"a": b"1"})
        assert [path.name for path in tmp_path.rglob("*")] == ["mine"]


@pytest.mark.parametrize("name", ["../a", "/tmp/a", "b/a", "..", ".", ""])
def test_a_file_is_written_into_the_folder_and_nowhere_else(tmp_path, name):
    with pytest.raises(Conflict, match="must have a name without a folder"):
        write(tmp_path / "folder", {"b": b"1", name: b"2"})
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_the_place_of_a_file_is_refused_before_anything_is_replaced(tmp_path):
    (tmp_path / "b").mkdir()
    with pytest.raises(Conflict, match="'b' is a folder"):
        write(tmp_path, {"a": b"1", "b": b"2"})
    assert listing(tmp_path) == {}


def test_what_is_no_file_is_never_replaced_by_one(tmp_path):
    """Root can write into /dev, where a file in the place of a device would harm the whole system."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    for name in ("pipe", "link"):
        with pytest.raises(Conflict, match=f"'{name}' is a device, a pipe or a socket"):
            write(tmp_path, {"a": b"1", name: b"2"})
    assert (tmp_path / "pipe").is_fifo()
    assert (tmp_path / "link").is_symlink()
    assert listing(tmp_path) == {}


def test_a_link_to_an_open_file_is_never_replaced(tmp_path):
    """As /dev/stdout, which is such a link: it leads to a file where the shell has redirected the output to one."""
    with (tmp_path / "open").open("wb") as file:
        (tmp_path / "stdout").symlink_to(f"/proc/self/fd/{file.fileno()}")
        assert (tmp_path / "stdout").is_file()
        with pytest.raises(Conflict, match="'stdout' is a device, a pipe or a socket"):
            write(tmp_path, {"stdout": b"new"})
        assert (tmp_path / "stdout").is_symlink()


def test_to_check_a_folder_leaves_no_trace(tmp_path):
    check_folder(tmp_path / "a" / "b")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_text("")
    with pytest.raises(Conflict, match="is a file"):
        check_folder(tmp_path / "file" / "b")


def test_a_link_that_leads_nowhere_is_no_folder(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(Conflict, match="link' is a link that leads nowhere"):
        check_folder(tmp_path / "link")


def test_a_text_has_a_largest_size_and_one_kind_of_line_end(tmp_path, monkeypatch):
    (tmp_path / "text").write_bytes("\ufeffa\r\nb\rc\nd".encode())
    assert read_text(tmp_path / "text") == "a\nb\nc\nd"
    monkeypatch.setattr("duelling.files.LARGEST_TEXT", 5)
    with pytest.raises(DamagedFile, match="text' must have at most 0 MB, got more"):
        read_text(tmp_path / "text")
    assert len(read(tmp_path / "text", 11)) == len(read(tmp_path / "text")) == 11


def test_a_name_with_a_nul_is_no_file():
    with pytest.raises(DamagedFile, match=r"cannot read 'a.x00': .*embedded null"):
        read("a\0")
