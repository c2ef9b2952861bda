"""Services over new places."""

import pytest

from tests.helpers.serving import Served, keep_memory


@pytest.fixture(autouse=True)
def given_back(monkeypatch):
    """How often memory would be given back. The process of the tests has hundreds of files in it, which takes a while.

    Services in processes of their own do it, and ``test_memory.py`` shows what comes of it.
    """
    return keep_memory(monkeypatch)


@pytest.fixture
def make(tmp_path):
    """Make a service; it is closed at the end."""
    made = []

    def serve(*arguments, **settings):
        made.append(Served(tmp_path, *arguments, **settings))
        return made[-1]

    yield serve
    for each in made:
        each.close()


@pytest.fixture
def served(make):
    """A service with four items that are texts."""
    return make()
