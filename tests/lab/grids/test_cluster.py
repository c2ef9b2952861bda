"""The player on a dask cluster: the same bytes as this machine alone, also when a worker is killed in the middle."""

import contextlib
import json
import logging
import os
import pickle
import socket
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from duelling.cli.commands import run as command
from duelling.errors import InputError
from duelling.lab.grids import cluster
from duelling.lab.grids.cluster import Cluster, connect, local, play_there
from duelling.lab.grids.pieces import Piece
from duelling.lab.grids.plan import resolve
from duelling.lab.grids.run import run
from duelling.lab.grids.specification import parse, read
from duelling.registry.extensions import load
from duelling.registry.facts import ALGORITHMS
from tests.helpers.commands import EXAMPLE
from tests.helpers.grids import GRID as SMALL
from tests.helpers.grids import content

pytest.importorskip("distributed")

GRID = """
runs = 8
[[experiment]]
id = "one"
problems = ["cyclic", "mine.txt"]
algorithms = ["ws-w", "random"]
horizons = [500, 1000]
[[experiment]]
id = "own"
problems = "borda_vonneumann"
period = 20
algorithms = ["keeper"]
horizons = 400
"""


@contextlib.contextmanager
def programs():
    """Start Python programs that end with the test."""
    started = []

    def start(*arguments):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        interpreted = {**os.environ, "NUMBA_DISABLE_JIT": "1"}  # so that nobody waits for a compiler
        started.append(subprocess.Popen([sys.executable, "-m", *arguments], env=interpreted, **quiet))
        return started[-1]

    try:
        yield start
    finally:
        for each in started:
            each.kill()
            each.wait()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def scheduler(start, folder):
    """Start one on a port of its own choice; return its address, once it is there."""
    told = folder / "scheduler.json"
    where = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(told))
    start("distributed.cli.dask_scheduler", *where)
    for _ in range(1200):
        with contextlib.suppress(OSError, ValueError):  # not yet, or not yet whole
            return json.loads(told.read_text())["address"]
        time.sleep(0.1)
    raise TimeoutError


def worker(start, address):
    where = ("--host", "127.0.0.1", "--no-dashboard", "--no-nanny", "--nthreads", "1")
    return start("distributed.cli.dask_worker", address, *where)


@pytest.fixture
def mine(tmp_path):
    """The grid in a folder with its files."""
    (tmp_path / "mine.txt").write_text("0.5 0.75 0.6\n0.25 0.5 0.8\n0.4 0.2 0.5\n")
    (tmp_path / "grid.toml").write_text(GRID)
    (tmp_path / "keeper.py").write_text(EXAMPLE.read_text())
    return tmp_path


@pytest.mark.compiled
def test_a_killed_worker_is_survived_and_the_bytes_are_the_same(mine, capsys):
    arguments = ["run", str(mine / "grid.toml"), "--load", str(mine / "keeper.py"), "--json", "--out"]
    with programs() as start:
        address = scheduler(start, mine)
        first = worker(start, address)
        second = worker(start, address)
        load(mine / "keeper.py")
        grid = resolve(read(mine / "grid.toml"))
        with connect(address, patience=120) as player:
            player.client.wait_for_workers(2, timeout=120)
            told = []

            def kill_one(name, done, total):
                if not told and done:
                    first.kill()
                    told.append(first.wait())

            done = run(grid, mine / "cluster", player=player, progress=kill_one)
        assert told == [-9]
        assert second.poll() is None
        assert done.played == 9
        options = ["--engine", "dask", "--scheduler", address]
        capsys.readouterr()
        assert command([*arguments, str(mine / "cluster"), *options]) == 0
        assert json.loads(capsys.readouterr().out)["kept"] == 9
        assert start("duelling", *arguments, str(mine / "alone")).wait() == 0
    assert content(mine / "cluster") == content(mine / "alone")


@pytest.mark.slow
@pytest.mark.plain
def test_without_a_scheduler_a_cluster_starts_here_and_ends(mine, capsys):
    arguments = [
        "run",
        str(mine / "grid.toml"),
        "--load",
        str(mine / "keeper.py"),
        "--threads",
        "2",
        "--quiet",
        "--out",
    ]
    before = set(threading.enumerate())
    assert command([*arguments, str(mine / "cluster"), "--engine", "dask"]) == 0
    assert capsys.readouterr().err == ""
    assert command([*arguments, str(mine / "alone")]) == 0
    assert content(mine / "cluster") == content(mine / "alone")

    def stop(name, done, total):
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), local(2) as player:
        run(resolve(read(mine / "grid.toml")), mine / "stopped", player=player, progress=stop)
    assert player.lanes == 2
    assert player.client.status == "closed"
    assert not [each for each in set(threading.enumerate()) - before if not each.daemon]


