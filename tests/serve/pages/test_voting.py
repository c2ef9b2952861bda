"""The voting page by forms alone, as a browser without script uses it."""

import json
import re
import time

import pytest

from duelling.serve import desk
from tests.helpers.pictures import png
from tests.helpers.serving import API, ITEMS, ticket_in

pytestmark = pytest.mark.plain


def answered(mine, page, answer="left"):
    return mine.post("/a/main/vote", data={"ticket": ticket_in(page.text), "answer": answer})


def said(page):
    """What the line below the answers says."""
    return re.search(r'id="status" role="status">([^<]*)<', page.text)[1].strip()


def test_from_the_first_page_to_the_second_pair(served):
    mine = served.visitor()
    first = mine.get("/a/main")
    assert first.status_code == 200
    assert "Start" in first.text
    assert served.admin.get(API).json()["voters"] == 0  # who only looks is asked nothing
    pair = mine.post("/a/main/start")
    assert (pair.status_code, pair.url.path) == (200, "/a/main")
    again = mine.get("/a/main")
    assert ticket_in(again.text) == ticket_in(pair.text)  # a page that is loaded again shows the same pair
    after = answered(mine, pair)
    assert said(after) == "Saved"
    assert "1 answer" in after.text
    assert ticket_in(after.text) != ticket_in(pair.text)
    assert served.votes() == 1


def test_the_heading_is_no_word_of_programs(served):
    mine = served.visitor()
    assert '<h1 dir="auto">Vote</h1>' in mine.get("/a/main").text
    assert '<h1 dir="auto">Abstimmung</h1>' in mine.get("/a/main", headers={"Accept-Language": "de"}).text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            {"name": "a name made by chance", "answer": "Your answers", "at": "the time", "took": "how long it took"},
        ),
        ("de", {"name": "der Zufall", "answer": "Ihre Antworten", "at": "Uhrzeit", "took": "Dauer"}),
    ],
)
def test_the_first_page_says_what_is_stored(served, language, words):
    first = served.visitor().get("/a/main", headers={"Accept-Language": language}).text
    assert [word for word in words.values() if word not in first] == []
    mine = served.voter()
    ticket = ticket_in(mine.get("/a/main").text)
    mine.put(f"{API}/tickets/{ticket}/vote", json={"answer": "left", "took": 900})
    told = json.loads(served.admin.get(f"{API}/events").text.splitlines()[-1])
    assert {*told} - {"seq", "kind", "ticket", "question", "late"} == {*words} - {"name"}


def test_twenty_votes_and_each_counts(served):
    mine = served.voter()
    page = mine.get("/a/main")
    for k in range(20):
        page = answered(mine, page, ("left", "right", "tie", "bad")[k % 4])
    assert served.votes() == 20
    assert "20 answers" in page.text


def test_a_form_that_is_sent_twice_counts_once(served):
    mine = served.voter()
    page = mine.get("/a/main")
    answered(mine, page)
    answered(mine, page)
    assert answered(mine, page, "right").status_code == 200  # another answer: the first one stands
    assert served.votes() == 1


def test_undo_shows_the_same_pair_again(served):
    mine = served.voter()
    first = mine.get("/a/main")
    ticket = ticket_in(first.text)
    answered(mine, first)
    back = mine.post("/a/main/undo", data={"ticket": ticket})
    assert ticket_in(back.text) == ticket
    assert said(back) == "Taken back. You can answer again."
    assert served.votes() == 0
    answered(mine, back, "right")
    assert served.votes() == 1


def undone(mine, page):
    """What follows the button that the page has; without one it fails."""
    form = page.text.partition("/undo")[2]
    assert 'id="undo" form="undo-form" aria-keyshortcuts="U">' in page.text
    return mine.post("/a/main/undo", data={"ticket": ticket_in(form)})


def test_undo_after_a_skip_and_after_a_reload_and_then_the_vote_before(served):
    mine = served.voter()
    pages = [mine.get("/a/main")]
    for answer in ("left", "right", "skip"):
        pages.append(answered(mine, pages[-1], answer))
    back = undone(mine, pages[-1])
    assert ticket_in(back.text) == ticket_in(pages[1].text)
    back = undone(mine, mine.get("/a/main"))
    assert ticket_in(back.text) == ticket_in(pages[0].text)
    assert served.votes() == 0
    assert 'id="undo" form="undo-form" aria-keyshortcuts="U" hidden>' in back.text


