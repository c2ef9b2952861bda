"""A real browser: Debian's Chromium, driven by playwright."""

import os
import shutil
from typing import Any

import pytest

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--renderer-process-limit=1", "--in-process-gpu"),  # to start processes takes most of the time of a page
)
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")  # the first one draws no window, and is faster
PATIENCE = 60.0  # seconds that a test waits for what must come, on a busy machine
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 780}


def chromium() -> str:
    """The path of the browser; where there is none, the test is skipped, and fails on a machine that must have it."""
    found = os.environ.get("DUELLING_CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is None and os.environ.get("CI") == "true":
        pytest.fail("there is no chromium: these tests must not be skipped here")
    return found or pytest.skip("there is no chromium")


class Visitor:
    """A window of the browser. It remembers everything that the page complained about."""

    def __init__(self, browser: Any, url: str, **settings: Any) -> None:
        self.scripted = settings.get("java_script_enabled", True)
        self.context = browser.new_context(base_url=url, **{"viewport": DESK, **settings})
        self.context.set_default_timeout(1000 * PATIENCE)
        self.complaints: list[str] = []
        self.forgiven: list[str] = []
        self.page = self.open()

    def open(self) -> Any:
        """Another page of the same visitor."""
        page = self.context.new_page()
        page.on("console", lambda said: said.type in ("error", "warning") and self.complaints.append(said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def enter(self, arena: str) -> Any:
        """Go to an arena and click on "start"."""
        self.page.goto(f"/a/{arena}")
        self.page.click("button.main")
        return self.page

    def start(self, arena: str) -> Any:
        """Enter an arena; the page with the first pair."""
        self.enter(arena)
        return self.ready()

    def ready(self) -> Any:
        """The page with a pair, as soon as it takes answers."""
        self.page.wait_for_selector("#answers")
        if self.scripted:
            self.page.wait_for_selector("#pair:not([data-waiting])")  # from now on keys answer
        return self.page

    def log_in(self, token: str) -> Any:
        """Become the organiser; the page with all arenas."""
        self.page.goto("/admin")
        self.page.fill("#token", token)
        self.page.click("button:has-text('Log in')")
        self.page.wait_for_selector("text=Log out")
        return self.page

    def forgive(self, words: str) -> None:
        """Complaints with these words are no trouble: the test brought them about."""
        self.forgiven.append(words)

    def close(self) -> None:
        """Close the window; a page that complained fails the test."""
        self.context.close()
        left = [each for each in self.complaints if not any(words in each for words in self.forgiven)]
        assert not left, f"the page complained: {left}"
