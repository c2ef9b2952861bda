"""Imports go downward only, as docs/design.md draws it."""

import ast
from pathlib import Path

import pytest

import duelling

PACKAGE = Path(duelling.__file__).parent
LAYERS = [  # from the bottom; a module may import from its own layer and from those before it
    {"errors", "_jit", "files", "intervals", "styles"},
    {"protocol", "facts", "seeds", "files"},
    {"sampling", "links", "game"},
    {"theory", "winners", "losses"},
    {"bandits"},
    {"algorithms", "problems", "contexts", "continuous"},
    {"catalogue"},
    {"styles"},
    {"labels"},
    {"plots", "frames"},
    {"results"},
    {"growth"},
    {"engine", "extensions"},
    {"identification"},
    {"experiments"},
    {"thesis"},
    {"cli", "__main__"},
]
LEVEL = {module: level for level, layer in enumerate(LAYERS) for module in layer}
SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE or path.name != "__init__.py")


def imports(path: Path) -> set[str]:
    """The parts of the package that a file imports, wherever in the file."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "duelling":
            below = (node.module or "").split(".")[1:2]
            found |= set(below) if below else {alias.name for alias in node.names}
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[1] for alias in node.names if alias.name.startswith("duelling.")}
    return found - {"__version__"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_downward(path):
    part = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    assert part in LEVEL, f"say in LAYERS where {part} stands"
    above = {module for module in imports(path) if LEVEL[module] > LEVEL[part]}
    assert not above


def test_only_one_file_knows_numba():
    knows = [path.name for path in SOURCES if "numba" in path.read_text() and path.name != "_jit.py"]
    assert set(knows) <= {"results.py"}  # which writes down its version
