"""Marks, what plain Python skips, an order that compiles every kernel once, and a registry that stays as it was."""

import pytest

from duelling.registry.facts import ALGORITHMS
from duelling.registry.known import kept
from tests.helpers.modes import INTERPRETED


@pytest.fixture(autouse=True)
def catalogue():
    """Every test leaves what is known by name as it found it."""
    with kept():
        yield


def subject(item) -> str | None:
    """The module of the algorithm that a test is given, or that its file is named after."""
    given = getattr(item, "callspec", None)
    texts = [value for value in given.params.values() if isinstance(value, str)] if given else []
    found = [
        ALGORITHMS.find(name).start.__module__ for name in (text.split(":")[0] for text in texts) if name in ALGORITHMS
    ]
    file = item.module.__name__.replace("tests.algorithms.test_", "duelling.algorithms.")
    return (
        found[0]
        if found
        else file
        if file in {facts.start.__module__ for facts in ALGORITHMS.every().values()}
        else None
    )


@pytest.hookimpl(trylast=True)  # once the tests are selected
def pytest_collection_modifyitems(items):
    """Leave out what would take the interpreter minutes; else begin with the tests of algorithms, each one's together.

    Of two processes one begins at the middle: there stands the other half of them. So each compiles the kernels of its
    half, and what is kept on disk is there for the tests that play many algorithms. Those come last.
    """
    if INTERPRETED:
        skip = pytest.mark.skip(reason="needs compiled kernels")
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(skip)
        return
    subjects = {item: subject(item) for item in items}
    ours = sorted((item for item in items if subjects[item]), key=subjects.__getitem__)
    rest = [item for item in items if not subjects[item]]
    last = [item for item in rest if item.module.__name__ in ("tests.test_contract", "tests.lab.test_growth")]
    rest = [item for item in rest if item not in last]
    half, middle = len(ours) // 2, len(rest) // 2
    items[:] = ours[:half] + rest[:middle] + ours[half:] + rest[middle:] + last
