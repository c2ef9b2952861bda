"""Five thousand requests that nobody would send, by tokens of every kind: each is answered, none by an error."""

import json
import random
import re
from collections import Counter

import pytest

from duelling.serve.api.table import TABLE
from duelling.serve.pages.table import PAGES
from tests.helpers.asgi import run, send
from tests.helpers.serving import ADMIN, API

pytestmark = pytest.mark.plain

REQUESTS = 5000
LEAKS = re.compile(rb"Traceback|site-packages|\.py\b|/tmp/|/home/|/work/|sqlite3|Exception|Error\b(?!s)")
GOOD = [
    b"{}",
    b'{"answer": "left"}',
    b'{"name": "zoe"}',
    b'{"barred": false}',
    b'{"label": "x", "scope": "read"}',
    b"open=1",
]
JSON = {"content-type": "application/json"}
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW", ""]
WORDS = [
    "", "0", "-1", "1", "1e999", "99999999999999999999", "null", "true", "left", "main", "..", "%2e%2e", "%00", "%ff",
    "ä", "\u202e", "%F0%9F%A6%8A", "a" * 3000, "<script>", "'; drop table event; --", "{{7*7}}", "${x}", "\\", "//",
    "1.AAAAAAAAAAAAAAAAAAAAAA", "fox", "csv", "admin", "live", "next=1", "🦊",
]  # fmt: skip
VALUES = [
    None, True, 0, -1, 2**63, 1e308, 0.5, "", "left", "x" * 5000, "\u0000", "\u202e", [], {}, [[[[]]]], {"a": {}},
    "ann", ["left"], {"$gt": ""}, "main", "image", "PHN2Zz4=", "vote", "best", {"goal": 7}, {"title": []},
]  # fmt: skip
FIELDS = [
    "answer",
    "took",
    "count",
    "voter",
    "names",
    "name",
    "items",
    "kind",
    "content",
    "open",
    "settings",
    "page",
    "barred",
    "label",
    "scope",
    "arena",
    "ticket",
    "token",
    "goal",
    "delta",
    "within",
    "expires",
    "repeats",
    "most_per_voter",
    "title",
    "question",
    "about",
    "language",
    "voters",
    "standings",
    "per_minute",
    "in_a_row",
    "most_open",
    "item",
    "active",
]


def target(rng: random.Random, ticket: str) -> tuple[str, str]:
    """A method and a path, most often those of a route."""
    routes = [(route.method, route.path) for route in TABLE]
    pages = [(method, show.path) for show in PAGES for method in show.methods]
    method, template = rng.choice([*routes, *routes, *pages, ("GET", "/static/{name}"), ("GET", "/{x}/{y}")])

    def part(found: re.Match[str]) -> str:
        usual = {"arena": "main", "ticket": ticket, "side": "left", "item:int": "0", "voter:int": "0"}
        return usual[found[1]] if found[1] in usual and rng.random() < 0.7 else rng.choice(WORDS)

    path = re.sub(r"{([\w:]+)}", part, template)
    if rng.random() < 0.3:
        names = [*FIELDS, "next", "after", "ids", "lang"]
        path += "?" + "&".join(f"{rng.choice(names)}={rng.choice(WORDS)}" for _ in range(2))
    return (rng.choice(METHODS) if rng.random() < 0.2 else method), path


def body(rng: random.Random) -> bytes:
    kind = rng.random()
    made = json.dumps({rng.choice(FIELDS): rng.choice(VALUES) for _ in range(rng.randrange(5))}).encode()
    if kind < 0.3:
        return rng.choice(GOOD)
    if kind < 0.6:
        return made
    if kind < 0.75:  # one byte is another
        place = rng.randrange(len(made))
        return made[:place] + bytes([rng.randrange(256)]) + made[place + 1 :]
    if kind < 0.85:
        return "&".join(f"{rng.choice(FIELDS)}={rng.choice(WORDS)}" for _ in range(4)).encode("utf-8", "replace")
    return rng.choice(
        [b"", b"[" * 20_000, b"\xff\xfe", b"{" * 9, rng.randbytes(200), b'"\\ud800"', b"NaN", b"1" * 5000]
    )


def headers(rng: random.Random, tokens: list[str]) -> dict[str, str]:
    kinds = [
        "application/json",
        "application/x-www-form-urlencoded",
        "text/plain",
        "multipart/form-data; boundary=x",
        "",
    ]
    made = {"content-type": rng.choice(kinds) if rng.random() < 0.3 else kinds[0]}
    if rng.random() < 0.7:
        made["authorization"] = rng.choice(
            [*(f"Bearer {token}" for token in tokens), "Bearer", "Basic eA==", "\xff", "x y z"]
        )
    extra = {
        "cookie": ["duelling-admin=x.y", "a=b; =; \xff=1", "x" * 5000, 'duelling-lang="de'],
        "sec-fetch-site": ["same-origin", "cross-site", "\xff"],
        "origin": ["http://testserver", "http://[", "null"],
        "if-none-match": ['"1"', "*", "\xff", "W/"],
        "idempotency-key": ["k", "\xff" * 50, ""],
        "accept-language": ["de", "\xff;q=x", "," * 3000],
        "content-length": ["5"],
        "host": ["", "evil", "[::1"],
        "x-forwarded-for": ["1.2.3.4", "x"],
    }
    for name, values in extra.items():
        if rng.random() < 0.15:
            made[name] = rng.choice(values)
    return made


def test_every_request_is_answered_and_no_answer_tells_about_the_inside(served, monkeypatch):
    rng, statuses = random.Random(0), Counter()
    served.vote(2)
    ticket = served.ask("fuzz")["id"]
    served.service.logins.most = served.service.asks.most = 0
    tokens = [ADMIN, ADMIN, served.service.vault.issue("p", "vote"), served.service.vault.issue("r", "read"), "wrong"]

    async def storm():
        for k in range(REQUESTS):
            if k % 250 == 0:  # some requests close it
                await send(served.app, "PATCH", API, {"authorization": f"Bearer {ADMIN}", **JSON}, b'{"open": true}')
            request = (*target(rng, ticket), headers(rng, tokens), body(rng))
            answer = await send(served.app, *request)
            statuses[answer.status] += 1
            assert answer.status < 500, (request, answer)
            if answer.status >= 400 and not request[1].startswith("/static"):
                assert not LEAKS.search(answer.body), (request, answer)

    run(storm())
    assert sum(statuses.values()) == REQUESTS
    assert {200, 201, 303, 400, 401, 403, 404, 405, 409, 413, 415, 422} <= set(statuses)
    assert served.admin.get(API).status_code == 200
    assert served.visitor().get("/health").status_code == 200
