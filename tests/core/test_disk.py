"""What is kept on disk: nothing damaged is believed, nobody else can write it, and it does not stay for ever."""

import os
import socket
import time

import numpy as np
import pytest

from duelling.core import disk
from tests.helpers.damage import DAMAGES, damage, small_files

pytestmark = pytest.mark.plain

NAME = "kernels-0123456789ab"
TRIES = 100  # of each kind of damage


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch):
    monkeypatch.setattr(disk, "_warned", False)


@pytest.fixture
def give_away(monkeypatch):
    """A function that makes a path another user's, for this process."""
    if os.getuid() == 0:
        return lambda path: os.chown(path, 12345, -1)
    return lambda path: monkeypatch.setattr(disk.os, "getuid", lambda: path.stat().st_uid + 1)


def test_what_is_written_is_read(tmp_path):
    for content in (b"", b"code", bytes(10**6)):
        disk.write(tmp_path / "x.nbc", content)
        assert disk.read(tmp_path / "x.nbc") == content
    assert [path.name for path in tmp_path.iterdir()] == ["x.nbc"]


@pytest.mark.parametrize("kind", DAMAGES)
def test_a_damaged_file_is_not_read_and_said_once(kind, tmp_path, caplog):
    path, rng = tmp_path / "x.nbc", np.random.default_rng(0)
    for _ in range(TRIES):
        disk.write(path, rng.bytes(rng.integers(200)))
        damage(path, kind, rng)
        assert disk.read(path) is None
    assert caplog.messages == [f"duelling: kernels are compiled again, '{path}' is damaged"]


def test_every_bit_of_a_file_counts(tmp_path):
    path = tmp_path / "x.nbi"
    disk.write(path, b"index")
    sound = path.read_bytes()
    for place in range(8 * len(sound)):
        flipped = bytearray(sound)
        flipped[place // 8] ^= 1 << place % 8
        path.write_bytes(flipped)
        assert disk.read(path) is None
    path.write_bytes(sound)
    assert disk.read(path) == b"index"


def test_a_file_in_the_place_of_another_is_not_read(tmp_path):
    disk.write(tmp_path / "one.nbc", b"code")
    (tmp_path / "one.nbc").rename(tmp_path / "two.nbc")
    assert disk.read(tmp_path / "two.nbc") is None


def test_a_missing_file_is_no_damage_and_what_cannot_be_read_is_said(tmp_path, caplog):
    assert disk.read(tmp_path / "x.nbc") is None
    assert caplog.messages == []
    assert disk.read(tmp_path) is None
    assert caplog.messages == [f"duelling: kernels are compiled again, '{tmp_path}' cannot be read: Is a directory"]


@pytest.mark.parametrize(
    "put",
    [
        os.mkfifo,
        lambda path: path.symlink_to("/dev/zero"),
        lambda path: socket.socket(socket.AF_UNIX).bind(str(path)),
        lambda path: path.open("wb").truncate(2**40),
    ],
    ids=["pipe", "device", "socket", "endless"],
)
def test_what_is_no_file_or_has_no_end_is_damage_and_gives_way_to_a_file(put, tmp_path, caplog):
    path = tmp_path / "x.nbi"
    put(path)
    assert disk.read(path) is None
    (line,) = caplog.messages
    assert line.startswith("duelling: kernels are compiled again, ")
    assert f"'{path}'" in line
    disk.write(path, b"index")
    assert disk.read(path) == b"index"


@pytest.mark.parametrize("room", [0, 20, 999])
def test_a_file_appears_whole_or_not_at_all(room, tmp_path):
    disk.write(tmp_path / "x.nbc", b"old")
    with small_files(room), pytest.raises(OSError, match="File too large"):
        disk.write(tmp_path / "x.nbc", bytes(1000))
    assert [path.name for path in tmp_path.iterdir()] == ["x.nbc"]
    assert disk.read(tmp_path / "x.nbc") == b"old"


@pytest.fixture
def umask_zero():
    before = os.umask(0)
    yield
    os.umask(before)


def test_folders_and_files_are_for_this_user_alone(tmp_path, umask_zero):
    folder = disk.private_folder(tmp_path / "a" / "b", NAME)
    assert folder == tmp_path / "a" / "b" / NAME
    disk.write(folder / "x.nbc", b"code")
    modes = {path.name: oct(path.stat().st_mode)[-3:] for path in (tmp_path / "a").rglob("*")}
    assert modes == {"b": "700", NAME: "700", "x.nbc": "600"}
    assert oct((tmp_path / "a").stat().st_mode)[-3:] == "700"


@pytest.mark.parametrize("mode", [0o720, 0o702, 0o777])
@pytest.mark.parametrize("inner", [False, True], ids=["home", "folder"])
def test_a_folder_that_others_can_write_to_is_not_used(mode, inner, tmp_path, caplog):
    home = tmp_path / "home"
    disk.private_folder(home, NAME)
    path = home / NAME if inner else home
    path.chmod(mode)
    assert disk.private_folder(home, NAME) is None
    assert disk.private_folder(home, NAME) is None
    assert caplog.messages == [f"duelling: compiled kernels are not kept, others can write to '{path}'"]


@pytest.mark.parametrize("inner", [False, True], ids=["home", "folder"])
def test_a_folder_of_another_user_is_not_used(inner, tmp_path, caplog, give_away):
    home = tmp_path / "home"
    disk.private_folder(home, NAME)
    path = home / NAME if inner else home
    give_away(path)
    assert disk.private_folder(home, NAME) is None
    assert caplog.messages[0].endswith("belongs to another user")


def test_nothing_is_made_in_a_folder_that_is_not_used(tmp_path):
    tmp_path.chmod(0o777)
    assert disk.private_folder(tmp_path, NAME) is None
    assert list(tmp_path.iterdir()) == []


def test_a_link_is_not_taken_for_the_folder(tmp_path):
    """In a folder like /tmp anybody may have put it there."""
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (tmp_path / NAME).symlink_to(tmp_path / "elsewhere")
    assert disk.private_folder(tmp_path, NAME) is None


def test_a_folder_like_tmp_is_good_enough_for_a_private_folder(tmp_path):
    tmp_path.chmod(0o1777)
    folder = disk.private_folder(tmp_path, NAME)
    assert folder == tmp_path / NAME
    folder.chmod(0o1777)
    assert disk.private_folder(tmp_path, NAME) is None


def test_a_file_of_another_user_or_that_others_can_write_is_not_read(tmp_path, caplog, give_away):
    path = tmp_path / "x.nbi"
    disk.write(path, b"index")
    path.chmod(0o622)
    assert disk.read(path) is None
    assert caplog.messages == [f"duelling: kernels are compiled again, others can write to '{path}'"]
    path.chmod(0o600)
    give_away(path)
    assert disk.read(path) is None


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path, caplog):
    (tmp_path / "file").touch()
    assert disk.private_folder(tmp_path / "file" / "home", NAME) is None
    assert disk.private_folder(tmp_path / ("x" * 300), NAME) is None
    assert caplog.messages == []


