"""What an organiser does by forms has the effect that it says."""

from html import escape

import pytest

from tests.helpers.serving import API, ITEMS

pytestmark = pytest.mark.plain


@pytest.fixture
def act(served):
    """Send a form of the dashboard; it must lead back there."""
    mine = served.organiser()

    def send(act, status=200, **fields):
        answer = mine.post(f"/admin/main/{act}", data=fields)
        assert answer.status_code == status, answer.text
        return answer

    return send


def test_open_and_close(served, act):
    act("open", open="0")
    assert served.admin.get(API).json()["open"] is False
    act("open", open="1")
    assert served.admin.get(API).json()["open"] is True


def test_items(served, act):
    act("add", name="lynx", content="a\r\ncat", kind="markdown")
    act("add", name="newt", content="", kind="text")
    found = {item["name"]: item for item in served.admin.get(f"{API}/items").json()["items"]}
    assert (found["lynx"]["kind"], found["lynx"]["content"]) == ("markdown", "a\ncat")
    assert "content" not in found["newt"]
    act("item", item="lynx", active="0")
    assert served.admin.get(f"{API}/items?name=lynx").json()["items"][0]["active"] is False
    act("item", item="lynx", active="1")
    assert served.admin.get(f"{API}/items?name=lynx").json()["items"][0]["active"] is True
    act("add", 409, name="lynx", content="another")
    act("add", 422, name="")


@pytest.mark.parametrize(
    ("status", "fields", "words"),
    [
        (409, {"name": "fox", "content": "another <b>fox</b>", "kind": "markdown"}, "was here with another content"),
        (422, {"name": " ", "content": "x", "kind": "text"}, "the name of an item must be"),
    ],
)
def test_an_item_that_is_refused_is_told_so_beside_the_form(act, status, fields, words):
    page = act("add", status, **fields).text
    form = page.partition('id="add-item"')[2].partition("</form>")[0]
    assert words in form.partition('id="add-trouble">')[2]
    assert f'value="{fields["name"]}" autofocus' in form  # nothing has to be written again
    assert escape(fields["content"]) in form
    assert ('value="markdown" selected' in form) is (fields["kind"] == "markdown")
    assert "<details open><summary>Add an item" in page


def test_every_other_refusal_leads_back(act):
    assert '<a class="button" href="/admin/main">Back</a>' in act("invite", 422, names=" ").text


def test_the_dashboard_keeps_items_to_show(act):
    for item in ITEMS[:-2]:
        act("item", item=item, active="0")
    act("item", 409, item=ITEMS[-1], active="0")
    act("open", open="1")  # and comes back to the dashboard


def test_voters(served, act):
    served.vote(3)
    act("void", voter="ann")
    assert served.votes() == 0
    act("restore", voter="ann")
    assert served.votes() == 3
    act("bar", voter="ann")
    assert served.admin.get(f"{API}/voters").json()["voters"][0]["barred"] is True
    act("admit", voter="ann")
    assert served.admin.get(f"{API}/voters").json()["voters"][0]["barred"] is False
    act("void", 404, voter="nobody")


def test_links(served, act):
    page = act("invite", names="ann\n\n bob \nann").text
    links = [served.admin.post(f"{API}/voters", json={"name": name}).json()["link"] for name in ("ann", "bob")]
    assert all(page.count(link) == 1 for link in links)
    act("invite", 422, names=" \n")
    act("invite", 422, names="\n".join(map(str, range(501))))
    act("end-links")
    assert served.visitor().get(links[0].removeprefix("http://testserver")).status_code == 404


PAGE = {"title": "T", "question": "Q", "about": "A", "language": "de", "voters": "invited", "standings": "closed"}
NUMBERS = {"most_open": "7", "per_minute": "0", "in_a_row": "3"}


def test_the_page(served, act):
    act("page", **PAGE, **NUMBERS, tie="on", reveal="on")
    page = served.admin.get(API).json()["page"]
    assert page == {
        **PAGE, "most_open": 7, "per_minute": 0, "in_a_row": 3, "tie": True, "bad": False, "skip": False, "reveal": True
    }  # fmt: skip
    act("page", 422, **{**PAGE, "voters": "all"}, **NUMBERS)
    act("page", 422, **PAGE, **{**NUMBERS, "in_a_row": "many"})


def test_the_settings(served, act):
    given = {"goal": "rank", "delta": "0.1", "within": "0.05", "expires": "60", "repeats": "2", "most_per_voter": ""}
    act("settings", **given)
    settings = served.admin.get(API).json()["settings"]
    assert (settings["goal"], settings["delta"], settings["within"], settings["expires"]) == ("rank", 0.1, 0.05, 60)
    assert (settings["repeats"], settings["most_per_voter"]) == (2, None)
    act("settings", 422, **{**given, "delta": "much"})
    act("settings", 422, **{**given, "delta": "nan"})
    act("settings", 422, **{**given, "within": "7"})
