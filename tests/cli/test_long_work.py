"""Long work: a bar on a terminal, and what an interrupt leaves."""

import contextlib
import os
import signal
import sys
import time

import pytest

from duelling.cli import simulate as command
from tests.helpers.commands import ENDS, Terminal

pytestmark = pytest.mark.plain


def test_a_terminal_gets_a_bar_with_speed_and_time_left(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    with command.progress() as report:
        time.sleep(0.2)  # nothing is reported before the first run is over, be it long or not
        assert "first run" in sys.stderr.getvalue()
        report(500, 1000)
        report(1000, 1000)
    assert "rounds/s" in sys.stderr.getvalue()
    assert "0:00:00" in sys.stderr.getvalue()


@pytest.mark.parametrize("number", ENDS)
def test_an_interrupt_shows_the_cursor_again_and_leaves(number, monkeypatch):
    left = []
    monkeypatch.setattr(os, "_exit", left.append)
    monkeypatch.setattr(sys, "stderr", Terminal())
    with command.interruptible():
        signal.raise_signal(number)
    assert left == [ENDS[number]]
    assert sys.stderr.getvalue() == "\x1b[?25h\nduelling: stopped, nothing was written\n"


def test_an_interrupt_leaves_also_where_nobody_can_read_it(monkeypatch):
    left = []
    monkeypatch.setattr(os, "_exit", left.append)
    monkeypatch.setattr(sys, "stderr", None)
    with contextlib.suppress(AttributeError), command.interruptible():
        signal.raise_signal(signal.SIGINT)
    assert left == [130]


@pytest.mark.parametrize("number", ENDS)
@pytest.mark.parametrize("block", [command.interruptible, command.finishing])
def test_whoever_answered_signals_before_answers_them_again(number, block, monkeypatch):
    def answer(*_):
        pass

    before = signal.signal(number, answer)
    try:
        with contextlib.suppress(KeyError), block():
            assert signal.getsignal(number) is not answer
            raise KeyError
        assert signal.getsignal(number) is answer
    finally:
        signal.signal(number, before)
