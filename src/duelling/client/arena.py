"""``duelling.client.Arena``: the verbs of ``duelling.Arena``, carried out by a server."""

import base64
import io
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import quote

from duelling import files
from duelling.client.reading import read_judgement, read_standings, read_ticket
from duelling.client.sending import Sender
from duelling.errors import UnknownName, WrongValue, one_of, plain_text, quoted, whole
from duelling.live.journal.events import EVENT, AnyEvent
from duelling.live.judgement import Judgement
from duelling.live.tickets import ANSWERS, Receipt, Ticket
from duelling.votes.standings import Standings

if TYPE_CHECKING:
    import polars as pl

FORMATS = ("csv", "jsonl", "parquet", "dpo")


class Arena:
    """An arena that a server keeps. ``token`` is one with the scope vote to ask and tell, and admin for the rest."""

    def __init__(self, url: str, *, token: str, name: str = "main", patience: float = 60.0) -> None:
        """``patience`` says for how many seconds a server that is away is asked again."""
        self.name = name
        base = f"{str(url).rstrip('/')}/api/v1/arenas/{quote(plain_text('name', name), safe='')}"
        self._sender = Sender(base, token, patience)

    def ask(self, n: int | None = None, *, voter: str | None = None, key: str | None = None) -> Any:
        """Return a ticket for the next question, or a list of ``n`` of them."""
        count = 1 if n is None else whole("n", n, 1, 1000)
        body = {"count": count, "names": True, **({} if voter is None else {"voter": voter})}
        found = self._sender.call("POST", "/tickets", body, {"Idempotency-Key": key or secrets.token_hex(16)})
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

    def restore(self, *, voter: str) -> int:
        """Let votes count again that were taken away from a voter; returns how many."""
        return int(self._sender.call("PUT", f"/voters/{self._number('voter', voter)}/votes")["votes"])

    def bar(self, voter: str) -> None:
        """Give a voter no more questions."""
        self._sender.call("PATCH", f"/voters/{self._number('voter', voter)}", {"barred": True})

    def admit(self, voter: str) -> None:
        """Give a barred voter questions again."""
        self._sender.call("PATCH", f"/voters/{self._number('voter', voter)}", {"barred": False})

    def invite(self, voter: str) -> str:
        """Return the link by which a voter comes to the voting page."""
        return str(self._sender.call("POST", "/voters", {"name": voter})["link"])

    def add(self, item: str, content: str | bytes | None = None, media: str | None = None) -> None:
        """Let a new item compete, or a retired one again."""
        shown = base64.b64encode(content).decode() if isinstance(content, bytes) else content
        kind = media or ("image" if isinstance(content, bytes) else "text")
        self._sender.call("POST", "/items", {"name": item, "kind": kind, "content": shown})

    def retire(self, item: str) -> None:
        """Let an item compete no more."""
        self._sender.call("DELETE", f"/items/{self._number('item', item)}")

    def set(self, **settings: Any) -> dict[str, Any]:
        """Change settings; returns all of them. ``page={...}`` changes those of the pages."""
        page = settings.pop("page", {})
        found: dict[str, Any] = self._sender.call("PATCH", "", {"settings": settings, "page": page})["settings"]
        return found

    def open(self) -> None:
        """Take questions and votes again."""
        self._sender.call("PATCH", "", {"open": True})

    def shut(self) -> None:
        """Take no more questions and votes, until it is opened."""
        self._sender.call("PATCH", "", {"open": False})

    def standings(self) -> Standings:
        """Who leads, with intervals that hold at every look."""
        return read_standings(self._sender.call("GET", "/standings"), self._sender.call("GET", "/matrix"), self.name)

    def verdict(self) -> Judgement:
        """Whether one may stop: the winner, or who is still in the race and how many more votes it may take."""
        return read_judgement(self._sender.call("GET", "/verdict"))

    def forecast(self) -> Any:
        """How many more votes it may take, as a range; None when it is decided."""
        return self.verdict().forecast

    def votes(self) -> "pl.DataFrame":
        """All votes that count, a row each."""
        import polars as pl

        return pl.read_parquet(io.BytesIO(self._sender.send("GET", "/votes.parquet?ids=1").content))

    def export(self, path: str | Path, format: str | None = None) -> None:
        """Write all votes into a file: csv, jsonl, parquet, or preference pairs (dpo)."""
        where = Path(path)
        wanted = one_of("format", format or where.suffix.removeprefix("."), FORMATS)
        name = "dpo.jsonl" if wanted == "dpo" else f"votes.{wanted}"
        files.write(where.parent, {where.name: self._sender.send("GET", f"/{name}").content})

    def events(self, after: int = 0) -> Iterator[AnyEvent]:
        """The journal, event by event, without what makes ids unguessable."""
        answer = self._sender.send("GET", f"/events?after={whole('after', after, 0)}")
        return (EVENT.validate_json(line) for line in answer.text.splitlines())

    def content(self, ticket: Ticket | str, side: str) -> str | bytes:
        """What stands on the left or the right of a ticket: a text, or the bytes of a picture."""
        answer = self._sender.send("GET", f"/tickets/{_id(ticket)}/{one_of('side', side, ('left', 'right'))}")
        return answer.text if answer.headers["content-type"].startswith("text/") else answer.content

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
        found = self._sender.call("GET", f"/{kind}s?name={quote(name, safe='')}")[f"{kind}s"]
        if not found:
            raise UnknownName(f"there is no {kind} {quoted(name)} in arena {self.name}")
        return int(found[0][kind])


def _id(ticket: Ticket | str) -> str:
    text = ticket.id if isinstance(ticket, Ticket) else ticket
    if not isinstance(text, str) or not text:
        raise WrongValue(f"ticket must be a ticket or its id, got {quoted(ticket)}")
    return quote(text, safe="")
