"""What is public, found by looking: the functions and classes of the public modules, and their methods."""

import inspect
from collections.abc import Iterator
from typing import Any

import duelling as du
from duelling import client, kernels, testing, theory

# Methods with public names that this package calls, and nobody else.
OURS = {
    *("timeline", "checked_timeline", "Shadow.against", "Choice.check_world", "Bound.under", "Bandit.under"),
    *("algorithm.declare", "bandit.declare", "Known.add", "Known.watch", "Known.forget", "Known.taken"),
    "Arena.close",  # which would end all others
    "Arena.submit",  # which serve calls, with what decisions.py made
    *("Store.alone", "Store.holds", "Store.merge", "Store.missing", "Store.path", "Store.write"),
}


def functions_and_classes() -> Iterator[tuple[str, Any]]:
    """With the names by which users call them."""
    for short, module in (("du", du), ("kernels", kernels), ("testing", testing), ("client", client)):
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.isclass(thing) or inspect.isroutine(thing):
                yield f"{short}.{name}", thing
    for name, thing in vars(theory).items():
        if not name.startswith("_") and getattr(thing, "__module__", "") == theory.__name__:
            yield f"theory.{name}", thing


def methods_of(kind: type) -> Iterator[tuple[str, Any]]:
    """The methods and properties that this package wrote for a class, by name, as they stand in it."""
    for name in dir(kind):
        found = inspect.getattr_static(kind, name)
        written = getattr(found, "__func__", getattr(found, "fget", getattr(found, "func", found)))
        ours = inspect.isfunction(written) and written.__module__.startswith("duelling.")
        if ours and not name.startswith("_"):
            yield name, found
