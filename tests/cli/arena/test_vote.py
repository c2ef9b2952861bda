"""duelling arena vote: on a real terminal, by keys."""

import json
import os
import pty
import re
import select
import subprocess
import sys
import time

import pytest

from duelling import Arena

pytestmark = pytest.mark.plain


class Person:
    """Somebody before a terminal with the command on it."""

    def __init__(self, folder, *words, columns=100):
        self.terminal, theirs = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "", "LINES": ""}
        subprocess.run(["stty", "cols", str(columns), "rows", "30"], stdin=theirs, check=True)
        self.program = subprocess.Popen(
            [sys.executable, "-m", "duelling", "arena", "vote", *words],
            cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(theirs)
        self.seen = ""

    def sees(self, words, patience=60):
        """Wait until these words are shown after whatever was waited for before."""
        end = time.monotonic() + patience
        while (place := self.seen.find(words)) < 0:
            if not select.select([self.terminal], [], [], max(end - time.monotonic(), 0))[0]:
                raise AssertionError(f"{words!r} is not in {self.seen!r}")
            try:
                self.seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", os.read(self.terminal, 10_000).decode())
            except OSError:  # the program has gone
                assert words in self.seen, self.seen
        self.seen = self.seen[place + len(words) :]

    def types(self, keys):
        time.sleep(0.3)  # a question is looked at before it is answered
        os.write(self.terminal, keys)

    def leaves(self):
        code = self.program.wait(30)
        os.close(self.terminal)
        return code


def test_a_person_votes(logos, here):
    person = Person(here, logos, "--voter", "ann")
    person.sees("ann, vote 1: which one is better?")
    person.types(b"1")
    person.sees("ann, vote 2")
    person.types(b"\x1b[C")
    person.sees("ann, vote 3")
    person.types(b"u")
    person.sees("taken back: answer again")
    person.types(b"b")
    person.sees("ann, vote 3")
    person.types(b"t")
    person.sees("has seen every pair")
    person.types(b"q")
    person.sees("ann: 3 votes, 0 skipped")
    assert person.leaves() == 0
    with Arena(logos) as arena:
        votes = arena.votes()
        assert votes["answer"].to_list() == ["left", "bad", "tie"]
        assert set(votes["voter"]) == {"ann"}
        assert (votes["took"] > 100).all()


def test_programs_learn_what_happened(logos, here):
    person = Person(here, logos, "--voter", "bob", "--json", columns=40)
    person.sees("bob, vote 1")
    person.types(b"s")
    person.sees("bob, vote 1")
    person.types(b"\x04")
    person.sees("{")
    person.program.wait(30)
    person.sees("}")
    assert person.leaves() == 0


def test_an_interrupt_gives_the_terminal_back(logos, here):
    person = Person(here, logos, "--voter", "ann")
    person.sees("ann, vote 1")
    person.program.send_signal(2)
    person.sees("duelling: stopped")
    assert person.leaves() == 130


def test_without_a_terminal_it_is_refused(logos, refused, data):
    assert refused("vote", logos, "--voter", "ann") == (
        "arena vote needs a terminal: in a program use arena ask and arena tell"
    )
    assert refused("vote", logos) == "Missing option '--voter'."


def test_an_arena_that_is_not_there_leaves_the_terminal_alone(here):
    person = Person(here, "none.db", "--voter", "ann")
    person.sees("duelling: there is no journal")
    assert person.leaves() == 2
    assert json.dumps(person.seen).count("1049") == 0
