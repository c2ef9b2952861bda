"""A journal in a file of SQLite, and what can happen to the file."""

import errno
import os
import random
import shutil
import socket
import sqlite3
import tempfile
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from duelling.errors import Conflict, DamagedFile, InputError, Unavailable, UnknownName
from duelling.live.arena import Arena
from duelling.live.journal import locks, sqlite
from duelling.live.journal.events import to_lines
from duelling.live.journal.opening import open_store
from duelling.live.journal.writer import Writer
from tests.helpers.damage import small_files
from tests.helpers.journals import ONE_OF_EACH, Append, Log, Vote, vote

pytestmark = pytest.mark.plain


@pytest.fixture
def path(tmp_path):
    return tmp_path / "journal.db"


@pytest.fixture
def store(path):
    with open_store(path) as opened:
        yield opened


def written(store, votes):
    """The events of so many votes, each in a commit of its own."""
    book = Log()
    writer = Writer(store, store.create("main"), book)
    for _ in range(votes):
        writer.call(Vote())
    writer.close()
    return book.events


def vote_on(writer, acknowledged):
    """Vote until that is not possible any more; return why."""
    while True:
        try:
            acknowledged.append(writer.call(Vote()))
        except Unavailable as error:
            return error


# Files that go away


@pytest.mark.parametrize("happens", [os.unlink, lambda path: os.rename(path, f"{path}.moved")])
def test_a_file_that_goes_away_is_not_made_again(store, path, happens):
    arena = store.create("main")
    happens(path)
    with pytest.raises(Unavailable, match="moved, deleted or replaced"), store.writing(arena) as writing:
        writing.append(ONE_OF_EACH)
    assert not path.exists()


def test_another_file_in_its_place_is_left_alone(store, path, tmp_path):
    arena = store.create("main")
    with open_store(tmp_path / "other.db") as other:
        other.create("main")
    os.replace(tmp_path / "other.db", path)
    with pytest.raises(Unavailable, match="replaced"), store.writing(arena) as writing:
        writing.append(ONE_OF_EACH)
    store.close()
    with open_store(path) as other:
        assert other.head(arena) == 0


def test_a_log_that_goes_away_ends_writing(store, path):
    arena = store.create("main")
    os.unlink(f"{path}-wal")
    with pytest.raises(Unavailable, match="moved, deleted or replaced"), store.writing(arena):
        pass


def test_what_was_acknowledged_before_the_file_was_moved_under_load_is_in_it(store, path, tmp_path):
    arena = store.create("main")
    writer, acknowledged = Writer(store, arena, Log()), []

    threads = [threading.Thread(target=vote_on, args=(writer, acknowledged)) for _ in range(4)]
    for thread in threads:
        thread.start()
    while len(acknowledged) < 20:
        time.sleep(0.001)
    with locks.held(store._lock):  # a file and its log can only be moved together
        for suffix in sqlite.FILES:
            os.rename(f"{path}{suffix}", tmp_path / f"moved.db{suffix}")
    for thread in threads:
        thread.join()
    writer.close()
    assert not path.exists()
    with open_store(tmp_path / "moved.db") as moved:
        assert moved.verify(arena).head == 3 * len(acknowledged)


# Places where no journal can be


def test_a_network_file_system_is_refused(path, monkeypatch):
    monkeypatch.setattr(locks, "file_system", lambda folder: "nfs4")
    with pytest.raises(Conflict, match="needs a local disk or PostgreSQL"):
        open_store(path)
    assert list(path.parent.iterdir()) == []


def test_a_place_without_a_log_is_refused(monkeypatch, path):
    real = sqlite._open
    monkeypatch.setattr(sqlite, "_open", lambda path, mode: real(Path(":memory:"), "memory"))
    with pytest.raises(Conflict, match="write-ahead log"):
        open_store(path)


@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal", "-lock"])
def test_a_pipe_in_the_place_of_a_file_beside_it_is_refused(path, end):
    """SQLite and the lock would open it and wait for ever."""
    open_store(path).close()
    Path(f"{path}{end}").unlink(missing_ok=True)
    os.mkfifo(f"{path}{end}")
    with pytest.raises(Conflict, match=f"{end}' is a device, a pipe"):
        open_store(path)


