"""The dashboard shows what the arena says."""

import re

import pytest

from duelling.serve import room
from duelling.serve.service import Options
from tests.helpers.serving import API

pytestmark = pytest.mark.plain


def parts(page: str) -> set[str]:
    return set(re.findall(r'<section[^>]* id="(\w+)" data-live', page))


def test_everything_is_there(served):
    served.vote(8)
    served.tell(served.ask("bob"), "skip")
    page = served.organiser().get("/admin/main").text
    verdict = served.admin.get(f"{API}/standings").json()["verdict"]["says"]
    assert verdict in page
    assert "Forecast: " in page
    assert re.search(r"<strong>8</strong> votes", page)
    assert re.search(r"<strong>1</strong> skipped", page)
    assert parts(page) == {"verdict", "tiles", "standings", "matrix", "times", "voters", "events"}
    assert page.count('<svg class="interval') == 4
    assert '<svg class="chart matrix"' in page
    assert "8 votes, at most" in page
    assert "told" in page
    assert "/votes.csv" in page
    for word in ("style=", "onclick", "<script>"):
        assert word not in page


def test_before_the_first_vote(served):
    page = served.organiser().get("/admin/main")
    assert page.status_code == 200
    assert "No votes yet" in page.text
    assert "Nobody has come yet" in page.text
    assert "Nobody has voted yet" in page.text
    assert 'class="warning"' not in page.text  # that nothing was compared yet is no news


def test_what_changes_is_sent_alone_and_only_when_it_has(served, monkeypatch):
    monkeypatch.setattr(room, "REST", 0)
    mine = served.organiser()
    served.vote(2)
    first = mine.get("/admin/main/live")
    assert parts(first.text) == parts(mine.get("/admin/main").text)
    assert "<html" not in first.text
    tag = first.headers["etag"]
    assert mine.get("/admin/main/live", headers={"If-None-Match": tag}).status_code == 304
    served.vote()
    fresh = mine.get("/admin/main/live", headers={"If-None-Match": tag})
    assert fresh.status_code == 200
    assert "<strong>3</strong> votes" in fresh.text


def test_names_of_items_and_voters_are_escaped(make):
    served = make(["<script>alert(1)</script>", '"><img src=x onerror=alert(2)>'])
    served.vote(3, "<svg onload=alert(3)>")
    page = served.organiser().get("/admin/main").text
    assert not re.search(r"<script>alert|<img src=x|<svg onload", page)
    assert "&lt;svg onload=alert(3)&gt;" in page


def test_a_page_says_which_language_it_speaks(served):
    """The dashboard has the sentences of the library, which are English, whatever the browser wants."""
    german = {"Accept-Language": "de"}
    for path, language in (("/admin/main", "en"), ("/admin", "en"), ("/a/main", "de")):
        assert f'<html lang="{language}">' in served.organiser().get(path, headers=german).text


@pytest.mark.parametrize(("host", "alone"), [("127.0.0.1:8000", True), ("[::1]:8000", True), ("192.0.2.7:8000", False)])
def test_invitations_have_the_address_by_which_the_dashboard_was_opened(served, host, alone):
    page = served.organiser().get("/admin/main", headers={"Host": host}).text
    assert f">http://{host}/a/main</a>" in page
    assert ("Only this machine reaches this address" in page) is alone


def test_invitations_have_the_public_address(make):
    served = make(options=Options(public="http://vote.example"))
    page = served.organiser().get("/admin/main", headers={"Host": "127.0.0.1"}).text
    assert ">http://vote.example/a/main</a>" in page
    assert "Only this machine reaches this address" not in page


def test_who_has_seen_every_pair_is_counted_with_what_to_do(make):
    served = make(["a", "b"], repeats=1)
    mine = served.organiser()
    assert "seen every pair" not in mine.get("/admin/main").text
    served.vote()
    page = mine.get("/admin/main").text
    assert "1 voter has seen every pair and is asked nothing more: invite others, or set" in page
    assert "“Votes of one voter on one pair” to 2 in the" in page
    assert "<label>Votes of one voter on one pair <input" in page  # as the setting is called
    served.vote(voter="bob")
    assert "2 voters have seen every pair and are asked nothing more" in mine.get("/admin/main").text
    served.admin.patch(API, json={"open": False})
    assert "seen every pair" not in mine.get("/admin/main").text


def test_one_vote_is_no_votes(served):
    served.vote()
    mine = served.organiser()
    pages = mine.get("/admin").text, mine.get("/admin/main").text
    assert [re.findall(r"\b1(?:</strong>)? (?:votes|voters)\b", page) for page in pages] == [[], []]
    assert "<strong>1</strong> vote</p>" in pages[1]
    assert "Take away 1 vote<" in pages[1]
