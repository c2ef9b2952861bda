"""An arena to give commands to."""

import json

import pytest

from duelling import Arena
from duelling.cli.commands import run
from duelling.live.journal.opening import open_store


def journal(folder):
    """The number of events in the journal of the arena, if there is one."""
    if not (folder / "logos.db").exists():
        return None
    with open_store(folder / "logos.db") as store:
        return store.head(store.find("main"))


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder that the commands work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def logos(here):
    """The file of an arena with three items."""
    Arena("logos.db", ["fox", "owl", "hare"], seed=1).close()
    return "logos.db"


@pytest.fixture
def said(capsys):
    """Run a command of an arena that must succeed; what it prints."""

    def ask(*words):
        code = run(["arena", *map(str, words)])
        out, err = capsys.readouterr()
        assert (code, err) == (0, "")
        return out

    return ask


@pytest.fixture
def data(said):
    """Run a command of an arena that must succeed; what it prints for programs."""
    return lambda *words: json.loads(said(*words, "--json"))


@pytest.fixture
def refused(capsys, here):
    """Run a command of an arena that must be refused in one line, with nothing written; the line."""

    def ask(*words):
        events = journal(here)
        before = {path for path in here.rglob("*") if not path.name.endswith("-lock")}
        code = run(["arena", *map(str, words)])
        out, err = capsys.readouterr()
        assert (code, out, err.count("\n")) == (2, "", 1), (out, err)
        assert {path for path in here.rglob("*") if not path.name.endswith("-lock")} == before
        assert journal(here) == events
        return err.removeprefix("duelling: ").rstrip("\n")

    return ask
