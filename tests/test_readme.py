"""What README and docs show works as it stands there: code, commands, options, links."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import duelling as du
from duelling.cli.commands import app

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
DOCS = sorted((ROOT / "docs").rglob("*.md"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS]
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
NOT_RUN = {  # as the pages write them, and why
    "duelling run grid.toml --out results": "shows a mistake in a file that the page does not hold",
    "duelling run grid.toml --out results --engine dask --scheduler tcp://192.168.0.5:8786": "needs a cluster",
    "duelling arena vote logos.db --voter ann": "needs a person before a terminal",
    "duelling serve logos.db --items logos/ --open": "runs until it is stopped",
    "duelling serve logos.db --host 0.0.0.0": "likewise",
    "duelling serve /var/lib/duelling/vote.db --public https://vote.example.org --trust-proxy 127.0.0.1": "likewise",
    "duelling serve postgresql://user@host/votes --items logos/ --workers 4": "needs a database",
    "pip install '.[dask]'": "needs a network",
    "dask scheduler": "runs until it is stopped",
    "dask worker tcp://192.168.0.5:8786 --nthreads 8": "runs until it is stopped",
}
HEADINGS = (
    "Added",
    "Changed",
    "Deprecated",
    "Removed",
    "Fixed",
    "Security",
    "Results",
)  # of Keep a Changelog, and ours
pytestmark = pytest.mark.plain


def shown(page: Path) -> list[str]:
    """The commands of a page that stand on a line of their own, without their comments."""
    text = page.read_text()
    lines = re.findall(r"^\$ (.*)$", "\n".join(re.findall(r"```console\n(.*?)```", text, re.S)), re.M)
    lines += re.findall(r"^    (duelling .*)$", text, re.M)
    return [re.sub(r"\s+#.*", "", line) for line in lines]


def mentioned(page: Path) -> list[str]:
    """All commands of a page, in the text as well."""
    return shown(page) + re.findall(r"`(duelling [^`]*)`", page.read_text())


def named(pages: list[Path]) -> list:
    return [pytest.param(page, id=str(page.relative_to(ROOT))) for page in pages]


@pytest.fixture
def room(tmp_path, monkeypatch):
    """A folder with the examples, as a reader would have them."""
    for place in (tmp_path / "examples", tmp_path):
        shutil.copytree(ROOT / "examples", place, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.compiled
@pytest.mark.parametrize("page", named([page for page in PAGES if "```python" in page.read_text()]))
def test_the_code_runs(page, room):
    names: dict = {"__name__": "page"}
    examples = [path.read_text() for path in (ROOT / "examples").glob("*.py")]
    for code in re.findall(r"```python\n(.*?)```", page.read_text(), re.S):
        if code not in examples:  # those are loaded, as the pages say
            exec(code, names)
    if page.name == "README.md":
        assert names["frame"].columns == ["algorithm", "run", "t", "weak", "strong"]
        assert {"sushi.png", "sushi.parquet"} <= {path.name for path in room.iterdir()}


@pytest.mark.plain
@pytest.mark.parametrize("page", ["README.md", "docs/arena/index.md"])
def test_the_lines_of_an_arena_run_again_and_leave_votes(page, room):
    (code,) = (
        each
        for each in re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.S)
        if 'Arena("logos.db", items=' in each
    )
    for votes in (1, 2):
        exec(code, {"__name__": "page"})
        assert len((room / "votes.csv").read_text().splitlines()) == 1 + votes


@pytest.mark.parametrize("page", named(PAGES))
def test_all_code_stands_where_it_is_run(page):
    """Python stands between fences that say so. An indented block would not be run; one shows a server that is away."""
    other = [
        code for code in re.findall(r"```(?!python)\w*\n(.*?)```", page.read_text(), re.S) if "import duelling" in code
    ]
    indented = re.findall(
        r"^    ((?:import|from) duelling.*)$", re.sub(r"```.*?```", "", page.read_text(), flags=re.S), re.M
    )
    assert other + indented == ['from duelling.client import Arena  # in place of duelling.Arena("logos.db")'] * (
        page.name == "serve.md"
    )


@pytest.mark.compiled
@pytest.mark.parametrize("page", named([page for page in PAGES if shown(page)]))
def test_the_commands_run(page, room):
    for line in shown(page):
        if line not in NOT_RUN and not line.startswith("make "):
            program, *arguments = shlex.split(line)
            assert program == "duelling", line
            outcome = CliRunner().invoke(app, arguments)
            assert outcome.exit_code == 0, f"{line}: {outcome.output}"


def test_what_is_not_run_is_shown_somewhere():
    assert set(NOT_RUN) <= {line for page in PAGES for line in shown(page)}


@pytest.mark.parametrize("page", named(PAGES))
def test_commands_and_options_exist(page):
    for line in mentioned(page):
        program, *words = line.split()
        if program == "duelling" and not words[0].startswith("-"):
            assert words[0] in COMMANDS, line
            command = COMMANDS[words[0]]
            if hasattr(command, "commands") and len(words) > 1:  # a group
                assert words[1] in command.commands, line
                command = command.commands[words[1]]
            options = {option for each in command.params for option in (*each.opts, *each.secondary_opts)}
            given = {word.split("=")[0] for word in words if re.match(r"--[a-z]", word)}
            assert given <= options | {"--help"}, line


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_is_described(name):
    assert any(line.split()[1:2] == [name] for page in PAGES for line in mentioned(page))


@pytest.mark.parametrize("page", named(PAGES))
def test_targets_of_make_exist(page):
    assert set(re.findall(r"^    make ([a-z]+)|`make ([a-z]+)`", page.read_text(), re.M)) <= {
        pair for target in TARGETS for pair in ((target, ""), ("", target))
    }


@pytest.mark.parametrize("page", named(PAGES))
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        assert (page.parent / target).exists(), target


def test_the_index_has_a_row_for_every_page():
    index = ROOT / "docs" / "index.md"
    rows = [index.parent / target for target in re.findall(r"^\| \[.*?\]\(([^)#]+)\)", index.read_text(), re.M)]
    assert sorted(page for page in rows if page in DOCS) == [page for page in DOCS if page != index]


def test_the_version_to_cite_is_this_one():
    assert re.findall(r"version = \{(.*)\}", README) == [du.__version__]


def test_each_version_of_the_changelog_has_each_heading_once_and_in_order():
    for version in re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(), flags=re.M)[1:]:
        headings = re.findall(r"^### (.*)$", version, re.M)
        assert headings == [each for each in HEADINGS if each in headings], version.partition("\n")[0]
