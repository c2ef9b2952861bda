"""The service about itself."""

import re

import pytest

from duelling import __version__
from tests.helpers.serving import API

pytestmark = pytest.mark.plain


def test_health(served):
    told = served.caller().get("/health")
    assert told.status_code == 200
    assert (told.json()["status"], told.json()["version"], told.json()["arenas"]) == ("ok", __version__, 1)
    assert told.json()["head"] == served.admin.get(API).json()["head"]
    served.vote()
    after = served.caller().get("/health").json()
    assert after["head"] > told.json()["head"]
    assert 0 <= after["age"] < 60


def test_a_journal_that_cannot_be_written_is_not_well(served):
    served.place.rename(served.place.with_name("moved.db"))
    refused = served.caller().get("/health")
    assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
    assert refused.headers["retry-after"]


def test_numbers_for_prometheus(served):
    served.vote(2)
    served.program.get(f"{API}/tickets/nobody")
    reader = served.caller(served.service.vault.issue("prometheus", "read"))
    answer = reader.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    line = re.compile(r"^(# TYPE \w+ (counter|gauge|histogram)|\w+(\{(\w+=\"[^\"]*\",?)*\})? [0-9.e+-]+)$")
    assert [each for each in answer.text.splitlines() if not line.match(each)] == []
    assert 'duelling_votes{arena="main"} 2' in answer.text
    assert f'route="{API.replace("main", "{arena}")}/tickets/{{ticket}}",status="404"}} 1' in answer.text
    assert "nobody" not in answer.text  # no id, no name
    assert served.caller().get("/metrics").status_code == 401
