"""The pictures of the pages in docs/images, made anew in a real browser: `make screens`."""

import importlib.util
import io
import math
import random
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

import duelling as du
from duelling.client import Arena
from tests.helpers.browsing import DESK, FLAGS, PHONE, Visitor, chromium
from tests.helpers.server import ADMIN, Server

ROOT = Path(__file__).parents[2]
IMAGES = ROOT / "docs" / "images"
VOTES = 700
CHARM = {"fox": 1.1, "owl": 0.8, "hare": 0.4, "wren": 0.1, "mole": -0.5, "toad": -0.8}
SHARP = 1.5  # pixels of the picture for each of the page
LOOKS: dict[str, dict[str, Any]] = {
    "": {"viewport": DESK, "device_scale_factor": SHARP},
    "-phone": {"viewport": PHONE, "has_touch": True, "is_mobile": True},
    "-dark": {"viewport": DESK, "color_scheme": "dark"},
}


def mascots(folder: Path) -> None:
    """The mascots of the demo."""
    spec = importlib.util.spec_from_file_location("mascots", ROOT / "examples" / "mascots.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.write(folder)


def fill(server: Server) -> None:
    """Votes of two dozen readers."""
    rng = random.Random(4)
    with Arena(server.url, token=ADMIN) as arena:
        for _ in range(VOTES):
            ticket = arena.ask(voter=f"reader {rng.randint(1, 24):02}")
            chance = 1 / (1 + math.exp(1.3 * (CHARM[ticket.right] - CHARM[ticket.left])))
            luck = rng.random()
            word = "skip" if luck < 0.02 else "tie" if luck < 0.1 else "left" if rng.random() < chance else "right"
            arena.tell(ticket, word, took=rng.randint(900, 7000))


def save(page: Any, name: str, **more: Any) -> None:
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)
    shot = Image.open(io.BytesIO(page.screenshot(**more)))
    shot.convert("RGB").quantize(200, dither=Image.Dither.NONE).save(IMAGES / f"{name}.png", optimize=True)


def pages(browser: Any, server: Server, suffix: str, look: dict[str, Any]) -> None:
    """The pages of a vote that is open, in one look."""
    mine = Visitor(browser, server.url, **look)
    mine.page.goto("/a/main")
    save(mine.page, f"welcome{suffix}")
    page = mine.start("main")
    page.click("button[value=left]")
    page.wait_for_selector(".status.saved")
    save(page, f"vote{suffix}")
    board = mine.open()
    board.goto("/admin")
    save(board, f"login{suffix}")
    board.goto(f"/admin#{ADMIN}")
    board.wait_for_selector("text=Log out")
    board.goto("/admin")
    save(board, f"arenas{suffix}")
    board.goto("/admin/main")
    box = {"x": 0, "y": 0, "width": look["viewport"]["width"], "height": 1130}
    save(board, f"dashboard{suffix}", full_page=True, clip=box)
    board.evaluate("document.querySelectorAll('img').forEach((each) => (each.loading = 'eager'))")
    save(board, f"dashboard-whole{suffix}", full_page=True)
    mine.close()


def end(browser: Any, server: Server, suffix: str, look: dict[str, Any]) -> None:
    """The pages of a vote that is closed."""
    mine = Visitor(browser, server.url, **look)
    mine.page.goto("/a/main")
    save(mine.page, f"ended{suffix}")
    mine.page.goto("/a/main/standings")
    save(mine.page, f"standings{suffix}")
    mine.close()


def main() -> None:
    """Make all of them."""
    with tempfile.TemporaryDirectory() as room, sync_playwright() as playwright:
        folder = Path(room)
        mascots(folder / "mascots")
        items = [(name, (folder / "mascots" / f"{name}.png").read_bytes(), "image") for name in CHARM]
        du.Arena(folder / "a.db", items, seed=1, repeats=None).close()  # the same pairs each time
        words = ("--title", "A mascot for the library", "--question", "Which mascot do you prefer?")
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        with Server(folder / "a.db", "--per-address", "0", *words) as server:
            fill(server)
            for suffix, look in LOOKS.items():
                pages(browser, server, suffix, look)
            server.admin("PATCH", "/api/v1/arenas/main", json={"open": False, "page": {"standings": "closed"}})
            for suffix, look in LOOKS.items():
                end(browser, server, suffix, look)
        browser.close()


if __name__ == "__main__":
    main()
