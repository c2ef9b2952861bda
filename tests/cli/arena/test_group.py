"""Every command of an arena has help with an example that can be parsed."""

import shlex

import pytest
import typer

from duelling.cli.arena.group import COMMANDS, arena

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_an_example(said, name):
    line = f"Example: duelling arena {name} {COMMANDS[name][1]}"
    assert line in " ".join(said(name, "--help").split())
    command = typer.main.get_command(arena).commands[name]
    command.make_context(name, shlex.split(COMMANDS[name][1]))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_json(name):
    options = [option for each in typer.main.get_command(arena).commands[name].params for option in each.opts]
    assert "--json" in options


def test_the_group_lists_them(said):
    text = said("--help")
    assert all(name in text for name in COMMANDS)
    assert said() == text
