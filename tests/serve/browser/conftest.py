"""One browser and one server for all tests here; each test has an arena of its own."""

import itertools

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.helpers.browsing import FLAGS, PATIENCE, Visitor, chromium
from tests.helpers.server import Server

NUMBERS = itertools.count(1)


@pytest.fixture(scope="package")
def browser():
    """Debian's Chromium."""
    path = chromium()
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory, browser):
    """A server in a process of its own."""
    with Server(tmp_path_factory.mktemp("browser") / "arena.db", "--items", "a,b", "--per-address", "0") as running:
        yield running
        assert running.stop() == 0
    assert running.log == ""


@pytest.fixture
def arena(server):
    """Make an arena of these items; its name."""

    def make(items, settings=None, cases=(), **page):
        name = f"arena-{next(NUMBERS)}"
        asked = {"repeats": None, **(settings or {})}
        body = {"name": name, "items": items, "cases": list(cases), "settings": asked, "page": page}
        server.admin("POST", "/api/v1/arenas", json=body)
        return name

    return make


@pytest.fixture
def visit(browser, server):
    """Open windows; all are closed at the end, and none may have complained."""
    opened = []

    def window(**settings):
        opened.append(Visitor(browser, server.url, **settings))
        return opened[-1]

    yield window
    for each in opened:
        each.close()


@pytest.fixture
def votes(server):
    """How many votes of an arena count."""
    return lambda name: server.admin("GET", f"/api/v1/arenas/{name}").json()["votes"]
