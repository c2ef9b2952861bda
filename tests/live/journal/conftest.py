"""The stores: every test that takes ``place`` or ``store`` runs on each of them."""

import os

import pytest

from duelling.live.journal.store import open_store
from tests.helpers import servers


@pytest.fixture(scope="session")
def server():
    """A PostgreSQL server. Where none can be had the tests are skipped, but not where changes are judged."""
    try:
        running = servers.start()
    except RuntimeError as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(error))
    yield running
    running.stop()


@pytest.fixture(params=["sqlite", "postgres"])
def place(request, tmp_path):
    """Where a store can be opened."""
    if request.param == "sqlite":
        return str(tmp_path / "journal.db")
    return request.getfixturevalue("server").cleared()


@pytest.fixture
def store(place):
    """A store with nothing in it."""
    with open_store(place) as opened:
        yield opened
