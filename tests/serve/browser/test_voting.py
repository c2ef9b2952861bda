"""People vote: with keys, with a thumb, without script, through a server that dies."""

import base64
import json
import re
import statistics
import time

import pytest
from playwright.sync_api import expect

from duelling.serve.room import REST
from tests.helpers.browsing import PATIENCE, PHONE, Visitor
from tests.helpers.pictures import png
from tests.helpers.server import ADMIN, Server

pytestmark = pytest.mark.plain

TEXTS = [{"name": name, "content": f"This is {name}."} for name in ("one", "two", "three", "four", "five")]
PICTURES = [
    {"name": name, "kind": "image", "content": base64.b64encode(png(name)).decode()} for name in ("red", "blue", "lime")
]
ANSWERS = ("left", "right", "tie", "bad")
KEYS = {"left": "ArrowLeft", "right": "ArrowRight", "tie": "e", "bad": "n", "undo": "u"}
SHOWN = """window.shown = []; setInterval(() => {
  const votes = Number(document.querySelector(".tile strong").textContent);
  if (votes !== (shown.at(-1) ?? [0])[0]) shown.push([votes, Date.now()]);
}, 20)"""  # how many votes the dashboard shows, and since when
NEWS = """performance.getEntriesByType("resource").filter((each) => each.name.endsWith("/live") && each.decodedBodySize)
  .map((each) => each.duration)"""  # milliseconds that each takes, which on a busy machine are many


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


def by_keys(page, answer):
    page.keyboard.press(KEYS[answer])


def by_thumb(page, answer):
    page.tap("#undo" if answer == "undo" else f"button[value={answer}]")


def by_forms(page, answer):
    page.click("#undo" if answer == "undo" else f"button[value={answer}]")


WAYS = {
    "keys": (by_keys, {}),
    "thumb": (by_thumb, {"viewport": PHONE, "has_touch": True, "is_mobile": True}),
    "forms": (by_forms, {"java_script_enabled": False}),
}


@pytest.fixture
def mortal(browser, tmp_path):
    """A server that is killed, and comes back at the same address."""
    with Server(tmp_path / "arena.db", "--items", "a,b", "--per-address", "0") as running:
        yield running


def begin(mine, name, way):
    """Go to the first pair; with keys alone where that is the way."""
    if way != "keys":
        return mine.start(name)
    mine.page.goto(f"/a/{name}")
    for _ in range(10):
        mine.page.keyboard.press("Tab")
        if mine.page.evaluate("document.activeElement.matches('button.main')"):
            break
    mine.page.keyboard.press("Enter")
    return mine.ready()


def test_three_people_vote_while_the_server_is_killed_and_started_again(browser, mortal):
    """No vote is lost, none counts twice, one is taken back, and the dashboard shows each within three seconds."""
    body = {"name": "us", "items": TEXTS, "settings": {"repeats": None}, "page": {"per_minute": 0}}
    mortal.admin("POST", "/api/v1/arenas", json=body)
    owner = Visitor(browser, mortal.url)
    board = owner.log_in(ADMIN)
    board.goto("/admin/us")
    board.evaluate(SHOWN)
    people = {way: Visitor(browser, mortal.url, **settings) for way, (_, settings) in WAYS.items()}
    pages = {way: begin(mine, "us", way) for way, mine in people.items()}
    tickets, saved = {way: [] for way in WAYS}, []

    def stored(way, number):
        count(pages[way], number)
        expect(pages[way].locator("#status")).to_have_text("Saved")
        saved.append(1000 * time.time())

    for k in range(2 * len(ANSWERS)):
        dies = k == len(ANSWERS)
        if dies:
            mortal.kill()
        for way, page in pages.items():
            tickets[way].append(page.input_value("#answers input[name=ticket]"))
            WAYS[way][0](page, ANSWERS[k % len(ANSWERS)])
            if not dies:
                stored(way, k + 1)
            elif way == "forms":
                page.wait_for_url("chrome-error://**")
            else:
                expect(page.locator("#status")).to_contain_text("Your answer is kept")
        if dies:
            mortal.start()
            pages["forms"].reload()  # the browser sends the form again
            for way in WAYS:
                stored(way, k + 1)
        if k == 0 or dies:  # a server that has just been started first imports what it needs for standings
            expect(board.locator(".tile strong").first).to_have_text(str(len(saved)))
    expect(board.locator(".tile strong").first).to_have_text(str(len(saved)))
    seen, news = board.evaluate("shown"), board.evaluate(NEWS)
    waits = [next(at for votes, at in seen if votes > k) - saved[k] for k in range(len(saved))]
    begun_before_rest_and_next = statistics.median(news) * (2 + REST)
    assert statistics.median(waits) <= 3000 + begun_before_rest_and_next
    for way, page in pages.items():
        WAYS[way][0](page, "undo")
        expect(page.locator("#status")).to_have_text("Taken back. You can answer again.")
        assert page.input_value("#answers input[name=ticket]") == tickets[way][-1]
        WAYS[way][0](page, "left")
        count(page, len(tickets[way]))
    events = mortal.admin("GET", "/api/v1/arenas/us/events").text
    for each in (owner, *people.values()):
        each.forgive("Failed to load resource")  # from a server that was away
        each.close()
    told = list(map(int, re.findall(r'"kind":"told","ticket":(\d+)', events)))
    asked = [int(ticket.split(".")[0]) for mine in tickets.values() for ticket in mine]
    assert sorted(asked) == sorted(told[: len(asked)])
    assert len(told) == len(asked) + len(people)  # what was taken back was told again
    assert mortal.admin("GET", "/api/v1/arenas/us").json()["votes"] == len(asked)


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


