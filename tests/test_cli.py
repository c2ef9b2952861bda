"""The command line as a program: how it starts, and how it leaves the process."""

import gc
import os
import runpy
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import duelling
from duelling.cli.commands import app, run
from tests.helpers.commands import COMMANDS, DUELLING

pytestmark = pytest.mark.plain


def test_the_module_runs_the_command_line(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["duelling", "--version"])
    monkeypatch.setattr(os, "_exit", sys.exit)
    with pytest.raises(SystemExit) as left:
        runpy.run_module("duelling", run_name="__main__")
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith(f"duelling {duelling.__version__} (numpy ")


def test_no_arguments_show_the_help(capsys, monkeypatch):
    from duelling.cli import main

    monkeypatch.setattr(os, "_exit", sys.exit)
    with pytest.raises(SystemExit) as left:
        main([])
    assert left.value.code == 0
    assert "simulate" in capsys.readouterr().out
    assert {each.name or each.callback.__name__ for each in app.registered_commands} == set(COMMANDS)


def test_a_command_by_itself_leaves_the_process_as_it_was(capsys):
    """``main`` alone sets what suits a program that ends; a service runs commands without it."""

    def settings():
        return gc.get_threshold(), signal.getsignal(signal.SIGINT)

    before = settings()
    assert run(["problems", "cyclic"]) == 0
    assert settings() == before


def test_the_program_and_the_module_are_the_same():
    assert subprocess.check_output([*DUELLING, "--version"]).decode().startswith("duelling ")
    assert os.path.exists(Path(sys.executable).parent / "duelling")
