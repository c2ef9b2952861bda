"""A question as lines of a terminal."""

import io
import re
import sys

import pytest

from duelling.cli.arena import screen
from duelling.cli.arena.screen import HINTS, Screen, Sheet, Side, Size, clean, draw, fold

pytestmark = pytest.mark.plain

SHEET = Sheet("ann", "Which one?", Side("text", "a fox\nquick"), Side("text", "an owl"))


@pytest.fixture(autouse=True)
def terminal(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)


def bare(lines):
    return [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in lines]


def test_beside_each_other_on_a_wide_terminal():
    lines = bare(draw(SHEET, 80))
    assert any("a fox" in line and "an owl" in line for line in lines)
    assert "Which one?" in lines[1]


def test_below_each_other_on_a_narrow_one():
    lines = bare(draw(SHEET, 40))
    places = {word: next(k for k, line in enumerate(lines) if word in line) for word in ("a fox", "an owl")}
    assert places["a fox"] < places["an owl"]
    assert all(len(line) <= 40 for line in lines)


@pytest.mark.parametrize("columns", [20, 60, 80, 200])
def test_no_line_is_wider_than_the_terminal(columns):
    long = Side("text", "x" * 500 + " 漢字" * 50)
    for line in bare(draw(SHEET._replace(left=long, case="why " * 90), columns)):
        assert sum(2 if letter in "漢字" else 1 for letter in line) <= columns


def test_without_colours_and_letters():
    lines = draw(SHEET, 80, simple=True, letters=False)
    assert "\x1b" not in "".join(lines)
    assert all(line.isascii() for line in lines)
    assert "+- left " in "\n".join(lines)


def test_what_steers_a_terminal_is_not_sent():
    evil = "\x1b]0;title\x07\x1b[2J\u202eabc\r\x9b31m"
    sheet = Sheet(evil, evil, Side("text", evil), Side("markdown", evil))
    shown = "".join(draw(sheet, 200, simple=True))
    assert not re.search("[\x00-\x1f\x7f-\x9f\u202e]", shown)
    assert clean("a\tb\n\x1b") == "a   b\n\\x1b"


def test_markdown_is_drawn_without_links_that_a_terminal_follows():
    lines = draw(SHEET._replace(left=Side("markdown", "# Top\n\n*soft* [x](http://example.com)")), 80)
    assert "\x1b]8" not in "".join(lines)
    assert "# Top" not in "".join(bare(lines))


def test_hints_fit():
    assert fold(HINTS, 200) == [HINTS]
    assert all(len(line) < 30 for line in fold(HINTS, 30))
    assert "   ".join(fold(HINTS, 30)) == HINTS


def test_what_does_not_fit_is_scrolled(monkeypatch):
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(Screen, "size", Size(80, 8))
    view = Screen()
    lines = [f"line {n}" for n in range(1, 21)]
    assert view.show(lines, "", 0) == 0
    assert "line 1\n" in out.getvalue()
    assert "lines 1-6 of 20: up, down" in out.getvalue()
    assert view.show(lines, "", 99) == 14
    assert out.getvalue().endswith("line 20\nlines 15-20 of 20: up, down\n" + "\n".join(fold(screen.PLAIN_HINTS, 80)))
    assert view.show(lines, "", -5) == 0


def test_a_simple_terminal_gets_no_escapes(monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    view = Screen()
    view.open()
    view.show(view.draw(SHEET), "hello", 0)
    view.close()
    assert "\x1b" not in out.getvalue()
    assert "hello" in out.getvalue()
