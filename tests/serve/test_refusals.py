"""An error of the arena has one status, one code and one line."""

import pytest

from duelling import errors
from duelling.live.decisions.ask import ArenaClosed, NothingToAsk, VoterBarred
from duelling.serve.refusals import AWAY, CODES, Refused, refused, too_many

pytestmark = pytest.mark.plain


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (errors.UnknownName, 404),
        (errors.WrongValue, 422),
        (errors.Conflict, 409),
        (errors.DamagedFile, 503),
        (errors.Unavailable, 503),
        (errors.InputError, 422),
    ],
)
def test_the_cause_decides(kind, status):
    class Closer(kind):
        """A cause of a cause."""

    for each in (kind, Closer):
        found = refused(each("say what to change"))
        line = AWAY if status == 503 else "say what to change"
        assert (found.status, found.body()) == (status, {"error": line, "code": CODES[status]})
        assert ("Retry-After" in found.headers) == (status == 503)


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [(ArenaClosed, 409, "closed"), (VoterBarred, 403, "barred"), (NothingToAsk, 409, "nothing")],
)
def test_what_a_voter_page_must_tell_apart(kind, status, code):
    assert (refused(kind("why")).status, refused(kind("why")).code) == (status, code)


@pytest.mark.parametrize(("seconds", "header"), [(0.0, "1"), (0.2, "1"), (1.0, "1"), (1.01, "2"), (59.5, "60")])
def test_whoever_is_too_fast_is_told_when_to_come_back(seconds, header):
    found = too_many("slow down", seconds)
    assert (found.status, found.code, found.headers) == (429, "too_many", {"Retry-After": header})


def test_a_code_of_its_own():
    assert Refused(410, "too late", "expired").body() == {"error": "too late", "code": "expired"}
