"""A request that is sent again gets the reply that it had, and nothing happens twice."""

import asyncio

import pytest
from starlette.responses import JSONResponse

from duelling.serve.again import Replies
from duelling.serve.refusals import Refused
from tests.helpers.serving import API

pytestmark = pytest.mark.plain


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/v1/arenas", {"name": "second", "items": [{"name": "fox"}, {"name": "owl"}]}),
        (f"{API}/items", {"name": "lynx", "content": "a cat"}),
        (f"{API}/voters", {"name": "zoe", "owns": ["fox"]}),
        (f"{API}/votes", {"votes": [{"left": "fox", "right": "owl", "answer": "left"}], "again": True}),
    ],
)
def test_the_same_key_gets_the_same_reply_and_makes_nothing_new(served, path, body):
    def events():
        return [len(served.admin.get(f"/api/v1/arenas/{name}/events").text) for name in names()]

    def names():
        return [each["name"] for each in served.admin.get("/api/v1/arenas").json()["arenas"]]

    first = served.admin.post(path, json=body, headers={"Idempotency-Key": "k"})
    before = names(), events()
    second = served.admin.post(path, json=body, headers={"Idempotency-Key": "k"})
    assert (first.status_code, second.status_code) == (201, 201)
    assert (second.content, second.headers["content-type"]) == (first.content, "application/json")
    assert (names(), events()) == before
    other = served.admin.post(
        path, json={**body, "name" if "name" in body else "source": "x"}, headers={"Idempotency-Key": "k"}
    )
    assert (other.status_code, other.json()["error"][:15]) == (409, "Idempotency-Key")
    assert served.admin.post(path, json=body, headers={"Idempotency-Key": "k" * 201}).status_code == 422
    assert (names(), events()) == before
    assert served.program.post(path, json=body, headers={"Idempotency-Key": "k"}).status_code == 403


def test_at_once_it_is_carried_out_once_and_a_failure_may_succeed_later():
    async def use():
        replies, calls = Replies(kept=2), []

        async def answer():
            calls.append(1)
            await asyncio.sleep(0)
            if len(calls) == 1:
                raise Refused(503, "later")
            return JSONResponse({"calls": len(calls)}, 201)

        async def ask(key):
            return (await replies.once(("ann", key), b"{}", answer)).body

        with pytest.raises(Refused, match="later"):
            await ask("k")
        assert await asyncio.gather(ask("k"), ask("k")) == [b'{"calls":2}'] * 2
        for key in ("l", "m"):  # only the last two are kept
            await ask(key)
        assert await ask("k") == b'{"calls":5}'

    asyncio.run(use())
