"""duelling arena standings, verdict, events."""

import json

import pytest

import duelling as du
from duelling import Arena
from duelling.cli.arena.looking import verdict_dict

pytestmark = pytest.mark.plain


@pytest.fixture
def voted(logos):
    with Arena(logos) as arena:
        du.testing.Voters(
            du.PreferenceMatrix([[0.5, 0.9, 0.9], [0.1, 0.5, 0.6], [0.1, 0.4, 0.5]], ["fox", "owl", "hare"])
        ).vote(arena, 60)
    return logos


def test_standings_are_those_of_python(voted, data, said, here):
    with Arena(voted) as arena:
        found = arena.standings()
    assert data("standings", voted) == json.loads(json.dumps(found.to_dict()))
    out = said("standings", voted, "--out", "page")
    assert all(item in out for item in ("fox", "owl", "hare"))
    assert f"{found.verdict.says}." in out
    assert (here / "page" / "index.html").is_file()


def test_the_verdict_is_that_of_python(voted, data, said):
    with Arena(voted) as arena:
        found = arena.verdict()
    assert data("verdict", voted) == json.loads(json.dumps(verdict_dict(found)))
    assert said("verdict", voted) == f"{found}\n"


def test_a_forecast_without_an_end_has_none(logos):
    with Arena(logos) as arena:
        found = verdict_dict(arena.verdict())
    assert json.loads(json.dumps(found))["state"] == "open"
    assert found["forecast"] is None or isinstance(found["forecast"]["low"], int)


def test_events_are_the_journal(voted, data, said):
    lines = said("events", voted).splitlines()
    events = [json.loads(line) for line in lines]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert data("events", voted) == events
    assert [json.loads(line) for line in said("events", voted, "--after", 5).splitlines()] == events[5:]


def test_what_is_refused(logos, refused, here):
    for command in ("standings", "verdict", "events"):
        assert refused(command, "none.db").startswith("there is no journal")
    assert refused("events", logos, "--after", "-1").startswith("after must be")
    assert "is a file" in refused("standings", logos, "--out", logos)
