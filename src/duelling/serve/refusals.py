"""Why a request is refused, and what the caller is told: a status, a code for programs, one line for people."""

import logging
from collections.abc import Iterable, Mapping

from duelling.errors import Conflict, DamagedFile, InputError, Unavailable, UnknownName, WrongValue
from duelling.live.decisions.ask import ArenaClosed, NothingToAsk, VoterBarred

LOG = logging.getLogger("duelling.serve")
AWAY = "votes cannot be stored right now: ask again in a moment"
LATER = 5  # seconds after which to ask again where nothing better is known
CODES = {
    400: "bad_request",
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    408: "too_slow",
    409: "conflict",
    410: "gone",
    413: "too_large",
    415: "not_json",
    422: "wrong_value",
    429: "too_many",
    500: "defect",
    503: "unavailable",
}
BY_CAUSE = {VoterBarred: 403, UnknownName: 404, WrongValue: 422, Conflict: 409, DamagedFile: 503, Unavailable: 503}
WORDS: dict[type[InputError], str] = {ArenaClosed: "closed", VoterBarred: "barred", NothingToAsk: "nothing"}


class Refused(Exception):
    """A request that is not carried out. ``code`` is for programs; without one it follows from the status."""

    def __init__(self, status: int, line: str, code: str = "", headers: Mapping[str, str] | None = None) -> None:
        super().__init__(line)
        self.status, self.line = status, line
        self.code = code or CODES[status]
        self.headers = dict(headers or {})

    def body(self) -> dict[str, str]:
        """What is sent."""
        return {"error": self.line, "code": self.code}


def refused(error: InputError) -> Refused:
    """Return the refusal for an error of the arena, by its cause.

    >>> refused(UnknownName("there is no ticket")).status
    404
    """
    status = next((BY_CAUSE[kind] for kind in type(error).__mro__ if kind in BY_CAUSE), 422)
    if status == 503:  # the message names files, which are nobody's business but the owner's
        LOG.error("the journal cannot be used: %s", error)
        return Refused(503, AWAY, headers={"Retry-After": str(LATER)})
    return Refused(status, str(error), WORDS.get(type(error), ""))


def wrong_method(takes: Iterable[str]) -> Refused:
    """Return the refusal of a method that an address does not take."""
    allowed = ", ".join(sorted(takes))
    return Refused(405, f"this address takes {allowed}", headers={"Allow": allowed})


def too_many(line: str, seconds: float) -> Refused:
    """Return the refusal of a caller who asks too often; ``seconds`` says when to come back."""
    return Refused(429, line, headers={"Retry-After": str(max(1, int(-(-seconds // 1))))})
