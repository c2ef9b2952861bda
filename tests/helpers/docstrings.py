"""The examples in docstrings of this package."""

import doctest
import importlib
from pathlib import Path

import duelling

PACKAGE = Path(duelling.__file__).parent
MODULES = [
    ".".join(("duelling", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__")
    for path in sorted(PACKAGE.rglob("*.py"))
    if ">>> " in path.read_text()
]


def examples_of(module: str) -> list[doctest.DocTest]:
    """One for each docstring that has examples."""
    return [each for each in doctest.DocTestFinder().find(importlib.import_module(module)) if each.examples]
