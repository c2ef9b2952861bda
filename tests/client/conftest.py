"""A server in this process, on an address of its own."""

import pytest

from tests.helpers.serving import Served, keep_memory, listening


@pytest.fixture
def server(tmp_path, monkeypatch):
    """A service on an address, with ``url`` and the tokens of its callers."""
    keep_memory(monkeypatch)
    served = Served(tmp_path)
    with listening(served.app) as served.url:
        yield served
    served.close()
