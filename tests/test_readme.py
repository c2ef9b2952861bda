"""What the README shows works as it stands there."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

import duelling as du
from duelling.cli.commands import app

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.compiled
def test_the_ten_lines_run(tmp_path, monkeypatch):
    (code,) = re.findall(r"```python\n(.*?)```", README, re.S)
    monkeypatch.chdir(tmp_path)
    names: dict = {}
    exec(code, names)
    assert names["frame"].columns == ["algorithm", "run", "t", "weak", "strong"]
    assert {path.name for path in tmp_path.iterdir()} == {"sushi.png", "sushi.parquet"}


@pytest.mark.compiled
@pytest.mark.parametrize("command", re.findall(r"^    duelling (.*)$", README, re.M))
def test_the_commands_run(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcome = CliRunner().invoke(app, shlex.split(command))
    assert outcome.exit_code == 0, outcome.output


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert (page.parent / target).exists(), target


def test_the_version_to_cite_is_this_one():
    assert re.findall(r"version = \{(.*)\}", README) == [du.__version__]
