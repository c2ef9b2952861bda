"""Marks, what plain Python skips, an order that compiles every kernel once, and a registry that stays as it was."""

import gc
import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import duelling as du
from duelling.core.jit import Entry, interpreted
from duelling.registry.facts import ALGORITHMS
from duelling.registry.known import kept
from tests.helpers import servers
from tests.helpers.examples import PROBLEM, WINNER
from tests.helpers.figures import draw_nothing
from tests.helpers.modes import INTERPRETED
from tests.helpers.uneasy import declare

slow = [HealthCheck.too_slow]  # how long an example takes depends on who runs beside it
settings.register_profile(
    "patient",
    deadline=None,
    suppress_health_check=slow,
    derandomize="CI" in os.environ,  # people look for other examples, CI looks at what was changed
)
settings.load_profile("patient")


@pytest.fixture(autouse=True)
def catalogue():
    """Every test leaves what is known by name as it found it."""
    with kept():
        yield


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server. Where none can be had the tests are skipped, but not where changes are judged."""
    try:
        running = servers.start()
    except RuntimeError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))
    yield running
    running.stop()


@pytest.fixture
def uneasy():
    """A function that declares a learner with one fault, to be played in plain Python."""
    with interpreted():
        yield declare


@pytest.fixture
def blank_figures(monkeypatch):
    """Files of figures are empty sheets, for tests that do not look at them: to draw one takes a quarter second."""
    draw_nothing(monkeypatch)


@pytest.fixture
def loaded():
    """The problem, the winner and the regret of the examples are known by name."""
    assert du.load(PROBLEM) == ("tides",)
    assert du.load(WINNER) == ("guided", "maximin")


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """What is imported and collected stays. To look for garbage among it takes a fifth of the time to collect."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish():
    """What is imported by now stays. To look for garbage among it takes a tenth of the time that kernels compile."""
    gc.freeze()
    gc.set_threshold(50_000)


PLAIN = re.compile(r"^pytestmark = .*\bmark\.plain\b", re.M)


def shows_nothing(path: Path) -> bool:
    """Whether compilation changes no test in a file or folder: each file is plain, and no test of it is compiled."""
    texts = [file.read_text() for file in (path.rglob("test_*.py") if path.is_dir() else [path])]
    return bool(texts) and all(PLAIN.search(text) and "mark.compiled" not in text for text in texts)


def pytest_ignore_collect(collection_path, config):
    """Files of which ``make test`` leaves out all tests, since they are plain or no edges, are not even imported."""
    wanted, file = config.option.markexpr, collection_path.match("test_*.py")
    if wanted.startswith("edges and") and file and "mark.edges" not in collection_path.read_text():
        return True
    if "not plain" in wanted and (collection_path.is_dir() or file):
        return shows_nothing(collection_path) or None
    return None


def subject(item) -> str | None:
    """Return the module of the algorithm that a test is given, or that its file is named after."""
    given = item.callspec.params.values() if hasattr(item, "callspec") else ()
    for name in (value.split(":")[0] for value in given if isinstance(value, str)):
        if name in ALGORITHMS:
            return ALGORITHMS.find(name).start.__module__
    file = item.module.__name__.replace("tests.algorithms.test_", "duelling.algorithms.")
    return file if file in {facts.start.__module__ for facts in ALGORITHMS.every().values()} else None


def has_kernels(module) -> bool:
    """Whether a file of tests has kernels of its own. They are not kept on disk: each process compiles them anew."""
    return any(isinstance(each, Entry) and each.__module__ == module.__name__ for each in vars(module).values())


@pytest.hookimpl(trylast=True)  # once the tests are selected
def pytest_collection_modifyitems(items):
    """In plain Python skip what would take minutes. Compiled, sort the tests so that each kernel is compiled once.

    The tests with kernels of their own come first, so that one process compiles them. The tests of one algorithm stand
    together. Of two processes one begins in the middle of the list, where the second half of the algorithms stands, so
    that each process compiles its own half. The tests that play many algorithms come last: then the machine code of
    all of them is on disk.
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
    first = [item for item in rest if has_kernels(item.module)]
    last = [item for item in rest if item.module.__name__ in ("tests.test_contract", "tests.lab.test_growth")]
    rest = [item for item in rest if item not in {*first, *last}]
    half, middle = len(ours) // 2, len(rest) // 2
    items[:] = first + ours[:half] + rest[:middle] + ours[half:] + rest[middle:] + last
