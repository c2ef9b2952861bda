"""What is public: `duelling`, and its `client`, `kernels` and `testing`; docs and examples use nothing else."""

import ast
import importlib
import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import duelling as du
from duelling import kernels

pytestmark = pytest.mark.plain

ROOT = Path(__file__).parent.parent
LIST = Path(du.__file__).with_suffix(".pyi")
PUBLIC = {"duelling", "duelling.client", "duelling.kernels", "duelling.testing"}
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def exported(path: Path) -> dict[str, str]:
    """The module of each name that a stub exports: ``from module import name as name``."""
    nodes = [node for node in ast.parse(path.read_text()).body if isinstance(node, ast.ImportFrom)]
    return {each.name: node.module or "" for node in nodes for each in node.names if each.asname == each.name}


def blocks(page: Path) -> list[str]:
    """The Python code in a page: fenced, or indented by four blanks where it imports something."""
    text = page.read_text()
    indented = re.findall(r"(?:^    .*\n)+", text, re.M)
    return re.findall(r"```python\n(.*?)```", text, re.S) + [
        re.sub(r"^    ", "", block, flags=re.M) for block in indented if re.search(r"^    (import|from) ", block, re.M)
    ]


def imported(code: str) -> set[tuple[str, str]]:
    """Each module of this package that the code imports, with the name that is taken from it, or ""."""
    found: set[tuple[str, str]] = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom):
            found |= {(node.module or "", each.name) for each in node.names}
        elif isinstance(node, ast.Import):
            found |= {(each.name, "") for each in node.names}
    return {(module, name) for module, name in found if module.split(".")[0] == "duelling"}


def test_the_list_in_the_stub_is_what_the_module_has():
    homes = exported(LIST)
    assert len(homes) > 20
    assert sorted(homes) == sorted(du.__all__)
    assert set(du.__all__) <= set(dir(du))
    for name, home in homes.items():
        assert getattr(du, name) is getattr(importlib.import_module(home), name)


@pytest.mark.parametrize("module", [du, kernels], ids=lambda module: module.__name__)
def test_public_names_say_what_they_are(module):
    for name in module.__all__:
        thing = getattr(module, name)
        if inspect.isclass(thing) or inspect.isroutine(thing):
            assert (thing.__doc__ or "").strip(), name


def test_public_modules_need_no_import_of_their_own():
    code = "import duelling as du; du.kernels.Duel, du.testing.check_algorithm"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_name_that_is_not_there():
    with pytest.raises(AttributeError, match="module 'duelling' has no attribute 'simulat'"):
        du.simulat  # noqa: B018


def test_to_import_the_package_imports_neither_numpy_nor_the_compiler():
    code = "import sys, duelling; assert not {'numpy', 'numba', 'polars'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("page", [*PAGES, *EXAMPLES], ids=lambda page: str(page.relative_to(ROOT)))
def test_docs_and_examples_import_public_names_only(page):
    codes = [page.read_text()] if page.suffix == ".py" else blocks(page)
    for module, name in set().union(*map(imported, codes)):
        whole = f"{module}.{name}" if module == "duelling" and f"duelling.{name}" in PUBLIC else module
        assert whole in PUBLIC
        assert not name or whole != module or name in importlib.import_module(module).__all__, name


def test_pages_name_no_private_module():
    """Users read `duelling.core.jit` in a page and import it; docs/design.md speaks to those who change the package.

    What follows a slash is a file.
    """
    for page in (page for page in PAGES if page.name != "design.md"):
        named = set(re.findall(r"(?<![\w/])duelling(?:\.[a-z_]+)+", page.read_text()))
        assert {name for name in named if not name.startswith(tuple(PUBLIC - {"duelling"}))} == set(), page
