"""Who plays a grid, and how its progress is shown."""

import sys

import pytest

from duelling.cli.grid import choose_player, grid_progress
from duelling.errors import InputError
from duelling.lab.grids.run import Threads
from tests.helpers.commands import Terminal

pytestmark = pytest.mark.plain


def test_a_terminal_gets_a_bar_for_each_experiment(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    with grid_progress() as report:
        for name in ("borda", "exact"):
            report(name, 0, 1000)
            report(name, 500, 1000)
            report(name, 1000, 1000)
    shown = sys.stderr.getvalue()
    assert all(word in shown for word in ("borda", "exact", "100%", "rounds/s"))


def test_a_pipe_is_told_of_runs_where_nobody_knows_the_rounds(capsys):
    with grid_progress(runs={"sure"}) as report:
        for name in ("sure", "borda"):
            for done in (0, 5, 10):
                report(name, done, 10)
    lines = capsys.readouterr().err.splitlines()
    assert [line.partition(",")[0] for line in lines] == ["sure: 10 runs", "borda: 10 rounds"]


def test_quiet_is_quiet():
    with grid_progress(quiet=True) as report:
        assert report is None


def test_engines():
    with choose_player("threads", None, 3) as player:
        assert isinstance(player, Threads)
        assert player.lanes == 3
    for options, words in {
        ("fast", None): "engine must be threads or dask, got 'fast'",
        ("threads", "tcp://x:1"): "scheduler must be given with --engine dask alone",
    }.items():
        with pytest.raises(InputError, match=words):
            choose_player(*options)
