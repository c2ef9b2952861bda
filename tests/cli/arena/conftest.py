"""An arena to give commands to."""

import json

import pytest

from duelling import Arena
from duelling.cli.commands import run


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
        before = {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}
        code = run(["arena", *map(str, words)])
        out, err = capsys.readouterr()
        assert (code, out, err.count("\n")) == (2, "", 1), (out, err)
        after = {path: path.read_bytes() for path in here.rglob("*") if path.is_file()}
        assert set(after) - {here / "logos.db-lock"} == set(before) - {here / "logos.db-lock"}
        return err.removeprefix("duelling: ").rstrip("\n")

    return ask
