"""Imports go downward only, as docs/design.md draws it; the drawing is the only list of parts."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import duelling
from duelling.core.jit import KERNELS

pytestmark = pytest.mark.plain

PACKAGE = Path(duelling.__file__).parent
PAGE = Path(__file__).parent.parent / "docs" / "design.md"
SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE or path.name != "__init__.py")


def drawing() -> list[list[str]]:
    """The parts in each row of the drawing, from the top; what follows two blanks is said about them."""
    section = PAGE.read_text().partition("## Layers")[2].partition("\n## ")[0]
    rows = [line.strip().split("  ")[0].split() for line in re.findall(r"^ {4}(\S.*)$", section, re.M)]
    return [[part.rstrip("/") for part in row] for row in rows]


LEVEL = {part: level for level, row in enumerate(reversed(drawing())) for part in row}


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def tree_of(path: Path) -> ast.Module:
    """A file is parsed once for all tests."""
    return ast.parse(path.read_text())


@cache
def imports(path: Path) -> set[str]:
    """The parts of the package that a file imports, wherever in the file."""
    found = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "duelling":
            below = (node.module or "").split(".")[1:2]
            found |= set(below) if below else {alias.name for alias in node.names}
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("duelling.")}
    return found - {"__version__"}


def test_the_drawing_has_every_part_once_and_no_other():
    parts = [part for row in drawing() for part in row]
    assert sorted(parts) == sorted({part_of(path) for path in SOURCES})


def test_imports_go_downward():
    """To lower rows, and within the own part; parts that share a row do not import each other."""
    wrong = [
        f"{path.relative_to(PACKAGE)} imports {other}"
        for path, part in ((path, part_of(path)) for path in SOURCES)
        for other in imports(path)
        if other != part and LEVEL[other] >= LEVEL[part]
    ]
    assert wrong == []


@cache
def modules() -> dict[str, set[str]]:
    """What each module imports, in its functions too, but for what only says of which type something is."""
    paths = {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path for path in SOURCES}
    paths = {name.removesuffix(".__init__"): path for name, path in paths.items()}
    found: dict[str, set[str]] = {name: set() for name in paths}
    for name, path in paths.items():
        waiting: list[ast.AST] = [tree_of(path)]
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
                continue
            waiting += ast.iter_child_nodes(node)
            if isinstance(node, ast.ImportFrom):
                inside = {f"{node.module}.{alias.name}" for alias in node.names}
                found[name] |= inside if inside <= set(paths) else {str(node.module)}
            elif isinstance(node, ast.Import):
                found[name] |= {alias.name for alias in node.names}
    return {name: (names & set(paths)) - {name} for name, names in found.items()}


def circles(below: dict[str, set[str]]) -> list[str]:
    """Whatever comes back to itself, and whatever imports that."""
    left = below
    while ends := {name for name, names in left.items() if not names & set(left)}:  # they import none of the others
        left = {name: names for name, names in left.items() if name not in ends}
    return sorted(left)


def test_no_module_comes_back_to_itself():
    """Not through imports inside functions either: they would only hide the circle."""
    found = modules()
    assert len(found) > 300
    assert circles(found) == []


def test_no_folder_comes_back_to_itself_through_those_beside_it():
    """At every depth: what a folder takes from another, that one does not take from it."""
    found = modules()
    deepest = max(name.count(".") for name in found)
    for depth in range(1, deepest):
        folders: dict[str, set[str]] = {}
        for name, names in found.items():
            for own, other in ((up(name, depth), up(each, depth)) for each in names):
                if own and other and own != other and own.rpartition(".")[0] == other.rpartition(".")[0]:
                    folders.setdefault(own, set()).add(other)
        assert circles(folders) == []


def up(module: str, depth: int) -> str:
    """The folder of a module that lies so deep; nothing if the module lies higher."""
    parts = module.split(".")
    return ".".join(parts[: depth + 1]) if len(parts) > depth + 1 else ""


def test_the_thesis_is_imported_by_its_command_alone():
    users = {path for path in SOURCES if "thesis" in imports(path) and part_of(path) != "thesis"}
    assert users == {PACKAGE / "cli" / "thesis.py"}


def test_only_six_files_and_those_who_name_it_know_numba():
    names = {path for path in SOURCES if "numba" in path.read_text().lower()}
    calls = [f"core/{name}.py" for name in ("jit", "native", "parts", "references", "direct", "operators")]
    assert names <= {PACKAGE / name for name in (*calls, "registry/compiler_messages.py", "lab/provenance.py")}


def test_whatever_is_compiled_lies_in_a_folder_that_the_cache_is_named_after():
    """Kernels are what ``entry``, ``loop``, ``jit`` and ``generic`` make, and what is registered for a verb."""
    makes = re.compile(r"^@(entry|loop|jit|generic)$|^\w+\.register\(", re.M)
    homes = {path.relative_to(PACKAGE).parts[0] for path in SOURCES if makes.search(path.read_text())}
    assert homes <= set(KERNELS)


def test_nothing_is_imported_for_its_side_effect():
    assert [path for path in SOURCES if "noqa: F401" in path.read_text()] == []


def test_tests_do_not_import_each_other():
    """What they share lies in ``tests/helpers`` and ``tests/naive``."""
    tests = Path(__file__).parent
    takes = re.compile(r"^from tests\.(?!helpers\b|naive\b)|^import tests", re.M)
    assert [path for path in tests.rglob("*.py") if takes.search(path.read_text())] == []
