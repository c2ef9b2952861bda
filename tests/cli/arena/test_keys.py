"""Keys as terminals send them."""

import os
import pty
import termios

import pytest

from duelling.cli.arena.keys import reading_keys

pytestmark = pytest.mark.plain


@pytest.fixture
def ends():
    """Both ends of a pseudo-terminal: what a person types goes into the first, the program reads from the second."""
    person, program = pty.openpty()
    yield person, program
    os.close(person)
    os.close(program)


@pytest.mark.parametrize(
    ("typed", "keys"),
    [
        (b"q", ["q"]),
        (b"T1", ["t", "1"]),
        (b"\x1b[D\x1b[C\x1b[A\x1b[B", ["left", "right", "up", "down"]),
        (b"\x1bOD\x1bOC", ["left", "right"]),
        (b"\x1b[5~\x1b[6~", ["page up", "page down"]),
        (b"\x1b[1;5D", ["other"]),
        ("éß漢🦊".encode(), ["é", "ß", "漢", "🦊"]),
        (b"\n", ["\n"]),
        (b"\x04", ["end"]),
    ],
)
def test_names(ends, typed, keys):
    person, program = ends
    with reading_keys(program) as reader:
        os.write(person, typed)
        assert [reader.next(1) for _ in keys] == keys
        assert reader.next(0) is None


def test_escape_alone(ends):
    person, program = ends
    with reading_keys(program) as reader:
        os.write(person, b"\x1b")
        assert reader.next(1) == "escape"


def test_a_letter_that_is_none(ends):
    person, program = ends
    with reading_keys(program) as reader:
        os.write(person, b"\xff")
        assert reader.next(1) == "\ufffd"


def test_the_terminal_is_as_it_was(ends):
    _, program = ends
    before = termios.tcgetattr(program)
    with reading_keys(program):
        assert not termios.tcgetattr(program)[3] & (termios.ECHO | termios.ICANON)
    assert termios.tcgetattr(program) == before


def test_a_terminal_that_has_gone():
    person, program = pty.openpty()
    with reading_keys(program) as reader:
        os.close(person)
        assert reader.next(1) == "end"
    os.close(program)