def test_a_folder_that_is_read_only_is_not_used(tmp_path, caplog, monkeypatch):
    """Such as one on a disk that cannot be written. Root can write to any other."""
    disk.private_folder(tmp_path, NAME)
    monkeypatch.setattr(disk.os, "access", lambda *_: False)
    assert disk.private_folder(tmp_path, NAME) is None
    assert caplog.messages == []


def test_folders_that_nobody_uses_are_removed(tmp_path):
    """Only folders with the names that this package gives, and not the one in use, however old it is."""
    long_ago = time.time() - disk.LIFETIME - 60
    old, leaving, recent = (f"kernels-{digit * 12}" for digit in "abc")
    others = ["kernels-mine", "kernels-abc", "results"]
    for name in (NAME, old, f"{leaving}.{'0' * 16}", recent, *others):
        (tmp_path / name).mkdir(mode=0o700)
        (tmp_path / name / "x.nbc").touch()
        os.utime(tmp_path / name, (long_ago, long_ago + (3600 if name == recent else 0)))
    assert disk.private_folder(tmp_path, NAME) == tmp_path / NAME
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([NAME, recent, *others])
    assert (tmp_path / NAME).stat().st_mtime > time.time() - 60


def test_a_folder_that_others_remove_meanwhile_is_no_error(tmp_path, monkeypatch):
    (tmp_path / NAME.replace("0", "f")).mkdir()
    os.utime(tmp_path / NAME.replace("0", "f"), (0, 0))
    monkeypatch.setattr(disk.os, "rename", lambda *_: (_ for _ in ()).throw(FileNotFoundError))
    assert disk.private_folder(tmp_path, NAME) == tmp_path / NAME