def test_folders_devices_sockets_and_other_files_are_refused(tmp_path):
    with pytest.raises(Conflict, match="is a folder"):
        open_store(tmp_path)
    with pytest.raises(Conflict, match="is a device"):
        open_store("/dev/null")
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(tmp_path / "s"))
        with pytest.raises(Conflict, match="a socket"):
            open_store(tmp_path / "s")
    with pytest.raises(UnknownName, match="there is no folder"):
        open_store(tmp_path / "none" / "journal.db")
    (tmp_path / "text").write_text("left,right,winner\n" * 100)
    with pytest.raises(DamagedFile, match="is no journal, or its beginning is damaged: it is not a file of SQLite"):
        open_store(tmp_path / "text")
    with closing(sqlite3.connect(tmp_path / "foreign")) as foreign:
        foreign.execute("create table mine (x)")
    before = (tmp_path / "foreign").read_bytes()
    with pytest.raises(DamagedFile, match="another program"):
        open_store(tmp_path / "foreign")
    assert (tmp_path / "foreign").read_bytes() == before


def test_what_is_refused_stays_alone_and_as_it_is(tmp_path):
    (tmp_path / "text").write_text("left,right,winner\n" * 100)
    (tmp_path / "empty").touch()
    (tmp_path / "loop").symlink_to("loop")
    with closing(sqlite3.connect(tmp_path / "foreign")) as foreign:
        foreign.execute("create table mine (x)")
    before = sorted(os.listdir(tmp_path))
    for name in [*before, "/", "x" * 300, "x/" * 3000]:
        for create in {False, name != "empty"}:
            with pytest.raises((Conflict, DamagedFile, UnknownName)):
                open_store(tmp_path / name, create=create)
    assert sorted(os.listdir(tmp_path)) == before


def test_an_empty_file_becomes_a_journal(path):
    path.touch()
    with pytest.raises(UnknownName, match="which is empty: items= makes one"):
        open_store(path, create=False)
    assert path.stat().st_size == 0
    with open_store(path) as store:
        assert store.arenas() == []


