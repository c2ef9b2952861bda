"""Requests as bytes: what has no end is cut off, what is wrong is refused, what is right is served."""

import asyncio
import contextlib
import socket
import time
from unittest.mock import MagicMock

import pytest
from uvicorn.config import Config
from uvicorn.server import ServerState

from duelling.serve.api.call import WHOLE
from duelling.serve.reading import LONGEST, Bounded
from tests.helpers.server import PATIENCE, Server

pytestmark = pytest.mark.plain

HEAD = b"GET /health HTTP/1.1\r\nHost: x\r\n"
CHUNKED = b"POST /health HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
ENDLESS = {
    "an address": (b"GET /", b"a"),
    "a name of a header": (HEAD, b"a"),
    "a value of a header": (HEAD + b"X-Long: ", b"a"),
    "headers": (HEAD, b"X-One: a\r\n"),
    "the end of a chunk": (CHUNKED + b"5;", b"a"),
    "a trailer": (CHUNKED + b"1\r\na\r\n0\r\nX-Long: ", b"a"),
    "trailers": (CHUNKED + b"1\r\na\r\n0\r\n", b"X-One: a\r\n"),
}


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("reading") / "a.db", "--items", "a,b") as server:
        yield server


@pytest.fixture
def line(served):
    host, _, port = served.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as made:
        yield made


def answer(line):
    """All that comes until the connection is closed."""
    found = b""
    with contextlib.suppress(ConnectionResetError):
        while piece := line.recv(2**16):
            found += piece
    return found


def poured(line, more):
    """Bytes that the server takes until it closes the connection."""
    piece, sent = more * (4096 // len(more)), 0
    with contextlib.suppress(ConnectionError):
        while sent < 400 * LONGEST:
            line.sendall(piece)
            sent += len(piece)
            time.sleep(0.001)  # so that the server reads it piece by piece
    return sent


@pytest.mark.parametrize("what", ENDLESS)
def test_what_has_no_end_is_cut_off(line, what):
    begin, more = ENDLESS[what]
    line.sendall(begin)
    assert poured(line, more) < 20 * LONGEST


def test_a_long_head_that_ends_is_served(line):
    line.sendall(HEAD + b"X-Long: " + b"a" * (LONGEST // 2) + b"\r\nConnection: close\r\n\r\n")
    assert answer(line).startswith(b"HTTP/1.1 200")


def test_one_connection_serves_many_long_heads(line):
    """What counts is what comes in a row without an end."""
    for _ in range(5):
        line.sendall(HEAD + b"X-Long: " + b"a" * (LONGEST // 2) + b"\r\n\r\n")
        told = line.recv(2**16)
        while b"\r\n\r\n{" not in told or not told.endswith(b"}"):  # the head may come before the body
            told += line.recv(2**16)
        assert told.startswith(b"HTTP/1.1 200")


def test_requests_in_one_piece_are_answered_in_order(line):
    line.sendall(HEAD + b"\r\n" + b"GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    told = answer(line)
    assert [told.count(b"HTTP/1.1 200"), told.count(b"HTTP/1.1 404")] == [1, 1]
    assert told.index(b" 200") < told.index(b" 404")


@pytest.mark.parametrize(
    "sent",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 50,  # the beginning of TLS
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET  /health HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n",
        b"POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd",
        b"POST /health HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        b"GET /health HTTP/1.1\r\nHost : x\r\n\r\n",
        b"nonsense\r\n\r\n",
    ],
)
def test_what_is_no_request_is_refused(line, sent):
    line.sendall(sent)
    told = answer(line)
    assert told.startswith((b"HTTP/1.1 400", b"HTTP/1.1 405", b"HTTP/1.1 404"))
    assert b"Traceback" not in told


@pytest.mark.parametrize("wanted", [b"websocket", b"h2c"])
def test_another_protocol_is_not_begun(line, wanted):
    line.sendall(HEAD + b"Connection: Upgrade, close\r\nUpgrade: " + wanted + b"\r\n\r\n")
    assert answer(line).startswith(b"HTTP/1.1 200")


def test_a_request_says_when_its_body_is_here():
    async def app(scope, receive, send):
        """Answer nothing."""

    async def read():
        config = Config(app, log_config=None)
        config.load()
        line = Bounded(config, ServerState(), {})
        line.connection_made(MagicMock())
        line.data_received(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na")
        assert WHOLE not in line.scope
        line.data_received(b"b")
        assert line.scope[WHOLE]

    asyncio.run(read())
