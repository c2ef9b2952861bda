"""Every function has types, but for kernels: the compiler finds out theirs, and they serve states of many kinds."""

import ast
from pathlib import Path

import pytest

import duelling

PACKAGE = Path(duelling.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
GENERIC = {"call", "resolve"}  # what ``generic`` hands to the compiler
pytestmark = pytest.mark.plain


def untyped(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """The functions without a type for what they return, or for one of their arguments, by name."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            bare = [each for each in arguments if each.annotation is None and each.arg not in ("self", "cls")]
            if bare or (node.returns is None and node.name != "__init__"):
                found[node.name] = node
    return found


def kernels(tree: ast.Module) -> set[str]:
    """What is compiled: decorated functions, and those that are registered for a verb."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            named = {each.id for each in node.decorator_list if isinstance(each, ast.Name)}
            names |= {node.name} if named & {"jit", "inlined", "entry", "loop", "generic"} else set()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "register":
            names |= {each.id for each in node.args if isinstance(each, ast.Name)}
    return names


def test_what_has_no_types_is_a_kernel():
    wrong = {}
    for path in SOURCES:
        tree = ast.parse(path.read_text())
        bare = set(untyped(tree)) - (GENERIC if path.name == "jit.py" else set()) - kernels(tree)
        if bare:
            wrong[str(path.relative_to(PACKAGE))] = bare
    assert wrong == {}
