"""A server in this process, on an address of its own."""

import threading
import time

import pytest
import uvicorn

from tests.helpers.serving import Served


@pytest.fixture
def server(tmp_path):
    """A service on an address, with ``url`` and the tokens of its callers."""
    served = Served(tmp_path)
    config = uvicorn.Config(served.app, port=0, log_config=None, access_log=False)
    running = uvicorn.Server(config)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    while not running.started:
        time.sleep(0.01)
    served.url = f"http://127.0.0.1:{running.servers[0].sockets[0].getsockname()[1]}"
    yield served
    running.should_exit = True
    thread.join()
    served.close()
