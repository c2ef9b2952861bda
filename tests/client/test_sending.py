"""A server that is away costs time, not votes."""

import re
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

import httpx
import pytest

from duelling.client import Arena, sending
from duelling.client.sending import Sender
from duelling.errors import Conflict, Unavailable, UnknownName, WrongValue

pytestmark = pytest.mark.plain


@pytest.fixture
def scripted(monkeypatch):
    """A server that answers what the test says, one after another; None ends the connection without an answer."""
    monkeypatch.setattr(sending, "FIRST_PAUSE", 0.01)
    answers, seen = [], []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers.get("content-length", 0)))
            seen.append((self.path, self.headers.get("Idempotency-Key")))
            answer = answers.pop(0)
            if answer is None:
                self.connection.close()
                return
            status, body, headers = answer
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_PUT = do_POST

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}", answers, seen
    server.shutdown()
    server.server_close()


def side(name: str) -> str:
    return f'{{"kind": "text", "text": "x", "name": "{name}"}}'


TICKET = (
    f'{{"id": "7.abc", "left": {side("a")}, "right": {side("b")}, "answers": ["left"], '
    '"expires": "2030-01-01T00:00:00+00:00"}'
).encode()


def test_it_is_asked_again_with_the_same_key_until_it_answers(scripted):
    url, answers, seen = scripted
    answers += [None, (503, b"", {}), (429, b"{}", {"Retry-After": "0"}), (502, b"<html>", {}), (201, TICKET, {})]
    ticket = Arena(url, token="t").ask(voter="ann")
    assert (ticket.id, ticket.left, ticket.right, ticket.expires) == ("7.abc", "a", "b", 1893456000.0)
    assert len(seen) == 5
    assert len(set(seen)) == 1  # one key: the server knows the request again


def test_patience_ends(scripted):
    url, answers, _ = scripted
    answers += [(503, b'{"error": "votes cannot be stored", "code": "unavailable"}', {})] * 50
    with pytest.raises(Unavailable, match="votes cannot be stored"):
        Arena(url, token="t", patience=0.1).ask()


def test_nobody_is_there():
    with pytest.raises(Unavailable, match=r"the server at http://127\.0\.0\.1:9.* does not answer"):
        Arena("http://127.0.0.1:9", token="t", patience=0.0).ask()


def closed_port() -> int:
    """A port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def test_a_wrong_port_is_told_soon():
    url, began = f"http://127.0.0.1:{closed_port()}", time.monotonic()
    with pytest.raises(Unavailable) as told:
        Arena(url, token="t").ask()
    assert time.monotonic() - began < 2 * sending.STRANGER
    assert re.fullmatch(
        rf"the server at {url}/\S+ does not answer: .*refused; start it with duelling serve, .*", str(told.value)
    )


def test_who_has_answered_is_waited_for(scripted, monkeypatch):
    """The server that is met goes away, for longer than a stranger would be waited for."""
    monkeypatch.setattr(sending, "STRANGER", 0.0)
    url, answers, _ = scripted
    answers += [(201, TICKET, {}), (201, TICKET, {})]
    with Arena(url, token="t") as arena:
        arena.ask()
        sender, real, tries = arena._sender, arena._sender._http.request, []

        def away(*arguments, **named):
            tries.append(arguments)
            if len(tries) < 4:
                raise httpx.ConnectError("Connection refused")
            return real(*arguments, **named)

        monkeypatch.setattr(sender._http, "request", away)
        assert arena.ask().id == "7.abc"
    assert len(tries) == 4


def test_the_address_of_a_page_is_told(server):
    with pytest.raises(UnknownName, match=r"status 404: url must be the address of the server alone, .* /a/main"):
        Arena(f"{server.url}/a/main", token="t").ask()


def test_an_answer_of_a_proxy_is_told_by_its_status(scripted):
    url, answers, _ = scripted
    answers += [(404, b"<html>nginx</html>", {}), (418, b"[]", {})]
    with pytest.raises(Exception, match="the server answered with status 404"):
        Arena(url, token="t").ask()
    with pytest.raises(Conflict, match="the server answered with status 418"):
        Arena(url, token="t").ask()


@pytest.mark.parametrize("token", ["ä\ud800", "a\nb"])
def test_a_token_that_no_header_can_hold(token):
    with pytest.raises((WrongValue, Unavailable)):
        Sender("http://127.0.0.1:9", token, 0.0).send("GET", "/")
