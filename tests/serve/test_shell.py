"""What surrounds every answer."""

import json
import logging
import sys

import pytest

from duelling.serve.metrics import Metrics
from duelling.serve.service import Options
from duelling.serve.shell import LOG, Lines, Shell, log_to, protecting
from tests.helpers.asgi import run, send
from tests.helpers.serving import ADMIN, API, ITEMS

pytestmark = pytest.mark.plain

EXPECTED = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
}


def test_every_answer_is_protected(served):
    mine = served.visitor()
    for path in ("/", "/a/main", "/admin", "/static/page.css", API, "/nothing", "/health", "/api/v1/openapi.json"):
        headers = mine.get(path).headers
        assert {name: headers.get(name) for name in EXPECTED} == EXPECTED
        assert "server" not in headers


def test_frames_and_https_where_they_are_wanted():
    headers = dict(protecting(Options(public="https://vote.example", embed="https://own.example")))
    assert headers[b"content-security-policy"].endswith(b"frame-ancestors https://own.example")
    assert b"x-frame-options" not in headers
    assert headers[b"strict-transport-security"] == b"max-age=31536000"


def test_a_request_with_two_lengths_is_refused_and_ends_the_connection(served):
    """Whoever believes the other length would take the rest of the body for a request of somebody else."""
    both = {"content-length": "6", "transfer-encoding": "chunked"}
    answer = run(send(served.app, "POST", f"{API}/tickets", both, b""))
    assert (answer.status, dict(answer.headers)[b"connection"]) == (400, b"close")
    assert run(send(served.app, "GET", "/health", {"transfer-encoding": "chunked"}, b"")).status == 200


def test_an_error_is_written_down_and_not_sent(caplog):
    async def broken(scope, receive, send):
        raise RuntimeError("a secret path: /home/somebody")

    sent = []

    async def send(message):
        sent.append(message)

    metrics = Metrics()
    LOG.propagate = logging.getLogger("duelling").propagate = True
    with caplog.at_level(logging.ERROR):
        run(Shell(broken, Options(), metrics)({"type": "http", "method": "GET"}, None, send))
    assert sent[0]["status"] == 500
    assert b"secret" not in sent[1]["body"]
    assert json.loads(sent[1]["body"])["code"] == "defect"
    assert "a secret path" in caplog.text
    assert 'status="500"} 1' in metrics.text({})


def test_a_line_of_json_for_each_request_without_ids_and_names(served, capfd):
    loggers = [logging.getLogger(name) for name in ("duelling", "uvicorn")]
    before = [(each.handlers[:], each.level, each.propagate) for each in loggers]
    try:
        log_to("info")
        ticket = served.ask("ann")
        served.tell(ticket)
        served.visitor().post("/admin/log-in", data={"token": ADMIN})
        served.program.put(f"{API}/tickets")
        logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
        logging.getLogger("uvicorn.error").info("Started")
    finally:
        for each, (handlers, level, propagate) in zip(loggers, before, strict=True):
            each.handlers[:], each.propagate = handlers, propagate
            each.setLevel(level)
    text = capfd.readouterr().err
    *lines, wrong, last = [json.loads(line) for line in text.splitlines()]
    assert (wrong["route"], wrong["status"]) == ("/api/v1/arenas/{arena}/tickets", 405)
    assert (last["level"], last["event"]) == ("warning", "Invalid HTTP request received.")
    assert [(line["method"], line["status"]) for line in lines][:2] == [("POST", 201), ("PUT", 201)]
    assert lines[1]["route"] == "/api/v1/arenas/{arena}/tickets/{ticket}/vote"
    assert lines[1]["ms"] > 0
    assert not any(word in text for word in (ticket["id"], "ann", ADMIN, *ITEMS))


def test_an_error_in_one_line():
    try:
        raise ValueError("x")
    except ValueError:
        record = logging.LogRecord("duelling", logging.ERROR, "", 0, "a defect", (), sys.exc_info())
    told = json.loads(Lines().format(record))
    assert (told["level"], told["event"]) == ("error", "a defect")
    assert "ValueError: x" in told["trace"]
    assert told["at"].endswith("Z")