def test_no_answer_is_one_line(capsys, mine):
    address = f"tcp://127.0.0.1:{free_port()}"
    with pytest.raises(InputError, match=f"scheduler must be .* got '{address}'"), connect(address, patience=0.3):
        pass
    with pytest.raises(InputError, match="got 'nowhere://x'"), connect("nowhere://x", patience=0.3):
        pass


@pytest.mark.parametrize(
    ("error", "line"), [(TimeoutError(), "at least one worker"), (OSError("closed"), "has gone: closed")]
)
def test_what_dask_logs_of_a_lost_cluster_is_not_printed(monkeypatch, error, line):
    """It prints tracebacks, before the one line that says what happened."""

    class Lost(contextlib.nullcontext):
        def __init__(self, *_, **__):
            pass

        def __enter__(self):
            return self

        def wait_for_workers(self, *_, **__):
            for logger in loggers:
                logger.error("noise")
            raise error

    printed = logging.Handler()
    printed.emit = lambda record: pytest.fail(f"{record.name} printed {record.msg}")
    loggers = [logging.getLogger(name) for name in ("distributed", "distributed.client", "distributed.core")]
    levels = [logger.level for logger in loggers]
    monkeypatch.setattr("distributed.Client", Lost)
    for logger in loggers:
        logger.addHandler(printed)
    try:
        with pytest.raises(InputError, match=line), connect("tcp://x"):
            pass
    finally:
        for logger in loggers:
            logger.removeHandler(printed)
    assert [logger.level for logger in loggers] == levels


def test_a_missing_extra_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(InputError, match=r"pip install 'duelling\[dask\]'"), connect("tcp://127.0.0.1:1"):
        pass


def test_a_cluster_without_workers_is_one_line(monkeypatch):
    class Idle:
        def __init__(self, *_, **__):
            pass

        def wait_for_workers(self, *_, **__):
            raise TimeoutError

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

    monkeypatch.setattr("distributed.Client", Idle)
    with pytest.raises(InputError, match="at least one worker, 'tcp://x:1' has none"), connect("tcp://x:1"):
        pass


def test_a_worker_with_other_sources_refuses():
    piece = Piece(resolve(parse(SMALL, "")).units[0], 0, 1)
    packed = pickle.dumps(piece)
    assert play_there(packed, piece.unit.key(), []).runs == 1
    with pytest.raises(InputError, match="same version of duelling"):
        play_there(packed, "another key", [])


def test_a_worker_loads_the_users_file(mine, monkeypatch):
    load(mine / "keeper.py")
    piece = Piece(resolve(parse(GRID.replace("mine.txt", "arxiv"), "")).units[-1], 0, 1)
    packed, key, sources = pickle.dumps(piece), piece.unit.key(), cluster._sources(piece)
    module = ALGORITHMS.home("keeper")
    assert sources == [(module, "keeper.py", EXAMPLE.read_bytes())]
    ALGORITHMS.forget(module)
    monkeypatch.delitem(sys.modules, module)
    assert play_there(packed, key, sources).runs == 1


def test_what_can_go_wrong_in_a_cluster_is_one_line(monkeypatch):
    import distributed

    class Broken:
        loop = None

        def __init__(self, error):
            self.error = error

        def nthreads(self):
            return {"a": 1, "b": 2}

        def submit(self, *_, **__):
            return self

        def result(self):
            raise self.error

    monkeypatch.setattr(distributed, "as_completed", lambda futures, loop: futures)
    piece = Piece(resolve(parse(SMALL, "")).units[0], 0, 1)
    for error, words in {
        distributed.CancelledError("gone"): "the scheduler has gone",
        ModuleNotFoundError("No module named 'duelling'"): "must have duelling installed",
        distributed.KilledWorker("task", SimpleNamespace(address="tcp://x:1"), 3): "lost one worker after another",
        InputError("bad"): "^bad$",
    }.items():
        player = Cluster(Broken(error))
        assert player.lanes == 3
        with pytest.raises(InputError, match=words):
            list(player.play([piece], lambda *_: None))