@pytest.mark.parametrize("kind", ["text", "markdown"])
def test_a_long_text_on_a_phone_leaves_the_other_side_to_be_seen(arena, visit, kind):
    long = "\n\n".join(f"Paragraph {k} of a text that is longer than a phone." for k in range(40))
    name = arena([{"name": n, "kind": kind, "content": f"{n}. {long}"} for n in ("one", "two", "three")])
    page = visit(viewport=PHONE, has_touch=True, is_mobile=True).start(name)
    for k in range(2):  # the second pair comes by the script
        top = page.evaluate("document.querySelector('#answers').getBoundingClientRect().top")
        boxes = [page.locator(f"#{side}").bounding_box() for side in ("left", "right")]
        assert [box["y"] + box["height"] <= top for box in boxes] == [True, True]
        assert abs(boxes[0]["height"] - boxes[1]["height"]) < 1  # the page must not lean
        assert page.evaluate(
            "document.querySelector('#right').scrollHeight > 3 * document.querySelector('#right').clientHeight"
        )
        page.evaluate("document.querySelector('#right').scrollTo(0, 1e6)")
        assert page.get_attribute("#right", "tabindex") == "0"  # keys scroll it too
        page.tap("button[value=left]")
        count(page, k + 1)
        assert page.evaluate("document.querySelector('#right').scrollTop") == 0


def test_both_sides_are_loaded_before_either_is_seen(arena, visit):
    name = arena(PICTURES)
    mine = visit()
    held = []
    mine.context.route("**/tickets/*/right", lambda route: held.append(route))
    page = mine.enter(name)
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


def test_undo_after_a_skip_and_a_reload_and_then_the_vote_before(arena, visit, votes):
    name = arena(TEXTS)
    mine = visit()
    page, tickets = mine.start(name), []
    for key in "abas":
        tickets.append(page.input_value("#answers input[name=ticket]"))
        page.keyboard.press(key)
        expect(page.locator("#answers input[name=ticket]")).not_to_have_value(tickets[-1])
    for k, ticket in enumerate(tickets[2::-1]):
        page.keyboard.press("u")
        expect(page.locator("#answers input[name=ticket]")).to_have_value(ticket)
        expect(page.locator("#status")).to_have_text("Taken back. You can answer again.")
        until(page, lambda k=k: votes(name) == 2 - k)
        if k == 0:
            page.goto(f"/a/{name}")
            mine.ready()
    expect(page.locator("#undo")).to_be_hidden()
    page.keyboard.press("u")
    page.keyboard.press("b")
    count(page, 1)
    page.click("#undo")
    expect(page.locator("#answers input[name=ticket]")).to_have_value(tickets[0])


def test_keys_have_the_names_of_the_sides(arena, visit, server):
    name = arena(TEXTS)
    page = visit().start(name)
    for k, key in enumerate(("a", "b", "ArrowLeft", "ArrowRight", "e", "n", "B")):
        page.keyboard.press(key)
        count(page, k + 1)
    answers = [
        json.loads(line)["answer"]
        for line in server.admin("GET", f"/api/v1/arenas/{name}/votes.jsonl").text.splitlines()
    ]
    assert answers == ["left", "right", "left", "right", "tie", "bad", "right"]
    page.click("#keys summary")
    assert [each.split() for each in page.locator("#keys li").all_inner_texts()][:2] == [
        ["A", "←", "A", "is", "better"],
        ["B", "→", "B", "is", "better"],
    ]
    for button in page.locator("#answers button").all():
        shown, keys = button.locator("kbd").inner_text(), button.get_attribute("aria-keyshortcuts")
        assert {"←": "ArrowLeft", "→": "ArrowRight"}.get(shown, shown) in keys.split()


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
    answers = {"m": "# Head\n\n| a | b |\n|--|:-:|\n| 1 | 2 |", "n": "*no*"}
    cases = [{"text": "What is <b>tea</b>?", "answers": answers, "kind": "markdown"}]
    name = arena([{"name": "m"}, {"name": "n"}], cases=cases)
    mine = visit(locale="de-DE")
    page = mine.start(name)
    for k in range(2):  # the second pair comes by the script
        expect(page.locator("#case-text")).to_have_text("What is <b>tea</b>?")
        expect(page.locator("#case h2")).to_have_text("Beide antworten darauf")
        expect(page.locator("button[value=left]")).to_contain_text("A ist besser")
        assert page.locator(".content h3").count() == 1
        assert page.locator(".content td.center").count() == 1
        assert page.locator(".content em").count() == 1
        page.keyboard.press("e")
        expect(page.locator("#count")).to_have_text(f"{k + 1} Antwort{'en' if k else ''}")