def test_a_vote_that_is_too_old_stays_and_the_page_says_so(served, monkeypatch):
    mine = served.voter()
    first = mine.get("/a/main")
    page = answered(mine, first)
    monkeypatch.setattr(desk, "UNDO_SECONDS", -1)
    assert said(undone(mine, page)) == "That answer can no longer be taken back."
    assert 'aria-keyshortcuts="U" hidden>' in mine.get("/a/main").text
    assert served.votes() == 1


def test_nobody_undoes_the_vote_of_another(served):
    mine, other = served.voter(), served.voter()
    page = mine.get("/a/main")
    answered(mine, page)
    refused = other.post("/a/main/undo", data={"ticket": ticket_in(page.text)})
    assert refused.status_code == 409
    assert served.votes() == 1


def test_a_skip_shows_another_pair_and_counts_nothing(served):
    mine = served.voter()
    page = mine.get("/a/main")
    after = answered(mine, page, "skip")
    assert ticket_in(after.text) != ticket_in(page.text)
    assert said(after) == ""
    assert served.votes() == 0


def test_contents_are_shown_and_escaped(make):
    served = make([("one", "<b>text</b> & more"), ("two", "*mark*", "markdown"), ("three", png(), "image")])
    mine = served.voter()
    seen = ""
    for _ in range(12):
        page = mine.get("/a/main")
        seen += page.text
        answered(mine, page)
    assert "&lt;b&gt;text&lt;/b&gt; &amp; more" in seen
    assert "<p><em>mark</em></p>" in seen
    (*_, picture) = re.findall(r'<img src="([^"]+)"', seen)
    assert mine.get(picture).content == png()


@pytest.mark.parametrize(("length", "large"), [(40, True), (41, False)])
def test_a_few_words_are_shown_large_where_both_sides_are(make, length, large):
    """Else one side would look better than the other."""
    page = make([("a", "x", "text"), ("b", "y" * length, "text")]).voter().get("/a/main").text
    assert page.count('class="content text words"') == (2 if large else 0)


def test_words_of_the_owner_and_of_the_visitor(make):
    served = make(page={"title": "T <1>", "question": "Q?", "about": "**read** <i>"})
    mine = served.visitor()
    page = mine.get("/a/main").text
    assert "T &lt;1&gt;" in page
    assert "<strong>read</strong> &lt;i&gt;" in page
    assert "Q?" in page
    german = mine.get("/a/main", headers={"Accept-Language": "de"}).text
    assert '<html lang="de">' in german
    assert "Los geht" in german
    assert "Q?" in german
    mine.get("/a/main?lang=de")
    assert '<html lang="de">' in mine.get("/a/main").text  # it is remembered


def test_a_page_with_one_language_has_no_choice(make):
    served = make(page={"language": "de"})
    page = served.visitor().get("/a/main?lang=en", headers={"Accept-Language": "en"}).text
    assert '<html lang="de">' in page
    assert "hreflang" not in page


@pytest.mark.parametrize(
    ("voters", "status", "words"), [("invited", 403, "By invitation"), ("api", 403, "No page here")]
)
def test_who_may_not_vote_is_told_why(make, voters, status, words):
    served = make(page={"voters": voters})
    page = served.visitor().get("/a/main")
    assert page.status_code == status
    assert words in page.text
    assert served.visitor().post("/a/main/start").status_code == status


def test_closed_barred_thanks_and_nothing_more(make):
    served = make(["a", "b"], most_per_voter=2, page={"standings": "closed"})
    mine, other = served.voter(), served.voter()
    page = mine.get("/a/main")
    for _ in range(2):
        page = answered(mine, page)
    assert "Thank you!" in page.text
    assert "Your 2 answers count" in page.text
    assert "/a/main/standings" not in page.text
    other.get("/a/main")
    served.admin.patch(f"{API}/voters/1", json={"barred": True})
    assert other.get("/a/main").status_code == 403
    served.admin.patch(API, json={"open": False})
    shut = mine.get("/a/main")
    assert "Voting has ended" in shut.text
    assert "/a/main/standings" in shut.text
    assert "Voting has ended" in served.visitor().get("/a/main").text