@pytest.mark.parametrize("closed", ["file", "folder"])
def test_what_may_not_be_written_is_refused_in_one_line(closed):
    """As an ordinary user, because root may write everywhere."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        path = Path(folder) / "journal.db"
        open_store(path).close()
        os.chmod(path, 0o444)
        if closed == "folder":
            os.chmod(folder, 0o555)
            path.unlink()
        answer, said = os.pipe()
        child = os.fork()
        if not child:
            try:
                if not os.getuid():
                    os.setgid(65534)
                    os.setuid(65534)
                open_store(path)
            except Conflict as error:
                os.write(said, str(error).encode())
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        os.close(said)
        with open(answer) as reading:
            line = reading.read()
        shut = folder if closed == "folder" else str(path)
        assert line == f"the journal {str(path)!r} cannot be used: {shut!r} may not be written"
        os.chmod(folder, 0o755)


# A disk without room


def test_a_full_disk_refuses_votes_and_takes_them_when_there_is_room(store):
    arena, book = store.create("main"), Log()
    writer = Writer(store, arena, book)
    writer.call(Vote())
    (pages,) = store._writer.free[0].execute("pragma page_count").fetchone()
    store._writer.free[0].execute(f"pragma max_page_count = {pages}")
    assert "full" in str(vote_on(writer, []))
    before = store.verify(arena)
    with pytest.raises(Unavailable, match="full"):
        writer.submit(*[Vote() for _ in range(100)]).result()
    assert store.mark(arena) == before
    store._writer.free[0].execute("pragma max_page_count = 1000000")
    assert writer.call(Vote()) == before.head // 3 + 1
    writer.close()
    assert list(store.events(arena)) == book.events


def test_a_file_that_may_not_grow_refuses_votes_and_takes_them_later(store):
    arena, book = store.create("main"), Log()
    writer = Writer(store, arena, book)
    writer.call(Vote())
    with small_files(200_000):
        assert "cannot be used" in str(vote_on(writer, []))
    head = store.verify(arena).head
    assert writer.call(Vote()) == head // 3 + 1
    writer.close()
    assert list(store.events(arena)) == book.events


# Power cuts and damage


@pytest.mark.slow
def test_a_log_that_is_cut_anywhere_is_a_clean_prefix(store, path, tmp_path):
    arena, sizes = store.create("main"), []
    writer = Writer(store, arena, Log())
    for _ in range(60):
        writer.call(Vote())
        sizes.append(os.path.getsize(f"{path}-wal"))
    events = list(store.events(arena))
    cuts = random.Random(3)
    for n in range(200):
        cut = cuts.randrange(sizes[-1] + 1)
        copy = tmp_path / f"cut{n}" / "journal.db"
        copy.parent.mkdir()
        for suffix in ("", "-wal"):
            shutil.copyfile(f"{path}{suffix}", f"{copy}{suffix}")
        os.truncate(f"{copy}-wal", cut)
        with open_store(copy) as short:
            left = list(short.events(arena)) if short.arenas() else []
        assert left == events[: len(left)]
        assert len(left) >= 3 * sum(size <= cut for size in sizes)
        shutil.rmtree(copy.parent)
    writer.close()


def edited(path, statement):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("drop trigger event_no_update")
        connection.execute("drop trigger event_no_delete")
        connection.execute(statement)


@pytest.mark.parametrize(
    ("statement", "first"),
    [
        ("update event set answer = 'right' where seq = 9", 9),
        ("update event set at = at + 1 where seq = 7", 7),
        ("update event set kind = 'rumour' where seq = 7", 7),
        ("delete from event where seq = 8", 8),
        ("delete from event where seq = 30", 30),
        ("update arena set chain = 5", 30),
    ],
)
def test_a_damaged_journal_is_not_written_and_its_good_part_can_be_exported(path, statement, first):
    with open_store(path) as store:
        events = written(store, 10)
    edited(path, statement)
    with open_store(path) as store:
        arena = store.find("main")
        with pytest.raises(DamagedFile, match=f"event {first} is missing or was changed"):
            store.verify(arena)
        writer = Writer(store, arena, Log())
        for _ in range(2):
            with pytest.raises(DamagedFile, match=f"event {first} is missing"):
                writer.call(Vote())
        writer.close()
        good = []
        with pytest.raises(DamagedFile):
            good.extend(to_lines(store.events(arena)))
        lines = iter(to_lines(store.events(arena)))
        assert [next(lines) for _ in range(first - 1)] == [event.model_dump_json() + "\n" for event in events][
            : first - 1
        ]


def test_a_flipped_bit_is_found_or_harmless(path, tmp_path):
    with open_store(path) as store:
        events = written(store, 30)
    content, chance, found = path.read_bytes(), random.Random(5), 0
    for _ in range(100):
        harmed = bytearray(content)
        harmed[chance.randrange(len(harmed))] ^= 1 << chance.randrange(8)
        copy = tmp_path / "harmed.db"
        copy.write_bytes(harmed)
        good = []
        try:
            with open_store(copy) as store:
                for event in store.events(store.find("main") or 1):
                    good.append(event)
                found += len(good) < len(events)  # the arena has another name
        except InputError:
            found += 1
        assert good == events[: len(good)]
        for suffix in sqlite.FILES:
            Path(f"{copy}{suffix}").unlink(missing_ok=True)
    assert found > 10


def test_a_damaged_snapshot_is_ignored(store):
    events = written(store, 4)
    arena = store.find("main")
    store.put_snapshot(arena, 3, b"old")
    store.put_snapshot(arena, 6, b"new")
    store._change("update snapshot set state = ? where seq = 6", (b"bad",), durable=True)
    assert store.snapshot(arena) == (3, b"old")
    store._change("update snapshot set chain = 5 where seq = 3", (), durable=True)
    assert store.snapshot(arena) is None
    assert list(store.events(arena)) == events


# What is synced, and copies


def test_votes_are_synced_and_questions_are_not(store):
    arena = store.create("main")
    said = []
    store._writer.free[0].set_trace_callback(said.append)
    writer = Writer(store, arena, Log())
    for events in (vote(1, 0)[:2], vote(1, 0)[2:], ONE_OF_EACH[:1]):
        writer.call(Append(*events))
    writer.close()
    assert [each for each in said if "synchronous" in each] == [
        "pragma synchronous = normal", "pragma synchronous = full", "pragma synchronous = full",
    ]  # fmt: skip


def test_a_store_that_need_not_last_syncs_nothing(path):
    with open_store(path, durable=False) as store:
        arena, said = store.create("main"), []
        store._writer.free[0].set_trace_callback(said.append)
        with store.writing(arena) as writing:
            writing.append(vote(1, 0))
        assert "pragma synchronous = normal" in said
        assert "pragma synchronous = full" not in said


def test_a_copy_has_everything_and_replaces_nothing(store, tmp_path):
    events = written(store, 5)
    store.backup(tmp_path / "copy.db")
    with open_store(tmp_path / "copy.db") as copy:
        assert list(copy.events(copy.find("main"))) == events
    with pytest.raises(Conflict, match="new file"):
        store.backup(tmp_path / "copy.db")


def test_a_copy_that_cannot_be_written_leaves_nothing(store, tmp_path, monkeypatch):
    before = {*tmp_path.iterdir()}
    for path, reason in ((tmp_path / "none" / "copy.db", "No such file"), (tmp_path / ("x" * 300), "too long")):
        with pytest.raises(Conflict, match=f"the copy .* cannot be written: .*{reason}"):
            store.backup(path)

    def full(*_):
        raise OSError(errno.ENOSPC, "No space left")

    monkeypatch.setattr(sqlite.os, "replace", full)
    with pytest.raises(Conflict, match="No space left"):
        store.backup(tmp_path / "copy.db")
    assert {*tmp_path.iterdir()} == before


def test_the_log_is_brought_into_the_file(store, path, monkeypatch):
    monkeypatch.setattr(sqlite, "LOG_PAGES", 50)
    said = []
    store._writer.free[0].set_trace_callback(said.append)
    written(store, 100)
    assert os.path.getsize(f"{path}-wal") < 100 * 4096
    assert 4 <= sum("wal_checkpoint" in each for each in said) <= 20
    assert store.verify(1).head == 300


@pytest.mark.parametrize("size", [0, 4096, 2**15, 50_000, 62_000, 70_000])
def test_where_there_is_no_room_for_a_new_arena_nothing_stays(tmp_path, size):
    """Whether the tables do not fit, or the first events."""
    (tmp_path / "logos.db-lock").touch()  # somebody else's, from before
    with small_files(size), pytest.raises(InputError, match="cannot be used"):
        Arena(tmp_path / "logos.db", [f"item {k}" for k in range(400)])
    assert [each.name for each in tmp_path.iterdir()] == ["logos.db-lock"]


def test_a_disk_without_room_for_the_shared_memory_is_called_full(path, monkeypatch):
    """What SQLite says of it is "disk I/O error", also to those who only read."""
    Arena(path, ["fox", "owl"]).close()
    with small_files(0), pytest.raises(InputError, match="cannot be used: disk I/O error"):
        Arena(path)  # the limit is not the disk's
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: shutil._ntuple_diskusage(8, 8, 0))
    with small_files(0), pytest.raises(InputError, match="cannot be used: the disk is full"):
        Arena(path)


def test_what_was_there_before_stays_where_there_is_no_room(tmp_path):
    place = tmp_path / "logos.db"
    Arena(place, ["fox", "owl"]).close()
    with small_files(0), pytest.raises(InputError, match="cannot be used"):
        Arena(place, [f"item {k}" for k in range(400)], name="second")
    (tmp_path / "empty.db").touch()
    with small_files(0), pytest.raises(InputError, match="cannot be used"):
        Arena(tmp_path / "empty.db", ["fox", "owl"])
    assert (tmp_path / "empty.db").exists()
    with Arena(place) as arena:
        assert arena.items == ("fox", "owl")
