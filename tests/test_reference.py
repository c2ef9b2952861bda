"""The reference: everything public says what it takes, returns and raises, and has an example that runs."""

import ast
import functools
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.docstrings import MODULES, examples_of
from tests.helpers.public import OURS, functions_and_classes, methods_of

pytestmark = pytest.mark.plain

ROOT = Path(__file__).parent.parent
PUBLIC = dict(functions_and_classes())
# Classes that a call makes, and by which one; their docstrings name it.
MADE = {
    "du.Result": "du.simulate",
    "du.Identification": "du.identify",
    "du.Standings": "du.rank",
    "du.Tally": "du.tally",
    "kernels.Duels": "recorded",
    "kernels.Space": "ContinuousProblem.given",
    "testing.Report": "examine",
    "testing.Finding": "examine",
    "theory.LowerBounds": "lower_bounds",
}
TAKES_ANYTHING = "within"  # of an error, to make a message of it


@functools.cache
def examples() -> dict[str, str]:
    """The code of the examples that tests/test_doctests.py runs, by the whole name of what has them."""
    found = [each for module in MODULES for each in examples_of(module)]
    return {each.name: "".join(example.source for example in each.examples) for each in found}


def has_example(text: str, home: Any, name: str) -> bool:
    """Whether an example of ``home``, or of what it overrides, uses it, or a page does that the docstring names."""
    bases = [getattr(each, "__qualname__", "") for each in getattr(home, "__mro__", ())]
    modules = [each.__module__ for each in getattr(home, "__mro__", ())]
    whole = [f"{module}.{base}.{name}" for module, base in zip(modules, bases, strict=True)]
    whole.append(f"{home.__module__}.{name}")
    page = re.search(r"docs/\w+\.md", text)
    return any(name in examples().get(each, "") for each in whole) or bool(
        page and f"du.{name}" in (ROOT / page[0]).read_text().replace("@", "du.")
    )


def tree_of(call: Callable[..., Any]) -> ast.AST:
    return ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(call))))


def returns_something(call: Callable[..., Any]) -> bool:
    """By its type, and where it has none, as kernels have none, by what is written; of a verb, for any state."""
    told = inspect.signature(call).return_annotation
    if told is not inspect.Signature.empty:
        return told not in (None, "None")
    ours = [each for each in getattr(call, "written", {}).values() if each.__module__.startswith("duelling.")]
    written = ours or [call]  # files that other tests have loaded may be gone
    return any(isinstance(node, ast.Return) and node.value for each in written for node in ast.walk(tree_of(each)))


def may_raise(call: Callable[..., Any], takes: set[str]) -> bool:
    """What takes arguments checks them, but for kernels, which have no types; a verb asks for its state alone."""
    typed = any(each.annotation is not each.empty for each in inspect.signature(call).parameters.values())
    checks = bool(takes) and (typed or hasattr(call, "written"))
    by_itself = not inspect.isclass(call) and any(isinstance(node, ast.Raise) for node in ast.walk(tree_of(call)))
    return checks or by_itself or call.__module__ == "duelling.client.arena"


def missing(called: str, call: Callable[..., Any], home: Any) -> Iterator[str]:
    """What the docstring of a function, a method or a class lacks."""
    text, name, record = inspect.getdoc(call) or "", called.split(".")[-1], hasattr(call, "_fields")
    takes = set(inspect.signature(call).parameters) - {"self"}
    named = set(re.findall(r"^    (\w+): ", re.split(r"^(?:Args|Attributes):\n", text, flags=re.M)[-1], re.M))
    if takes - named:
        yield f"{called}: arguments {sorted(takes - named)}"
    if not inspect.isclass(call) and returns_something(call) and "Returns:\n" not in text:
        yield f"{called}: what it returns"
    if may_raise(call, takes) and not record and name != TAKES_ANYTHING and "Raises:\n" not in text:
        yield f"{called}: what it raises"
    if not has_example(text, home, name):
        yield f"{called}: an example"


def missing_in_class(kind: type) -> Iterator[str]:
    """What the docstrings of its methods and properties lack."""
    for name, found in methods_of(kind):
        called = f"{kind.__name__}.{name}"
        if not inspect.isfunction(getattr(kind, name)) or {name, called} & OURS:
            if not inspect.getdoc(found):
                yield f"{called}: a sentence"
        else:
            yield from missing(called, getattr(kind, name), kind)


@pytest.mark.parametrize("name", PUBLIC)
def test_it_says_arguments_returns_errors_and_an_example(name):
    thing, lacks = PUBLIC[name], []
    if name in MADE:
        lacks += [] if f"``{MADE[name]}``" in (inspect.getdoc(thing) or "") else [f"{name}: how it is made"]
    elif not (inspect.isclass(thing) and issubclass(thing, Exception)):
        lacks += missing(name.split(".")[1], thing, thing)
    if inspect.isclass(thing):
        lacks += missing_in_class(thing)
    assert lacks == []


def test_a_gap_is_found():
    def bare(number: int) -> int:
        """Nothing is said."""
        raise ValueError

    assert [each.partition(": ")[2] for each in missing("bare", bare, bare)] == [
        "arguments ['number']",
        "what it returns",
        "what it raises",
        "an example",
    ]
