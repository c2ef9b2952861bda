"""Every page in light and dark, wide and narrow: nothing serious for axe, nothing wider than the screen."""

import base64

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.helpers.browsing import DESK, PHONE
from tests.helpers.pictures import png
from tests.helpers.server import ADMIN

pytestmark = pytest.mark.plain

ITEMS = [
    {"name": "a text", "content": "A text.\nOn two lines."},
    {"name": "markdown", "kind": "markdown", "content": "# A heading\n\n*with* [a link](https://example.org)"},
    {"name": "a picture", "kind": "image", "content": base64.b64encode(png()).decode()},
]
SERIOUS = ("serious", "critical")
LOOKS = [("light", DESK), ("dark", DESK), ("dark", PHONE), ("light", PHONE)]


def check(page):
    """In every look nothing serious is found, and the page fits on the screen."""
    page.evaluate(Axe().axe_script)
    for scheme, size in LOOKS:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # no colour is seen on its way to another
        page.set_viewport_size(size)
        found = page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
        serious = [(each["id"], each["nodes"][0]["html"]) for each in found if each["impact"] in SERIOUS]
        assert serious == [], (scheme, size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), (scheme, size)


def test_pages_of_voters(arena, visit, server):
    name = arena(ITEMS, {"most_per_voter": 1}, standings="always")
    mine = visit()
    mine.page.goto(f"/a/{name}")
    check(mine.page)
    page = mine.start(name)
    expect(page.locator("#pair")).not_to_have_attribute("data-waiting", "")
    check(page)
    page.click("button[value=left]")
    expect(page.locator("h1")).to_have_text("Thank you!")
    check(page)
    page.goto(f"/a/{name}/standings")
    check(page)
    page.goto("/")
    check(page)
    page.goto("/admin")
    check(page)


def test_the_dashboard(arena, visit, server):
    name = arena(ITEMS, title="A title", about="words")
    for k in range(6):
        body = {"voter": f"voter {k % 2}"}
        ticket = server.admin("POST", f"/api/v1/arenas/{name}/tickets", json=body).json()["id"]
        server.admin("PUT", f"/api/v1/arenas/{name}/tickets/{ticket}/vote", json={"answer": "left"})
    page = visit().log_in(ADMIN)
    check(page)
    page.goto(f"/admin/{name}")
    page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
    check(page)


def test_the_dashboard_lives(arena, visit, server):
    """Votes appear without loading the page; a part that is in use stays; a lost connection is told."""
    name = arena(ITEMS)
    mine = visit()
    page = mine.log_in(ADMIN)
    page.goto(f"/admin/{name}")

    def vote():
        ticket = server.admin("POST", f"/api/v1/arenas/{name}/tickets", json={"voter": "ann"}).json()["id"]
        server.admin("PUT", f"/api/v1/arenas/{name}/tickets/{ticket}/vote", json={"answer": "left"})

    votes = page.locator(".tile strong").first
    vote()
    expect(votes).to_have_text("1")
    page.locator("#voters summary").click()
    vote()
    expect(votes).to_have_text("2")
    assert page.locator("#voters details[open]").count() == 1
    mine.context.set_offline(True)
    expect(page.locator("#stale")).to_be_visible()
    mine.context.set_offline(False)
    expect(page.locator("#stale")).to_be_hidden()
    mine.forgive("ERR_INTERNET_DISCONNECTED")


def test_a_link_with_the_token_logs_in_and_leaves_no_trace(visit):
    page = visit().page
    page.goto(f"/admin#{ADMIN}")
    page.wait_for_selector("text=Log out")
    assert "#" not in page.url


def test_an_organiser_at_work(arena, visit, server, tmp_path):
    name = arena(ITEMS)
    mine = visit()
    page = mine.log_in(ADMIN)
    page.goto(f"/admin/{name}")
    page.click("#items > details > summary")
    page.fill("#items input[name=name]", "another picture")
    page.set_input_files("#items input[type=file]", {"name": "x.png", "mimeType": "image/png", "buffer": png("blue")})
    page.click("#items button.main")
    expect(page.locator("#items li")).to_have_count(4)
    page.click("#items > details > summary")
    page.fill("#items input[name=name]", "no picture")
    page.set_input_files("#items input[type=file]", {"name": "x.png", "mimeType": "image/png", "buffer": b"<svg/>"})
    page.click("#items button.main")
    expect(page.locator("#add-trouble")).to_contain_text("a picture must be PNG")
    large = tmp_path / "large.png"  # the browser itself reads it: so many bytes would take long on their way to it
    large.write_bytes(png() + bytes(9 * 2**20))
    page.set_input_files("#items input[type=file]", large)
    page.click("#items button.main")
    expect(page.locator("#add-trouble")).to_have_text("a picture must have at most 8 MB, got 9.0 MB")
    mine.forgive("422")  # the browser notes the refusal
    page.fill("#settings input[name=title]", "Another title")
    page.click("#settings form:first-of-type button.main")
    expect(page.locator("h1")).to_have_text("Another title")
    page.fill("#invitations textarea", "ann\nbob")
    page.click("text=Make links")
    expect(page.locator(".links code")).to_have_count(2)
    link = page.locator(".links code").first.inner_text()
    guest = visit()
    guest.page.goto(link)
    expect(guest.page.locator("#answers")).to_be_visible()
    page.click("text=Close the vote")
    expect(page.locator("#verdict .chip")).to_have_text("voting is closed")
    guest.page.reload()
    expect(guest.page.locator("h1")).to_have_text("Voting has ended")
