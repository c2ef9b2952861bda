"""Long work shows itself where somebody can see it."""

import io
import sys
from types import SimpleNamespace

import pytest

import duelling as du
from duelling.lab import progress

pytestmark = pytest.mark.plain


class Terminal(io.StringIO):
    def isatty(self):
        return True


def play(**given):
    return du.simulate("cyclic", "random", horizon=20, runs=3, **given)


@pytest.mark.parametrize("asked", [None, True, False])
def test_a_terminal_shows_a_bar_unless_it_is_not_wanted(monkeypatch, asked):
    monkeypatch.setattr(sys, "stderr", Terminal())
    play(progress=asked)
    assert ("first run" in sys.stderr.getvalue() or "%" in sys.stderr.getvalue()) == (asked is not False)


@pytest.mark.parametrize("asked", [None, True])
def test_a_pipe_gets_nothing(capsys, asked):
    play(progress=asked)
    assert capsys.readouterr().err == ""


def test_a_function_is_told(monkeypatch):
    told = []
    play(progress=lambda done, total: told.append((done, total)))
    assert told == [(20, 60), (40, 60), (60, 60)]


@pytest.mark.parametrize("wrong", [1, "yes", [print]])
def test_a_wrong_kind_is_refused_before_anything_is_played(wrong):
    with pytest.raises(du.WrongValue, match="progress must be True, False or a function, got"):
        play(progress=wrong)
    with pytest.raises(du.WrongValue, match="progress must be True, False or a function, got"):
        du.identify("cyclic", "btm", runs=1, progress=wrong)


def test_a_notebook_gets_a_line_that_is_written_anew(monkeypatch):
    shown = []
    handle = SimpleNamespace(update=lambda data, raw: shown.append(data["text/plain"]))

    def display(data, raw, display_id):
        shown.append(data["text/plain"])
        return handle

    clock = iter([0.0, 2.0, 2.1, 4.0])
    monkeypatch.setattr(progress.time, "monotonic", lambda: next(clock))
    report = progress._lines(display, "rounds")
    for done in (10, 11, 20):
        report(done, 20)
    assert shown == ["50%, 5 rounds/s, 2 s left", "100%, 5 rounds/s, done"]
