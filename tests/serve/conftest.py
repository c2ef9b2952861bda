"""Services over new places."""

import pytest

from tests.helpers.serving import Served


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
