"""What the votes say, over HTTP, is what the arena says."""

import io
import json

import polars as pl
import pytest

from duelling.live.arena import Arena
from duelling.serve.api.openapi import description
from duelling.serve.api.table import TABLE
from duelling.texts import plain
from tests.helpers.serving import API

pytestmark = pytest.mark.plain


def test_standings_are_those_of_the_arena_with_a_tag(served):
    served.vote(12)
    answer = served.admin.get(f"{API}/standings")
    told = answer.json()
    assert answer.headers["etag"] == f'"{told.pop("head")}"'
    with Arena(served.place) as arena:
        expected = json.loads(json.dumps(plain(arena.standings().to_dict())))
    assert told == expected
    with_matrix = served.admin.get(f"{API}/standings?matrix=1").json()
    assert with_matrix.pop("matrix") == served.admin.get(f"{API}/matrix").json()
    assert with_matrix == answer.json()


@pytest.mark.parametrize("what", ["standings", "verdict", "matrix"])
def test_what_has_not_changed_is_not_sent_again(served, what):
    served.vote(3)
    tag = served.admin.get(f"{API}/{what}").headers["etag"]
    for known in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        again = served.admin.get(f"{API}/{what}", headers={"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    served.vote()
    fresh = served.admin.get(f"{API}/{what}", headers={"If-None-Match": tag})
    assert fresh.status_code == 200
    assert fresh.headers["etag"] != tag


def test_what_an_arena_with_one_item_refuses_is_described(served):
    """All that can be read without naming anything."""
    for number in range(len(served.admin.get(f"{API}/items").json()["items"]) - 1):
        assert served.admin.delete(f"{API}/items/{number}").status_code == 200
    described = description(TABLE)["paths"]
    paths = [path for path, methods in described.items() if "get" in methods and path.count("{") == 1]
    refused = []
    for path in (each for each in paths if "{arena}" in each):
        status = served.admin.get(path.replace("{arena}", "main")).status_code
        assert str(status) in described[path]["get"]["responses"], path
        refused += [path.rpartition("/")[2]] if status == 409 else []
    assert refused == ["standings", "verdict", "matrix"]


def test_the_verdict_and_the_matrix(served):
    served.vote(20)
    told = served.admin.get(f"{API}/verdict").json()
    with Arena(served.place) as arena:
        expected = arena.verdict()
        wins = arena.standings().wins
    assert (told["state"], told["says"], tuple(told["race"])) == (expected.state, expected.says, expected.race)
    assert told["forecast"]["low"] == expected.forecast.low
    assert told["delta"] == 0.05
    matrix = served.admin.get(f"{API}/matrix").json()
    assert matrix["wins"] == wins.tolist()
    assert sum(map(sum, matrix["wins"])) == 20


@pytest.mark.parametrize(
    ("setting", "opened", "shut"), [("admin", 401, 401), ("closed", 401, 200), ("always", 200, 200)]
)
def test_voters_see_no_standings_while_they_vote(make, setting, opened, shut):
    served = make(page={"standings": setting})
    for what in ("standings", "verdict", "matrix"):
        assert served.visitor().get(f"{API}/{what}").status_code == opened
    served.admin.patch(API, json={"open": False})
    for what in ("standings", "verdict", "matrix"):
        assert served.visitor().get(f"{API}/{what}").status_code == shut


def test_votes_as_files(served):
    served.vote(5)
    rows = pl.read_csv(io.BytesIO(served.admin.get(f"{API}/votes.csv").content))
    lines = [json.loads(line) for line in served.admin.get(f"{API}/votes.jsonl").text.splitlines()]
    frame = pl.read_parquet(io.BytesIO(served.admin.get(f"{API}/votes.parquet?names=1").content))
    assert len(rows) == len(lines) == len(frame) == 5
    assert set(frame["voter"]) == {"ann"}
    assert "ann" not in served.admin.get(f"{API}/votes.csv").text  # names only where they are asked for
    answer = served.admin.get(f"{API}/votes.csv")
    assert answer.headers["content-disposition"] == 'attachment; filename="main-votes.csv"'
    assert served.admin.get(f"{API}/dpo.jsonl").status_code == 200


def test_the_journal_without_its_secret(served):
    served.vote(2)
    events = [json.loads(line) for line in served.admin.get(f"{API}/events").text.splitlines()]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert events[0]["kind"] == "created"
    assert events[0]["secret"] == ""
    later = served.admin.get(f"{API}/events?after={len(events) - 1}").text.splitlines()
    assert [json.loads(line) for line in later] == events[-1:]
    served.admin.patch(API, json={"settings": {"within": 0.1}})
    changed = served.admin.get(f"{API}/events?after={len(events)}").text
    assert "configured" in changed
    assert "seed" not in changed + json.dumps(events)  # by it one could tell what will be asked


@pytest.mark.parametrize("path", ["votes.csv", "votes.jsonl", "votes.parquet", "dpo.jsonl", "events"])
def test_votes_are_for_the_admin(served, path):
    assert served.caller().get(f"{API}/{path}").status_code == 401
    assert served.program.get(f"{API}/{path}").status_code == 403
