"""The lines with curl in docs/arena/serve.md are a first vote."""

import argparse
import re
import shlex
from pathlib import Path

import pytest

from tests.helpers.serving import ADMIN

pytestmark = pytest.mark.plain

PAGE = Path(__file__).parents[2] / "docs" / "arena" / "serve.md"


def sent(served, line):
    """The reply to what curl would send."""
    options = argparse.ArgumentParser()
    options.add_argument("url")
    options.add_argument("-X")
    options.add_argument("-H", action="append")
    options.add_argument("-d")
    given = options.parse_args(shlex.split(line)[1:])
    headers = dict(header.split(": ", 1) for header in given.H)
    path = given.url.removeprefix("http://127.0.0.1:8000")
    return served.visitor().request(given.X, path, headers=headers, content=given.d)


def test_a_first_vote_with_curl(served):
    ask, tell = re.findall(r"^    (curl .*)$", PAGE.read_text(), re.M)
    ticket = sent(served, ask.replace("TOKEN", ADMIN))
    assert ticket.status_code == 201
    assert {ticket.json()[side]["name"] for side in ("left", "right")} <= {"fox", "owl", "hare", "wren"}
    told = sent(served, tell.replace("TOKEN", ADMIN).replace("/ID/", f"/{ticket.json()['id']}/"))
    assert (told.status_code, told.json()["counted"], told.json()["votes"]) == (201, True, 1)
    assert served.votes() == 1
