"""The page of one voter on a terminal: a question, a key, the next question. Names are not shown, nor who leads."""

import textwrap
import time
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from duelling.cli.arena.keys import Keys
from duelling.cli.arena.screen import Screen, Sheet, Side, clean
from duelling.errors import Conflict, WrongValue

if TYPE_CHECKING:
    from duelling.live.tickets import Answer
    from duelling.live.tickets import Side as Place

ANSWERS: "dict[str, Answer]" = {
    "1": "left",
    "left": "left",
    "2": "right",
    "right": "right",
    "t": "tie",
    "b": "bad",
    "s": "skip",
}
SCROLLS = {"up": -1, "k": -1, "down": 1, "j": 1, "page up": -10, "page down": 10, " ": 10}
QUITS = ("q", "end")
TOO_SOON = 0.2  # seconds; a key that is held down must not answer the next question
LOOKS = 0.5  # seconds until the size of the terminal is looked at again
AGAIN = "u undo   q quit   any other key: look again"


class Booth(Protocol):
    """What is needed of an arena."""

    def ask(self, *, voter: str) -> Any: ...

    def tell(self, ticket: Any, answer: "Answer", *, took: int) -> Any: ...

    def undo(self, ticket: Any) -> Any: ...

    def content(self, ticket: Any, side: "Place") -> tuple[str, Any]: ...


class Done(NamedTuple):
    """What happened on the page."""

    votes: int
    skips: int


class Page:
    """A voter before a terminal."""

    def __init__(self, booth: Booth, voter: str, screen: Screen, keys: Keys) -> None:
        self.booth, self.voter, self.screen, self.keys = booth, voter, screen, keys
        self.told: list[Any] = []  # tickets, so that the last one can be taken back
        self.skips = 0
        self.note = ""

    def run(self) -> Done:
        """Ask and tell until the voter leaves."""
        ticket = None
        while True:
            try:
                ticket = ticket or self.booth.ask(voter=self.voter)
            except Conflict as none:
                key = self._wait(str(none))
                if key in QUITS:
                    break
                ticket = self._undo() if key == "u" else None
                continue
            key, took = self._read(ticket)
            if key in QUITS:
                break
            if key == "u":
                ticket = self._undo() or ticket
            else:
                self._tell(ticket, ANSWERS[key], took)
                ticket = None
        return Done(len(self.told), self.skips)

    def _tell(self, ticket: Any, answer: "Answer", took: int) -> None:
        told = self.booth.tell(ticket, answer, took=took)
        self.note = "" if told.counted or answer == "skip" else f"not counted: {told.why}"
        if answer == "skip":
            self.skips += 1
        elif told.counted:
            self.told.append(ticket)

    def _undo(self) -> Any:
        """Take the last vote back and show its question again; None if there is none, or it cannot be taken back."""
        if not self.told:
            self.note = "there is no vote of yours to take back"
            return None
        ticket = self.told.pop()
        try:
            self.booth.undo(ticket)
        except Conflict as error:
            self.note = str(error)
            return None
        self.note = "taken back: answer again"
        return ticket

    def _read(self, ticket: Any) -> tuple[str, int]:
        """Show a question until a key answers it, takes the last vote back, or leaves; and after how many ms."""
        sheet, offset = self._sheet(ticket), 0
        begun, size, lines = time.monotonic(), None, []
        while True:
            if size != self.screen.size:
                size, lines = self.screen.size, self.screen.draw(sheet)
                offset = self.screen.show(lines, self.note, offset)
            key = self.keys.next(LOOKS)
            took = time.monotonic() - begun
            if key in SCROLLS:
                offset = self.screen.show(lines, self.note, offset + SCROLLS[key])
            elif key in QUITS or (key is not None and took > TOO_SOON and (key in ANSWERS or key == "u")):
                self.note = ""
                return key, int(took * 1000)

    def _wait(self, why: str) -> str:
        """Say why there is no question, until a key is pressed."""
        self.screen.show([*textwrap.wrap(clean(why), self.screen.size.columns - 1), ""], self.note, 0, AGAIN)
        self.note = ""
        while (key := self.keys.next(LOOKS)) is None:
            pass
        return key

    def _sheet(self, ticket: Any) -> Sheet:
        left, right = self._side(ticket, "left"), self._side(ticket, "right")
        return Sheet(f"{self.voter}, vote {len(self.told) + 1}: which one is better?", ticket.case, left, right)

    def _side(self, ticket: Any, side: "Place") -> Side:
        media, content = self.booth.content(ticket, side)
        if media == "image":
            raise WrongValue("items must be texts to be voted on in a terminal, got a picture: vote in a browser")
        return Side(media, content)
