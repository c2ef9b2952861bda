"""Compiling ahead in another process: what it is given, and that it does not outlive the one that it helps."""

import contextlib
import pickle

import pytest

from duelling.lab.grids import ahead
from duelling.lab.grids.pieces import Piece
from duelling.lab.grids.plan import resolve
from duelling.lab.grids.specification import read
from duelling.lab.processes import Helper
from duelling.loops import play, play_until_sure
from tests.helpers.grids import GRID, STOPPING, grid, stopping, unit


def pieces():
    return [Piece(each, 0, each.runs) for each in grid().units]


def test_one_short_run_for_each_kernel():
    found = ahead.kernels([*pieces(), Piece(unit(algorithm="fixed", runs=9), 5, 4)])
    assert [(u.algorithm, u.period, u.horizon, u.runs) for u in found] == [
        ("ws-w", None, 1, 1), ("random", None, 1, 1), ("ws-w", 20, 20, 1), ("fixed:first=1", 20, 20, 1),
        ("fixed", None, 1, 1),
    ]  # fmt: skip


def test_each_loop_has_kernels_of_its_own(tmp_path):
    plan = resolve(read(stopping(tmp_path, STOPPING + GRID.replace("runs = 4\nseed = 3", ""))))
    found = ahead.kernels([Piece(each, 0, each.runs) for each in plan.units])
    assert [(u.algorithm, u.horizon, u.runs) for u in found if u.experiment == "sure"] == [
        ("race", 1, 1), ("savage", 1, 1), ("borda-stop", 1, 1), ("merge-dts", 1, 1),
    ]  # fmt: skip
    assert {u.loop for u in found} == {play, play_until_sure}


@pytest.fixture
def started(monkeypatch):
    """The helpers that were started."""
    found = []

    class Remembered(Helper):
        def __init__(self, silent):
            super().__init__(silent)
            found.append(self)

    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # for them
    monkeypatch.setattr(ahead, "Helper", Remembered)
    monkeypatch.setattr(ahead, "FEW", 0)
    return found


@pytest.mark.parametrize("kept", [None, 4, 9])
def test_no_process_where_it_would_not_help(monkeypatch, started, kept):
    monkeypatch.setattr(ahead, "kept_on_disk", lambda kernel: kept)
    with ahead.compiling(pieces()):
        assert started == []


def test_the_process_ends_with_the_work_and_with_an_error(monkeypatch, started):
    monkeypatch.setattr(ahead, "kept_on_disk", lambda kernel: 0)
    with contextlib.suppress(KeyError), ahead.compiling(pieces()):
        assert started[0]._process.poll() is None
        raise KeyError
    assert started[0]._process.poll() is not None
    with ahead.compiling(pieces()):
        started[1]._process.kill()  # whatever happens to it
    assert len(started) == 2


@pytest.mark.slow
def test_the_process_plays_every_unit(monkeypatch, started):
    monkeypatch.setattr(ahead, "kept_on_disk", lambda kernel: 0)
    with ahead.compiling(pieces()):
        assert pickle.load(started[0]._answers) == (True, None)


def test_a_unit_that_fails_does_not_stop_the_others(monkeypatch):
    played, real = [], Piece.play

    def remember(piece, progress=None):
        played.append(piece.unit.algorithm)
        return real(piece, progress) if len(played) > 1 else 1 / 0

    monkeypatch.setattr(Piece, "play", remember)
    ahead.compile_all([b"no unit", *(pickle.dumps(unit) for unit in ahead.kernels(pieces()))])
    assert played == ["ws-w", "random", "ws-w", "fixed:first=1"]
