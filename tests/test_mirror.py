"""Each module has tests under its own name: ``algorithms/rucb.py`` in ``tests/algorithms/test_rucb.py``."""

import ast
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.plain

TESTS = Path(__file__).parent
PACKAGE = TESTS.parent / "src" / "duelling"

EXCUSED = {  # a module or a folder, and why it has no tests of its own name
    "__init__.py": "tests/test_public.py looks at every name in it",
    "core/protocol.py": "verbs alone, whose functions are written elsewhere",
    "worlds/contexts/protocol.py": "verbs alone, whose functions are written elsewhere",
    "registry/vocabulary.py": "words alone, which tests/registry/test_facts.py refuses where they are wrong",
    "thesis/experiments/links.py": "grid, words and claims; tests/thesis/test_open_questions.py goes over them",
    "votes/reading/": "one door: tests/votes/reading/test_read.py reads files of every kind through it",
}


@cache
def functions(path: Path) -> list[str]:
    """The names of all functions and methods in a file."""
    return [node.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.FunctionDef)]


def modules():
    """Every module with a function in it, relative to the package; what is data alone has nothing to test."""
    return [path.relative_to(PACKAGE) for path in sorted(PACKAGE.rglob("*.py")) if functions(path)]


def mirror(module: Path) -> Path:
    """The tests of a module; those of a folder itself lie beside the folder."""
    name = module.parent if module.name == "__init__.py" else module.with_suffix("")
    return TESTS / name.parent / f"test_{name.name}.py"


def test_every_module_has_tests_of_its_own_name():
    missing = [str(each) for each in modules() if not mirror(each).exists()]
    assert [each for each in missing if not each.startswith(tuple(EXCUSED))] == []


def test_no_mirror_is_empty():
    mirrors = [mirror(each) for each in modules() if mirror(each).exists()]
    assert len(mirrors) > 150
    assert [path for path in mirrors if not any(name.startswith("test_") for name in functions(path))] == []


def test_every_excuse_is_needed():
    missing = [str(each) for each in modules() if not mirror(each).exists()]
    assert [each for each in EXCUSED if not any(module.startswith(each) for module in missing)] == []
