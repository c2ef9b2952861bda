"""The stores: every test that takes ``place`` or ``store`` runs on each of them."""

import pytest

from duelling.live.journal.store import open_store


@pytest.fixture
def place(tmp_path):
    """Where a store can be opened."""
    return str(tmp_path / "journal.db")


@pytest.fixture
def store(place):
    """A store with nothing in it."""
    with open_store(place) as opened:
        yield opened
