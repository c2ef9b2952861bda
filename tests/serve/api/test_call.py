"""Who calls, and what he sent."""

import asyncio

import pytest
from starlette.requests import Request

from duelling.serve.api import call as calls
from duelling.serve.api.call import WHOLE, body_of, cookie_name, cookies, form_of
from duelling.serve.refusals import Refused
from tests.helpers.asgi import run
from tests.helpers.serving import API

pytestmark = pytest.mark.plain


def request(parts, headers=()):
    """A request whose body comes in these parts; None never comes."""
    waiting = list(parts)

    async def receive():
        part = waiting.pop(0)
        if part is None:
            await asyncio.sleep(60)
        if part == "gone":
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": part, "more_body": bool(waiting)}

    return Request({"type": "http", "method": "POST", "headers": list(headers)}, receive)


def test_a_body_in_parts_up_to_its_size():
    assert run(body_of(request([b"ab", b"cd"]), 4)) == b"abcd"
    with pytest.raises(Refused, match="at most 3 bytes"):
        run(body_of(request([b"ab", b"cd"]), 3))
    for largest, said in ((calls.VOTE_SIZE, "16 kB"), (calls.JSON_SIZE, "1 MB")):
        with pytest.raises(Refused, match=f"at most {said}$"):
            run(body_of(request([b"a" * (largest + 1)]), largest))


def test_a_body_that_never_comes(monkeypatch):
    monkeypatch.setattr(calls, "SLOWEST", 0.05)
    with pytest.raises(Refused, match="must arrive within") as error:
        run(body_of(request([b"a", None]), 9))
    assert error.value.status == 408
    with pytest.raises(Refused, match="did not arrive"):
        run(body_of(request([b"a", "gone"]), 9))


def test_a_body_that_is_here_needs_no_timer(monkeypatch):
    whole = request([b"ab"])
    whole.scope[WHOLE] = True
    monkeypatch.setattr(calls.asyncio, "timeout", None)
    assert run(body_of(whole, 4)) == b"ab"
    with pytest.raises(TypeError):
        run(body_of(request([b"ab"]), 4))


FORM = (b"content-type", b"application/x-www-form-urlencoded")
OWN = (b"sec-fetch-site", b"same-origin")


def test_forms():
    assert run(form_of(request([b"a=1&b=x+y%26&c="], [FORM, OWN]))) == {"a": "1", "b": "x y&", "c": ""}
    assert run(form_of(request([b""], [OWN]))) == {}
    for body, headers, status in (
        (b"a=1", [FORM], 403),
        (b"a=1", [OWN], 415),
        (b"\xff", [FORM, OWN], 400),
        (b"&".join([b"a=1"] * 300), [FORM, OWN], 400),
    ):
        with pytest.raises(Refused) as error:
            run(form_of(request([body], headers)))
        assert error.value.status == status


@pytest.mark.parametrize(
    ("header", "found"),
    [
        (b"a=1; b=2", {"a": "1", "b": "2"}),
        (b"a=1; =; (=2; b=3", {"a": "1", "b": "3"}),
        (b"", {}),
        (b"\xe4=1; b=2", {"b": "2"}),
    ],
)
def test_cookies_that_are_none_are_left_out(header, found):
    assert cookies(request([], [(b"cookie", header)])) == found


def test_each_arena_has_a_cookie_of_its_own():
    names = {cookie_name(name) for name in ("main", "two", "a b", "ä")}
    assert len(names) == 4
    assert all(name.isascii() and " " not in name for name in names)


def test_a_cookie_of_another_arena_or_key_is_worth_nothing(served):
    mine = served.visitor()
    for seal in (served.service.vault.voters("two", "cookie"), served.service.vault.voters("main", "link")):
        mine.cookies.set(cookie_name("main"), seal.write("ann"))
        assert mine.post(f"{API}/tickets", json={}).status_code == 401
    mine.cookies.set(cookie_name("main"), served.service.vault.voters("main", "cookie").write("ann"))
    assert mine.post(f"{API}/tickets", json={}).status_code == 201


def test_an_admin_cookie_ends(served):
    mine = served.visitor()
    mine.cookies.set(calls.ADMIN, served.service.vault.admins().write("1"))
    assert mine.get(API).status_code == 401
    mine.cookies.set(calls.ADMIN, served.service.vault.admins().write("99999999999"))
    assert mine.get(API).status_code == 200


def test_a_token_that_another_process_has_made_is_known_within_a_second(served):
    from duelling.serve.access.vault import FRESH, Vault

    token = Vault(served.service.store).issue("other", "admin")
    served.service.vault._read -= FRESH
    assert served.caller(token).get(API).status_code == 200
