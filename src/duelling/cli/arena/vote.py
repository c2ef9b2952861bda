"""duelling arena vote: a page for one voter, on a terminal."""

import sys

from duelling.cli.arena.common import MAIN, Name, Place, Voter, opened
from duelling.cli.common import AsJson, print_json


def vote(place: Place, voter: Voter, name: Name = MAIN, as_json: AsJson = False) -> None:
    """Vote on a terminal, one key for each question. Names and standings are not shown."""
    from duelling.cli.arena.keys import reading_keys
    from duelling.cli.arena.page import Page
    from duelling.cli.arena.screen import Screen
    from duelling.errors import Conflict

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Conflict("arena vote needs a terminal: in a program use arena ask and arena tell")
    with opened(place, name) as arena:
        screen = Screen()
        screen.open()
        try:
            with reading_keys(sys.stdin.fileno()) as keys:
                done = Page(arena, voter, screen, keys).run()
        finally:
            screen.close()
    if as_json:
        print_json({"voter": voter, "votes": done.votes, "skips": done.skips})
    else:
        print(f"{voter}: {done.votes} votes, {done.skips} skipped")
