"""Compiling ahead in another process: what it is given, and that it does not outlive the one that it helps."""

import contextlib
import io
import os
import pickle
import sys
from types import SimpleNamespace

import pytest

from duelling.lab.grids import ahead
from duelling.lab.grids.pieces import Piece
from tests.helpers.grids import grid, unit


def pieces():
    return [Piece(each, 0, each.runs) for each in grid().units]


def test_one_short_run_for_each_kernel():
    found = ahead.kernels([*pieces(), Piece(unit(algorithm="fixed", runs=9), 5, 4)])
    assert [(u.algorithm, u.period, u.horizon, u.runs) for u in found] == [
        ("ws-w", None, 1, 1), ("random", None, 1, 1), ("ws-w", 20, 20, 1), ("fixed:first=1", 20, 20, 1),
        ("fixed", None, 1, 1),
    ]  # fmt: skip


@pytest.fixture
def started(monkeypatch):
    """The processes that were started."""
    found, real = [], ahead.subprocess.Popen

    def start(*arguments, **options):
        found.append(real(*arguments, **options, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}))
        return found[-1]

    monkeypatch.setattr(ahead.subprocess, "Popen", start)
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
        assert started[0].poll() is None
        raise KeyError
    assert started[0].poll() is not None
    with ahead.compiling(pieces()):
        started[1].kill()  # whatever happens to it
    assert len(started) == 2


@pytest.mark.parametrize("alive", [True, False])
def test_the_other_process_plays_what_it_can_while_its_parent_lives(monkeypatch, alive):
    played, real = [], Piece.play

    def remember(piece, progress=None):
        played.append(piece.unit.algorithm)
        return real(piece, progress) if len(played) > 1 else 1 / 0

    monkeypatch.setattr(Piece, "play", remember)
    order = pickle.dumps((os.getppid() if alive else 0, [pickle.dumps(unit) for unit in ahead.kernels(pieces())]))
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(order)))
    ahead.main()
    assert played == (["ws-w", "random", "ws-w", "fixed:first=1"] if alive else [])
