"""The site has no dead link and a page for everything, notebooks run, and a package index would take the package."""

import os
import re
import runpy
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import duelling as du
from duelling.registry.facts import ALGORITHMS

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
pytestmark = [pytest.mark.plain, pytest.mark.slow]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """All pages but for the figures of algorithms; a warning, such as that of a dead link, is a failure."""
    place = tmp_path_factory.mktemp("site")
    quiet = {**os.environ, "DUELLING_FIGURES": "0", "NO_MKDOCS_2_WARNING": "1"}
    words = ["build", "--strict", "--quiet", "--site-dir", str(place)]
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", *words], cwd=ROOT, env=quiet, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return place


def test_every_algorithm_and_every_public_name_is_on_it(site):
    assert len([*(site / "algorithm").glob("*.html")]) == len(ALGORITHMS.every())
    page = (site / "algorithm" / "rucb.html").read_text()
    assert "How wide the confidence bounds are" in page
    assert "Zoghi et al. 2014" in page
    made_of_two = (site / "algorithm" / "exp3-with-unif.html").read_text()
    assert "UnifK-1 of the thesis" in made_of_two
    assert "Exp3: exponential weights" in made_of_two
    reference = (site / "api.html").read_text()
    assert [name for name in du.__all__ if f"du.{name}" not in reference] == []
    for inherited in ("live.arena.Arena.export", "lab.results.Result.orders"):  # from classes that are not public
        assert f'id="duelling.{inherited}"' in reference


def test_examples_are_shown_as_code(site):
    for name in ("api", "kernels", "testing", "client"):
        page = (site / f"{name}.html").read_text()
        assert "&gt;&gt;&gt; " in page
        assert "<blockquote>" not in page


@pytest.mark.compiled
def test_the_page_of_an_algorithm_has_a_figure_of_its_growth():
    made = runpy.run_path(str(ROOT / "docs" / "_site" / "pages.py"))
    figure = made["_figures"](["ws-w"])["ws-w"]
    assert "WS-W" in figure
    assert "Random" in figure
    assert "![Mean weak regret" in made["_algorithm"]("ws-w", ALGORITHMS.find("ws-w"))


def test_it_loads_nothing_from_elsewhere(site):
    for page in site.rglob("*.html"):
        assert re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="(?:https?:)?//[^"]*"', page.read_text()) == [], page


@pytest.mark.compiled
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(path.parent)}}).execute()
    shown = [each for cell in notebook.cells for each in cell.get("outputs", [])]
    assert any("text/html" in each.get("data", {}) or "image/png" in each.get("data", {}) for each in shown)


def test_a_package_index_takes_it(tmp_path):
    def run(*words):
        done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    run("build", "--wheel", "--no-isolation", "--quiet", "--outdir", str(tmp_path))
    (wheel,) = tmp_path.glob("*.whl")
    run("twine", "check", "--strict", str(wheel))
    with zipfile.ZipFile(wheel) as held:
        words = next(held.read(name).decode() for name in held.namelist() if name.endswith("/METADATA"))
    assert "](docs/" not in words  # pictures and links of the project lead nowhere there
    assert "# duelling" in words


def test_the_version_is_the_same_everywhere():
    assert f"version: {du.__version__}\n" in (ROOT / "CITATION.cff").read_text()
