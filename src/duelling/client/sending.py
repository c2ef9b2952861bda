"""One request after the other, until there is an answer."""

import secrets
import time
from collections.abc import Mapping
from typing import Any

import httpx

from duelling.errors import Conflict, InputError, Unavailable, UnknownName, WrongValue
from duelling.live.decisions.ask import NothingToAsk

CAUSES: dict[int, type[InputError]] = {404: UnknownName, 409: Conflict, 410: Conflict, 422: WrongValue}
PASSING = (408, 429, 502, 503, 504)  # statuses after which to ask again
WAIT = 30.0  # seconds for an answer
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 5.0  # seconds between two tries
STRANGER = 3.0  # seconds for which an address is tried where nobody has listened so far: it may be wrong
WRONG_PLACE = "url must be the address of the server alone, without the path of a page such as /a/main"


class Sender:
    """Sends requests to one arena. Each may be sent twice, because the server knows it again."""

    def __init__(self, base: str, token: str, patience: float) -> None:
        self._base, self._patience = base, patience
        self._met = False  # whether a server has ever answered
        try:
            httpx.URL(base)
            self._http = httpx.Client(headers={"Authorization": f"Bearer {token}"}, timeout=WAIT)
        except (httpx.InvalidURL, UnicodeEncodeError, TypeError) as error:
            raise WrongValue(f"url and token must be texts that a request can hold: {error}") from None

    def send(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        wait: float = WAIT,
    ) -> httpx.Response:
        """Return the answer; raise the error that it tells, or Unavailable when patience ends.

        The server may take ``wait`` seconds for an answer. A POST has a key, by which the server knows it again.
        """
        if method == "POST":
            headers = {"Idempotency-Key": secrets.token_hex(16), **(headers or {})}
        began, pause = time.monotonic(), FIRST_PAUSE
        end = began + self._patience
        while True:
            try:
                answer = self._http.request(method, self._base + path, json=body, headers=headers, timeout=wait)
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                why, rest = f"the server at {self._base} does not answer: {error}", pause
                if isinstance(error, httpx.ConnectError) and not self._met:
                    why += "; start it with duelling serve, or give the address that it prints"
                    end = min(end, began + STRANGER)
            else:
                self._met = True
                if answer.status_code < 400:
                    return answer
                told = _told(answer)
                if answer.status_code not in PASSING:
                    raise _error(answer.status_code, told)
                why, rest = told["error"], max(pause, float(answer.headers.get("retry-after", 0)))
            if time.monotonic() + rest > end:
                raise Unavailable(why)
            time.sleep(rest)
            pause = min(2 * pause, LONGEST_PAUSE)

    def call(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        wait: float = WAIT,
    ) -> Any:
        """Return what the answer says."""
        return self.send(method, path, body, headers, wait).json()

    def close(self) -> None:
        """End the connection."""
        self._http.close()


def _told(answer: httpx.Response) -> dict[str, str]:
    """What a refusal says; a proxy may have written it, and then it is no JSON."""
    try:
        told = answer.json()
        return {"error": str(told["error"]), "code": str(told["code"])}
    except (ValueError, KeyError, TypeError):
        what = f": {WRONG_PLACE}" if answer.status_code == 404 else ""
        return {"error": f"the server answered with status {answer.status_code}{what}", "code": ""}


def _error(status: int, told: Mapping[str, str]) -> InputError:
    if told["code"] == "nothing":
        return NothingToAsk(told["error"])
    return CAUSES.get(status, Conflict)(told["error"])
