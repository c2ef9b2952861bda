"""``duelling.client.Arena``: the verbs of ``duelling.Arena``, carried out by a server."""

import base64
import io
import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, get_args
from urllib.parse import quote, urlsplit

from duelling import files
from duelling.arrays import flag
from duelling.client.reading import read_judgement, read_settings, read_standings, read_tally, read_ticket
from duelling.client.sending import Sender
from duelling.client.writing import rows_of
from duelling.errors import UnknownName, WrongValue, at_least, names, one_of, path_of, plain_text, quoted, utf8, whole
from duelling.live.arena import MOST_TICKETS
from duelling.live.check import Checked
from duelling.live.coming import cases_of
from duelling.live.decisions.include import Include
from duelling.live.exports.export import check_options, format_of
from duelling.live.exports.journal import Exported
from duelling.live.imports.votes import Included, include
from duelling.live.journal.events import EVENT, AnyEvent, Media
from duelling.live.judgement import Judgement
from duelling.live.reading.items import Item
from duelling.live.settings import Settings
from duelling.live.tickets import ANSWERS, Receipt, Ticket
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.reading.text import written
from duelling.votes.standings import Standings
from duelling.votes.tally import Tally

if TYPE_CHECKING:
    import polars as pl

FORMATS = ("csv", "jsonl", "parquet", "dpo", "matrix")
LONG = 3600.0  # seconds that a long journal may take to be checked
MEDIA = {"text/plain": "text", "text/markdown": "markdown"}  # everything else is a picture


