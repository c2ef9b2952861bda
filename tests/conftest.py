"""Marks, what the interpreter is spared, and which tests compile for the others."""

import pytest
from numba import config

INTERPRETED = bool(config.DISABLE_JIT)
COMPILING = {"tests.test_contract", "tests.test_growth"}


def fewer(n: int, least: int = 1) -> int:
    """``n``, and a third of it where Python plays what the compiled kernels play in full."""
    return max(least, n // 3) if INTERPRETED else n


@pytest.hookimpl(trylast=True)  # once the tests are selected
def pytest_collection_modifyitems(items):
    """Leave out what would take the interpreter minutes; else begin with the tests that compile every algorithm.

    Of two processes one begins at the middle: there stands the other half of them, so that each kernel is compiled once
    and then found on disk. What plays all algorithms at once comes last.
    """
    if INTERPRETED:
        skip = pytest.mark.skip(reason="needs compiled kernels")
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(skip)
        return
    ours = [item for item in items if item.module.__name__ in COMPILING]
    rest = [item for item in items if item.module.__name__ not in COMPILING]
    each, together = ([item for item in ours if hasattr(item, "callspec") == alone] for alone in (True, False))
    half, middle = len(each) // 2, len(rest) // 2
    items[:] = each[:half] + rest[:middle] + each[half:] + rest[middle:] + together
