"""People vote: with keys, with a thumb, without script, through a server that dies."""

import base64
import re
import time

import pytest
from playwright.sync_api import expect

from tests.helpers.browsing import PATIENCE, PHONE, Visitor
from tests.helpers.pictures import png
from tests.helpers.server import ADMIN, Server
from tests.helpers.serving import ticket_in

pytestmark = pytest.mark.plain

TEXTS = [{"name": name, "content": f"This is {name}."} for name in ("one", "two", "three", "four", "five")]
PICTURES = [
    {"name": name, "kind": "image", "content": base64.b64encode(png(name)).decode()} for name in ("red", "blue", "lime")
]
KEYS = ("ArrowLeft", "ArrowRight", "e", "b")


def count(page, number):
    """Wait until the page says that so many answers are stored."""
    word = "answer" if number == 1 else "answers"
    expect(page.locator("#count")).to_have_text(f"{number} {word}")


def until(page, holds):
    """Wait until something holds, while the browser goes on."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it does not come true"
        page.wait_for_timeout(20)


def test_twenty_votes_by_keys_while_the_server_is_killed_and_started_again(browser, tmp_path):
    """No vote is lost, none counts twice, and the dashboard shows them."""
    with Server(tmp_path / "arena.db", "--items", "fox,owl,hare,wren,toad,mole,newt", "--per-address", "0") as server:
        server.admin("PATCH", "/api/v1/arenas/main", json={"page": {"per_minute": 0}, "settings": {"repeats": None}})
        mine = Visitor(browser, server.url)
        page = mine.start("main")
        board = mine.log_in(ADMIN)
        board.goto("/admin/main")
        tickets = []
        for k in range(20):
            tickets.append(page.input_value("#answers input[name=ticket]"))
            if k in (6, 13):
                server.kill()
                page.keyboard.press(KEYS[k % 4])
                expect(page.locator("#status")).to_contain_text("Your answer is kept")
                server.start()
            else:
                page.keyboard.press(KEYS[k % 4])
            count(page, k + 1)
        expect(board.locator(".tile strong").first).to_have_text("20")
        page.keyboard.press("u")
        expect(page.locator("#status")).to_have_text("Taken back. You can answer again.")
        assert page.input_value("#answers input[name=ticket]") == tickets[-1]
        page.keyboard.press("ArrowLeft")
        count(page, 20)
        events = server.admin("GET", "/api/v1/arenas/main/events").text
        mine.forgive("Failed to load resource")  # from a server that was away
        mine.close()
    told = re.findall(r'"kind":"told","ticket":(\d+)', events)
    assert [int(ticket.split(".")[0]) for ticket in tickets] == sorted(map(int, told[:20]))
    assert len(told) == 21  # the one that was taken back was told again


def test_a_thumb_on_a_phone(arena, visit, votes):
    name = arena(PICTURES)
    mine = visit(viewport=PHONE, has_touch=True, is_mobile=True)
    page = mine.start(name)
    for k, answer in enumerate(("left", "right", "tie", "bad", "left")):
        page.tap(f"button[value={answer}]")
        count(page, k + 1)
    page.tap("button[value=skip]")
    expect(page.locator("#status")).to_have_text("")
    page.tap("button[value=left]")
    count(page, 6)
    page.tap("#undo")
    count(page, 5)
    assert votes(name) == 5
    sizes = page.evaluate(
        "[...document.querySelectorAll('button')].filter((b) => b.offsetParent).map((b) => b.getBoundingClientRect())"
        ".map((box) => [box.width, box.height])"
    )
    assert min(map(min, sizes)) >= 44
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]  # nothing is wider than the screen
    bottom = page.evaluate("[...document.querySelectorAll('.card img')].map((i) => i.getBoundingClientRect().bottom)")
    top = page.evaluate("document.querySelector('#answers').getBoundingClientRect().top")
    assert max(bottom) <= top  # both pictures are seen at once, above the answers


def test_without_script(arena, visit, votes):
    name = arena(TEXTS, None, per_minute=0)
    mine = visit(java_script_enabled=False)
    page = mine.start(name)
    for k in range(20):
        page.click(f"button[value={('left', 'right', 'tie', 'bad')[k % 4]}]")
        expect(page.locator("#status")).to_have_text("Saved")
        assert page.inner_text("#count").startswith(str(k + 1))
    last = re.search(r"last=([^&]+)", page.url)[1]
    page.click("#undo")
    expect(page.locator("#status")).to_have_text("Taken back. You can answer again.")
    assert ticket_in(page.content()) == last
    page.click("button[value=right]")
    expect(page.locator("#status")).to_have_text("Saved")
    assert votes(name) == 20


def test_both_sides_are_loaded_before_either_is_seen(arena, visit):
    name = arena(PICTURES)
    mine = visit()
    held = []
    mine.context.route("**/tickets/*/right", lambda route: held.append(route))
    page = mine.start(name)
    until(page, lambda: held)
    page.wait_for_timeout(400)
    expect(page.locator("#pair")).to_have_css("opacity", "0")
    held.pop().continue_()
    expect(page.locator("#pair")).to_have_css("opacity", "1")
    page.keyboard.press("ArrowLeft")
    before = page.get_attribute("#left img", "src")
    until(page, lambda: held)
    page.wait_for_timeout(400)
    assert page.get_attribute("#left img", "src") == before  # the old pair stays until the new one is there
    held.pop().continue_()
    count(page, 1)
    assert page.get_attribute("#left img", "src") != before


def test_keys_can_be_switched_off_and_typing_is_not_voting(arena, visit, votes):
    name = arena(TEXTS)
    mine = visit()
    page = mine.start(name)
    page.click("#keys summary")
    page.uncheck("#use-keys")
    page.keyboard.press("ArrowLeft")
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    page.reload()
    page.keyboard.press("b")  # remembered
    page.wait_for_timeout(300)
    assert votes(name) == 0
    page.click("#keys summary")
    page.check("#use-keys")
    page.locator("h1").click()
    page.keyboard.press("Control+b")
    page.keyboard.press("ArrowDown")  # nothing scrolls on this page
    count(page, 1)
    assert votes(name) == 1


def test_an_answer_from_before_the_page_was_left_is_sent_when_it_is_opened_again(arena, visit, votes):
    name = arena(TEXTS)
    mine = visit()
    page = mine.start(name)
    mine.context.set_offline(True)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#status")).to_contain_text("No connection")
    page.on("dialog", lambda dialog: dialog.accept())
    mine.context.set_offline(False)
    page.goto(f"/a/{name}")
    count(page, 1)
    assert votes(name) == 1
    mine.forgive("ERR_INTERNET_DISCONNECTED")


@pytest.mark.parametrize("heard", [True, False])
def test_an_answer_that_is_stored_while_the_next_page_is_on_its_way_is_counted_in_it(arena, visit, votes, heard):
    """The next page was made before the answer came. Whether the page before it hears of it or not: it shows it."""
    name = arena(TEXTS)
    mine = visit()
    page = mine.start(name)
    answered = page.input_value("#answers input[name=ticket]")
    other = mine.open()  # sees what the first page keeps
    other.goto("/")
    pages, replies = [], []
    page.on("dialog", lambda dialog: dialog.accept())
    page.context.route(f"**/a/{name}", lambda route: pages.append((route, route.fetch())), times=1)
    page.evaluate(f"setTimeout(() => location.assign('/a/{name}'))")
    until(page, lambda: pages)
    if not heard:
        page.context.route("**/vote?next=1", lambda route: replies.append(route.fetch()), times=1)
    page.keyboard.press("ArrowLeft")
    until(page, lambda: '"stored":true' in other.evaluate(f"localStorage['duelling:/a/{name}']") if heard else replies)
    route, made = pages.pop()
    route.fulfill(response=made)
    count(page, 1)
    assert votes(name) == 1
    assert page.input_value("#answers input[name=ticket]") != answered


def test_thanks_and_names_after_the_vote(arena, visit):
    name = arena(TEXTS, {"most_per_voter": 2}, reveal=True)
    page = visit().start(name)
    shown = [page.inner_text(f"#{side}") for side in ("left", "right")]
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#count")).to_have_text("1 / 2")
    names = [re.match(r"This is (\w+)", text)[1] for text in shown]
    expect(page.locator("#status")).to_have_text(f"Saved. A was {names[0]}, B was {names[1]}.")
    page.keyboard.press("ArrowRight")
    expect(page.locator("h1")).to_have_text("Thank you!")
    page.click("text=Undo")
    page.wait_for_selector("#answers")


def test_german_markdown_and_a_case(arena, visit, server):
    items = [{"name": "m", "kind": "markdown", "content": "# Head\n\n| a | b |\n|--|:-:|\n| 1 | 2 |"}, TEXTS[0]]
    mine = visit(locale="de-DE")
    page = mine.start(arena(items))
    expect(page.locator("button[value=left]")).to_contain_text("A ist besser")
    assert page.locator(".content h3").count() == 1
    assert page.locator(".content td.center").count() == 1
    page.keyboard.press("e")
    expect(page.locator("#count")).to_have_text("1 Antwort")