class Arena:
    """An arena that a server keeps. ``token`` is one with the scope vote to ask and tell, and admin for the rest."""

    def __init__(self, url: str, *, token: str, name: str = "main", patience: float = 60.0) -> None:
        """``patience`` says for how many seconds a server that is away is asked again."""
        self.name = plain_text("name", name)
        base = f"{_address(url).rstrip('/')}/api/v1/arenas/{quote(self.name, safe='')}"
        self._sender = Sender(base, plain_text("token", token), at_least("patience", patience, 0))

    def ask(self, n: int | None = None, *, voter: str | None = None, key: str | None = None) -> Any:
        """Return a ticket for the next question, or a list of ``n`` of them."""
        count = 1 if n is None else whole("n", n, 1, MOST_TICKETS)
        body = {"count": count, "names": True, **({} if voter is None else {"voter": plain_text("voter", voter)})}
        name = secrets.token_hex(16) if key is None else plain_text("key", key)
        if not name.isascii():
            raise WrongValue(f"key must have letters of ASCII alone, got {quoted(key)}")
        found = self._sender.call("POST", "/tickets", body, {"Idempotency-Key": name})
        tickets = [read_ticket(each, voter) for each in found.get("tickets", [found])]
        return tickets[0] if n is None else tickets

    def tell(self, ticket: Ticket | str, answer: str, *, took: int | None = None) -> Receipt:
        """Tell the answer to a ticket or its id. The same answer again is fine, another one is a Conflict."""
        said = one_of("answer", answer, ANSWERS)
        body = {"answer": said, **({} if took is None else {"took": whole("took", took, 0)})}
        told = self._sender.call("PUT", f"/tickets/{_id(ticket)}/vote", body)
        return Receipt(told["ticket"], told["answer"], told["counted"], told["why"])

    def undo(self, ticket: Ticket | str) -> bool:
        """Take the vote on this ticket back. False if that was done before."""
        return bool(self._sender.call("DELETE", f"/tickets/{_id(ticket)}/vote")["changed"])

    def void(self, *, voter: str) -> int:
        """Take away all votes of a voter; returns how many."""
        return int(self._sender.call("DELETE", f"/voters/{self._number('voter', voter)}/votes")["votes"])

    def restore(self, ticket: Ticket | str | None = None, *, voter: str | None = None) -> int:
        """Let votes count again that were taken away from a voter, or the one on a ticket; returns how many."""
        if ticket is not None and voter is None:
            return int(self._sender.call("POST", f"/tickets/{_id(ticket)}/restore")["votes"])
        if voter is not None and ticket is None:
            return int(self._sender.call("PUT", f"/voters/{self._number('voter', voter)}/votes")["votes"])
        raise WrongValue("restore must be given a ticket or a voter, and not both")

    def bar(self, voter: str) -> None:
        """Give a voter no more questions."""
        self._sender.call("PATCH", f"/voters/{self._number('voter', voter)}", {"barred": True})

    def admit(self, voter: str) -> None:
        """Give a barred voter questions again."""
        self._sender.call("PATCH", f"/voters/{self._number('voter', voter)}", {"barred": False})

    def own(self, voter: str, items: Sequence[str]) -> None:
        """Never ask a voter about these items, because they are his own."""
        self._sender.call("POST", "/voters", {"name": plain_text("voter", voter), "owns": list(names("items", items))})

    def invite(self, voter: str) -> str:
        """Return the link by which a voter comes to the voting page."""
        return str(self._sender.call("POST", "/voters", {"name": plain_text("voter", voter)})["link"])

    def add(
        self, item: str, content: str | bytes | None = None, media: str | None = None, *, cases: Any = None
    ) -> None:
        """Let a new item compete, or a retired one again; ``cases`` are those of the arena, with what it answers."""
        if not isinstance(content, str | bytes | None):
            raise WrongValue(f"content must be a text or the bytes of a picture, got {quoted(content)}")
        shown = base64.b64encode(content).decode() if isinstance(content, bytes) else content
        usual = "image" if isinstance(content, bytes) else "text"
        kind = usual if media is None else one_of("media", media, get_args(Media))
        name = plain_text("item", item)
        answers = {case.text: case.contents[name] for case in cases_of(cases, [Item(name)]) if name in case.contents}
        body = {"name": name, "kind": kind, "content": shown and utf8("content", shown), "answers": answers}
        self._sender.call("POST", "/items", body)

    def retire(self, item: str | Sequence[str]) -> None:
        """Let an item compete no more, or several, one after the other."""
        for number in [self._number("item", name) for name in names("item", item)]:
            self._sender.call("DELETE", f"/items/{number}")

    def set(self, **settings: Any) -> Settings:
        """Change settings; returns all of them. ``page={...}`` changes those of the pages that it names."""
        for name, value in settings.items():
            _check_json(name, value)
        page = settings.pop("page", {})
        return read_settings(self._sender.call("PATCH", "", {"settings": settings, "page": page}))

    @property
    def settings(self) -> Settings:
        """All settings but the seed, which the server tells nobody."""
        return read_settings(self._sender.call("GET", ""))

    def open(self) -> None:
        """Take questions and votes again."""
        self._sender.call("PATCH", "", {"open": True})

    def shut(self) -> None:
        """Take no more questions and votes, until it is opened."""
        self._sender.call("PATCH", "", {"open": False})

    def standings(self) -> Standings:
        """Who leads, with intervals that hold at every look."""
        return read_standings(self._sender.call("GET", "/standings?matrix=1"), self.name)

    def verdict(self) -> Judgement:
        """Whether one may stop: the winner, or who is still in the race and how many more votes it may take."""
        return read_judgement(self._sender.call("GET", "/verdict"))

    def forecast(self) -> Any:
        """How many more votes it may take, as a range; None when it is decided."""
        return self.verdict().forecast

    def votes(self, *, voided: bool = False) -> "pl.DataFrame":
        """A row for each vote that counts; with ``voided`` also for those that were taken away."""
        import polars as pl

        asked = f"/votes.parquet?ids=1&voided={flag('voided', voided):d}"
        return pl.read_parquet(io.BytesIO(self._sender.send("GET", asked).content))

    def export(
        self,
        path: str | Path | None = None,
        format: str | None = None,
        *,
        names: bool = False,
        voided: bool = False,
        present: bool = False,
        smoothing: float | None = None,
    ) -> Exported:
        """Write votes (csv, jsonl, parquet), preference pairs (dpo) or a matrix into a file.

        Without a path the content is returned. The whole journal, from which an arena can be made again, stays on the
        server: it holds what makes ids unguessable.
        """
        where = None if path is None else path_of("path", path)
        kind = format_of(where, format, FORMATS)
        how = {"names": flag("names", names), "voided": flag("voided", voided), "present": flag("present", present)}
        check_options(kind, {**how, "smoothing": smoothing})
        found = self._matrix(smoothing) if kind == "matrix" else self._file(kind, how)
        if where is None or found.content is None:
            return found
        files.write(where.parent, {where.name: found.content})
        return found._replace(content=None)

    def _file(self, kind: str, how: dict[str, bool]) -> Exported:
        query = "&".join(f"{name}={value:d}" for name, value in how.items())
        answer = self._sender.send("GET", "/dpo.jsonl" if kind == "dpo" else f"/votes.{kind}?{query}")
        return Exported(**{**json.loads(answer.headers["Duelling-Exported"]), "content": answer.content})

    def _matrix(self, smoothing: float | None) -> Exported:
        problem = self.problem(smoothing)
        return Exported("matrix", len(problem.arms), 0, {}, written(problem).encode())

    def tally(self) -> Tally:
        """The votes between the items that compete, counted."""
        return read_tally(self._sender.call("GET", "/tally"), self.name)

    def problem(self, smoothing: float | None = None) -> PreferenceMatrix:
        """The arena as a problem for the laboratory: the shares of the votes between the items that compete."""
        return self.tally().problem(smoothing, name=self.name)

    def include(self, votes: Any, *, columns: Mapping[str, str] | str | None = None, again: bool = False) -> Included:
        """Take in votes from elsewhere, in any form that ``du.tally`` reads; they are read here and sent as rows."""
        return include(self._include, votes, columns, flag("again", again))

    def _include(self, decision: Include) -> int:
        body = {"votes": rows_of(decision.ballots), "source": decision.source, "again": decision.again}
        return int(self._sender.call("POST", "/votes", body)["other_cases"])

    def check(self) -> Checked:
        """Let the server fold the whole journal from zero and compare it with the state in use."""
        told = self._sender.call("GET", "/check", wait=LONG)
        return Checked(told["events"], told["votes"], tuple(told["problems"]))

    def events(self, after: int = 0) -> Iterator[AnyEvent]:
        """The journal, event by event, without what makes ids unguessable and without the seed."""
        answer = self._sender.send("GET", f"/events?after={whole('after', after, 0)}")
        return (EVENT.validate_json(line) for line in answer.text.splitlines())

    def content(self, ticket: Ticket | str, side: str) -> tuple[str, str | bytes]:
        """What is shown on the "left" or the "right" of a ticket: its media, and the text or the bytes of a picture."""
        answer = self._sender.send("GET", f"/tickets/{_id(ticket)}/{one_of('side', side, ('left', 'right'))}")
        media = MEDIA.get(answer.headers["content-type"].partition(";")[0], "image")
        return media, answer.content if media == "image" else answer.text

    @property
    def items(self) -> tuple[str, ...]:
        """The names of the items that compete."""
        return tuple(each["name"] for each in self._sender.call("GET", "/items")["items"] if each["active"])

    @property
    def voters(self) -> tuple[str, ...]:
        """The names of all voters."""
        return tuple(each["name"] for each in self._sender.call("GET", "/voters")["voters"])

    @property
    def head(self) -> int:
        """The number of the last event."""
        return int(self._sender.call("GET", "")["head"])

    def close(self) -> None:
        """End the connection."""
        self._sender.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _number(self, kind: str, name: str) -> int:
        found = self._sender.call("GET", f"/{kind}s?name={quote(plain_text(kind, name), safe='')}")[f"{kind}s"]
        if not found:
            raise UnknownName(f"there is no {kind} {quoted(name)} in arena {self.name}")
        return int(found[0][kind])


def _address(url: str) -> str:
    try:
        parts = urlsplit(plain_text("url", url))
        good = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        good = False
    if not good:
        raise WrongValue(f"url must be an address that begins with http:// or https://, got {quoted(url)}")
    return str.__str__(url)


def _id(ticket: Ticket | str) -> str:
    text = ticket.id if isinstance(ticket, Ticket) else ticket
    if not isinstance(text, str) or not text:
        raise WrongValue(f"ticket must be a ticket or its id, got {quoted(ticket)}")
    return quote(plain_text("ticket", text), safe="")


def _check_json(name: str, value: Any) -> None:
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError):
        raise WrongValue(f"{name} must be made of texts, numbers, lists and dicts, got {quoted(value)}") from None