def test_nothing_more(make):
    served = make(["a", "b"], repeats=1)
    mine = served.voter()
    page = answered(mine, mine.get("/a/main"))
    assert "You have seen every pair" in page.text
    ticket = ticket_in(page.text)  # it can still be taken back
    assert ticket_in(mine.post("/a/main/undo", data={"ticket": ticket}).text) == ticket


def test_who_may_answer_nothing_has_not_seen_every_pair(make):
    served = make(["a", "b"], repeats=1)
    link = served.admin.post(f"{API}/voters", json={"name": "ann", "owns": ["a"]}).json()["link"]
    page = served.visitor().get(link.removeprefix("http://testserver")).text
    assert "Nothing more to ask right now" in page


def test_too_fast_and_not_his_turn(make):
    served = make(page={"per_minute": 2})
    mine = served.voter()
    pages = [mine.get("/a/main") for _ in range(3)]
    assert [page.status_code for page in pages] == [200, 200, 429]
    assert 'http-equiv="refresh"' in pages[-1].text
    served.admin.patch(API, json={"page": {"per_minute": 0, "in_a_row": 1}})
    other = served.voter()
    other.get("/a/main")
    waits = answered(mine, pages[0])
    assert waits.status_code == 429
    assert "Others are voting too" in waits.text


@pytest.mark.parametrize("data", [{"answer": "up"}, {}])
def test_forms_that_are_wrong(served, data):
    assert served.voter().post("/a/main/vote", data=data).status_code == 422


def test_saved_is_said_only_when_it_is(served):
    """Whatever stands in the address: an answer of another voter, one that was taken back, or none."""
    mine, other = served.voter(), served.voter()
    foreign = ticket_in(other.get("/a/main").text)
    answered(other, other.get("/a/main"))
    own = ticket_in(mine.get("/a/main").text)
    for ticket in ("", "1.x", foreign, own):
        page = mine.get(f"/a/main?said=saved&last={ticket}")
        assert (said(page), ticket_in(page.text)) == ("", own)
        assert re.search(r'id="undo"[^>]* hidden', page.text)
    assert said(mine.get("/a/main?said=undone")) == ""
    page = answered(mine, mine.get("/a/main"))
    assert said(page) == said(mine.get(str(page.url))) == "Saved"
    mine.post("/a/main/undo", data={"ticket": own})
    assert said(mine.get(str(page.url))) == ""


def test_why_an_answer_does_not_count_is_said(make):
    served = make(late="refuse", expires=0.05)
    mine = served.voter()
    late = mine.get("/a/main")
    time.sleep(0.1)
    assert "came too late" in said(answered(mine, late))
    served.admin.patch(API, json={"settings": {"expires": 600.0}})
    page = mine.get("/a/main")
    answered(mine, page)
    assert "The first answer stands" in said(answered(mine, page, "right"))
    lost = mine.post("/a/main/vote", data={"ticket": "1.x", "answer": "left"})
    assert "That question was lost" in said(lost)
    assert served.votes() == 1


def test_forms_of_other_sites_are_refused(served):
    mine = served.voter()
    page = mine.get("/a/main")
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}):
        for path in ("start", "vote", "undo"):
            data = {"ticket": ticket_in(page.text), "answer": "left"}
            assert mine.post(f"/a/main/{path}", data=data, headers=headers).status_code == 403
    assert served.votes() == 0


def test_cookies_are_for_the_server_alone(make):
    from duelling.serve.service import Options

    served = make(ITEMS, Options(public="https://vote.example"))
    answer = served.visitor().post("/a/main/start", follow_redirects=False)
    cookie = answer.headers["set-cookie"].lower()
    assert all(part in cookie for part in ("httponly", "samesite=lax", "secure", "path=/"))


def test_an_arena_that_is_not_there(served):
    page = served.visitor().get("/a/nowhere")
    assert page.status_code == 404
    assert "There is nothing here" in page.text
