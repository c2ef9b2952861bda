"""Sockets, and how many processes may serve."""

import socket
import subprocess
import sys

import pytest

from duelling.errors import Conflict, Unavailable, WrongValue
from duelling.serve import run
from duelling.serve.run import bind, check_workers
from tests.helpers.server import PATIENCE

pytestmark = pytest.mark.plain


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_a_free_port_is_found(host):
    with bind(host, 0) as listening:
        assert listening.getsockname()[1] > 0
        with socket.create_connection(listening.getsockname()[:2], timeout=PATIENCE):
            pass


def test_a_reply_does_not_wait_for_more():
    """A head and a body are written one after the other; the second would wait until the first was confirmed."""
    with bind("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        connection, _ = listening.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0


def test_a_port_is_taken_once():
    with bind("127.0.0.1", 0) as listening, pytest.raises(Conflict, match="Address already in use"):
        bind("127.0.0.1", listening.getsockname()[1])


ENDED = """
import asyncio, os, signal
from duelling.serve.run import when_told_to_end

async def serve():
    told = []
    signal.signal(signal.SIGTERM, lambda *_: told.append("server"))
    when_told_to_end(lambda: told.append("service"))
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.sleep(0.1)
    print(*told)

asyncio.run(serve())
"""


def test_a_signal_tells_the_server_and_the_service():
    done = subprocess.run([sys.executable, "-c", ENDED], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["server", "service"]


def test_a_process_waits_for_a_place_that_comes_back(monkeypatch):
    """A process may start while the database starts again."""
    tries = iter([Conflict("the database starts"), Unavailable("not yet"), "the service"])

    def service(*_):
        found = next(tries)
        if isinstance(found, Exception):
            raise found
        return found

    monkeypatch.setattr(run, "Service", service)
    monkeypatch.setattr(run, "AGAIN", 0)
    assert run.opened("postgresql://x/y", run.Options()) == "the service"


def test_a_process_whose_place_does_not_come_back_ends_with_one_line(tmp_path, caplog):
    with pytest.raises(SystemExit) as ended:
        run.opened(str(tmp_path / "no folder" / "a.db"), run.Options(), patience=0)
    assert ended.value.code == run.FAILED
    (said,) = caplog.messages
    assert "there is no folder" in said


def test_several_processes_need_postgresql():
    assert check_workers("postgresql://x/y", 4) == 4
    assert check_workers("a.db", 1) == 1
    for place, workers in (("a.db", 2), ("postgresql://x/y", 0), ("postgresql://x/y", 65)):
        with pytest.raises(WrongValue, match="workers must be"):
            check_workers(place, workers)
