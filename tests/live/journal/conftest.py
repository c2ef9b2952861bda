"""The stores: every test that takes ``place`` or ``store`` runs on each of them."""

import pytest

from duelling.live.journal.opening import open_store


@pytest.fixture(scope="session")
def server(postgres):
    """A PostgreSQL server."""
    return postgres


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
