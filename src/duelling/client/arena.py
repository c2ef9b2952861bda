"""``duelling.client.Arena``: the verbs of ``duelling.Arena``, carried out by a server."""

import base64
import io
import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, Unpack, get_args, overload
from urllib.parse import quote

from duelling import files
from duelling.arrays import flag
from duelling.client.reading import read_judgement, read_settings, read_standings, read_tally, read_ticket
from duelling.client.sending import Sender
from duelling.client.writing import rows_of
from duelling.errors import (
    UnknownName,
    WrongValue,
    at_least,
    names,
    one_of,
    path_of,
    plain_text,
    quoted,
    utf8,
    web_address,
    whole,
)
from duelling.live.arena import MOST_TICKETS
from duelling.live.check import Checked
from duelling.live.coming import cases_of
from duelling.live.decisions.include import Include
from duelling.live.exports.export import Format, check_options, format_of
from duelling.live.exports.journal import Exported
from duelling.live.imports.votes import Included, include
from duelling.live.journal.events import EVENT, AnyEvent, Media
from duelling.live.judgement import Judgement
from duelling.live.reading.items import Item
from duelling.live.settings import Changes, Settings
from duelling.live.tickets import ANSWERS, SIDES, Answer, Receipt, Side, Ticket
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.reading.text import written
from duelling.votes.standings import Standings
from duelling.votes.tally import Tally

if TYPE_CHECKING:
    import polars as pl

    from duelling.live.given import Cases
    from duelling.votes.forecast import Forecast

FORMATS = ("csv", "jsonl", "parquet", "dpo", "matrix")
LONG = 3600.0  # seconds that a long journal may take to be checked
MEDIA = {"text/plain": "text", "text/markdown": "markdown"}  # everything else is a picture


class Arena:
    """An arena that a server keeps.

    Args:
        url: where the server is, as in https://vote.example.org.
        token: one with the scope vote to ask and tell, and admin for the rest.
        name: of the arena, where the server has several.
        patience: for how many seconds a server that is away is asked again; one that never answered, 3 at most.

    Raises:
        InputError: an argument breaks a rule. Nothing is sent before the first call of a method.

    In the examples of the methods ``arena`` is a new one on a server, with the items fox, owl and hare.

    >>> with Arena(url, token=token) as arena:
    ...     arena.items
    ('fox', 'owl', 'hare')
    """

    def __init__(self, url: str, *, token: str, name: str = "main", patience: float = 60.0) -> None:
        self.name = plain_text("name", name)
        self._url = web_address("url", url).rstrip("/")
        base = f"{self._url}/api/v1/arenas/{quote(self.name, safe='')}"
        self._sender = Sender(base, plain_text("token", token), at_least("patience", patience, 0))

    @overload
    def ask(self, n: None = None, *, voter: str | None = None, key: str | None = None) -> Ticket: ...

    @overload
    def ask(self, n: int, *, voter: str | None = None, key: str | None = None) -> list[Ticket]: ...

    def ask(self, n: int | None = None, *, voter: str | None = None, key: str | None = None) -> Ticket | list[Ticket]:
        """Return a ticket for the next question, or a list of ``n`` of them.

        Args:
            n: how many tickets; None is one, which is returned by itself.
            voter: who is asked; None is nobody known. A voter who has not answered yet gets the same ticket again.
            key: your own name for this request: asking again with it gives the same tickets.

        Returns:
            A ticket with ``id``, ``left`` and ``right``, or a list of tickets.

        Raises:
            InputError: there is nothing to ask (``Conflict``), or an argument breaks a rule; the token may not do this,
                or (``Unavailable``) the server does not answer.

        >>> ticket = arena.ask(voter="ann")
        >>> ticket.left in arena.items
        True
        >>> len(arena.ask(2))
        2
        """
        count = 1 if n is None else whole("n", n, 1, MOST_TICKETS)
        body = {"count": count, "names": True, **({} if voter is None else {"voter": plain_text("voter", voter)})}
        name = secrets.token_hex(16) if key is None else plain_text("key", key)
        if not name.isascii():
            raise WrongValue(f"key must have letters of ASCII alone, got {quoted(key)}")
        found = self._sender.call("POST", "/tickets", body, {"Idempotency-Key": name})
        tickets = [read_ticket(each, voter) for each in found.get("tickets", [found])]
        return tickets[0] if n is None else tickets

    def tell(self, ticket: Ticket | str, answer: Answer, *, took: int | None = None) -> Receipt:
        """Tell the answer to a ticket. The same answer again is fine.

        Args:
            ticket: a ticket, or its id.
            answer: "left", "right", "tie", "bad" (both are bad) or "skip".
            took: how many milliseconds it took the voter.

        Returns:
            A receipt: whether the answer ``counted``, and if not, ``why``.

        Raises:
            InputError: the ticket is not known, or has another answer (``Conflict``); the token may not do this, or
                (``Unavailable``) the server does not answer.

        >>> arena.tell(arena.ask(voter="ann"), "left").counted
        True
        """
        said = one_of("answer", answer, ANSWERS)
        body = {"answer": said, **({} if took is None else {"took": whole("took", took, 0)})}
        told = self._sender.call("PUT", f"/tickets/{_id(ticket)}/vote", body)
        return Receipt(told["ticket"], told["answer"], told["counted"], told["why"])

    def undo(self, ticket: Ticket | str) -> bool:
        """Take the vote on a ticket back: its question waits for another answer.

        Args:
            ticket: a ticket, or its id.

        Returns:
            False if that was done before.

        Raises:
            InputError: the ticket is not known, or has no vote; the token may not do this, or (``Unavailable``) the
                server does not answer.

        >>> ticket = arena.ask(voter="ann")
        >>> receipt = arena.tell(ticket, "left")
        >>> arena.undo(ticket), arena.undo(ticket)
        (True, False)
        """
        return bool(self._sender.call("DELETE", f"/tickets/{_id(ticket)}/vote")["changed"])

    def void(self, *, voter: str) -> int:
        """Take away all votes of a voter. As long as they are missing, what is said has a warning.

        Args:
            voter: his name.

        Returns:
            How many votes were taken away.

        Raises:
            InputError: there is no such voter; the token may not do this, or (``Unavailable``) the server does not
                answer.

        >>> receipt = arena.tell(arena.ask(voter="ann"), "left")
        >>> arena.void(voter="ann")
        1
        """
        return int(self._sender.call("DELETE", f"/voters/{self._number('voter', voter)}/votes")["votes"])

    def restore(self, ticket: Ticket | str | None = None, *, voter: str | None = None) -> int:
        """Let votes count again that were taken away from a voter, or the one on a ticket.

        Args:
            ticket: a ticket, or its id.
            voter: his name, in place of a ticket.

        Returns:
            How many votes count again.

        Raises:
            InputError: both or none are given, or there is no such ticket or voter; the token may not do this, or
                (``Unavailable``) the server does not answer.

        >>> receipt = arena.tell(arena.ask(voter="ann"), "left")
        >>> arena.void(voter="ann"), arena.restore(voter="ann")
        (1, 1)
        """
        if ticket is not None and voter is None:
            return int(self._sender.call("POST", f"/tickets/{_id(ticket)}/restore")["votes"])
        if voter is not None and ticket is None:
            return int(self._sender.call("PUT", f"/voters/{self._number('voter', voter)}/votes")["votes"])
        raise WrongValue("restore must be given a ticket or a voter, and not both")

    def bar(self, voter: str) -> None:
        """Give a voter no more questions.

        Args:
            voter: his name.

        Raises:
            InputError: there is no such voter; the token may not do this, or (``Unavailable``) the server does not
                answer.

        >>> ticket = arena.ask(voter="ann")
        >>> arena.bar("ann")
        >>> arena.ask(voter="ann")
        Traceback (most recent call last):
        duelling.errors.Conflict: voter ann is barred from arena main
        """
        self._sender.call("PATCH", f"/voters/{self._number('voter', voter)}", {"barred": True})

    def admit(self, voter: str) -> None:
        """Give a barred voter questions again.

        Args:
            voter: his name.

        Raises:
            InputError: there is no such voter; the token may not do this, or (``Unavailable``) the server does not
                answer.

        >>> ticket = arena.ask(voter="ann")
        >>> arena.bar("ann")
        >>> arena.admit("ann")
        >>> arena.ask(voter="ann").voter
        'ann'
        """
        self._sender.call("PATCH", f"/voters/{self._number('voter', voter)}", {"barred": False})

    def own(self, voter: str, items: Sequence[str]) -> None:
        """Never ask a voter about these items, because they are his own.

        Args:
            voter: his name.
            items: names of items.

        Raises:
            InputError: there is no such item; the token may not do this, or (``Unavailable``) the server does not
                answer.

        >>> arena.own("ann", ["fox"])
        >>> ticket = arena.ask(voter="ann")
        >>> "fox" in (ticket.left, ticket.right)
        False
        """
        self._sender.call("POST", "/voters", {"name": plain_text("voter", voter), "owns": list(names("items", items))})

    def invite(self, voter: str) -> str:
        """Return the link by which a voter comes to the voting page.

        Args:
            voter: his name.

        Returns:
            An address that is for this voter alone.

        Raises:
            InputError: the name breaks a rule; the token may not do this, or (``Unavailable``) the server does not
                answer.

        >>> arena.invite("ann").startswith("http")
        True
        """
        return str(self._sender.call("POST", "/voters", {"name": plain_text("voter", voter)})["link"])

    def add(
        self,
        item: str,
        content: str | bytes | None = None,
        media: Media | None = None,
        *,
        cases: "Cases | None" = None,
    ) -> None:
        """Let a new item compete, or a retired one again. A new roster begins: scores have another meaning.

        Args:
            item: its name.
            content: what is shown; None shows the name.
            media: "text", "markdown" or "image"; None is "image" for bytes and "text" for a text.
            cases: those of the arena, with what the new item answers, in the form that ``Arena`` takes.

        Raises:
            InputError: the name is taken by other content, or an answer to a case is missing; the token may not do
                this, or (``Unavailable``) the server does not answer.

        >>> arena.add("lynx")
        >>> arena.items
        ('fox', 'owl', 'hare', 'lynx')
        """
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
        """Let an item compete no more, or several. Its votes stay in the journal, and a new roster begins.

        Args:
            item: a name, or a list of names.

        Raises:
            InputError: there is no such item, or fewer than two would be left; the token may not do this, or
                (``Unavailable``) the server does not answer.

        >>> arena.retire("hare")
        >>> arena.items
        ('fox', 'owl')
        """
        for number in [self._number("item", name) for name in names("item", item)]:
            self._sender.call("DELETE", f"/items/{number}")

    def set(self, **settings: Unpack[Changes]) -> Settings:
        """Change settings, such as goal or expires.

        ``page={...}`` changes those settings of the pages that it names.

        Args:
            settings: new values by name; the arguments of ``duelling.Arena`` say what they mean.

        Returns:
            All settings.

        Raises:
            InputError: a name is not known, a value breaks a rule, or the setting is fixed since the first question;
                the token may not do this, or (``Unavailable``) the server does not answer.

        >>> arena.set(expires=60.0).expires
        60.0
        """
        for name, value in settings.items():
            _check_json(name, value)
        page = settings.pop("page", {})
        return read_settings(self._sender.call("PATCH", "", {"settings": settings, "page": page}))

    @property
    def settings(self) -> Settings:
        """All settings but the seed, which the server tells nobody."""
        return read_settings(self._sender.call("GET", ""))

    def open(self) -> None:
        """Take questions and votes again.

        Raises:
            InputError: the token may not do this, or (``Unavailable``) the server does not answer.

        >>> arena.shut()
        >>> arena.open()
        >>> arena.ask().case is None
        True
        """
        self._sender.call("PATCH", "", {"open": True})

    def shut(self) -> None:
        """Take no more questions and votes, until it is opened.

        Raises:
            InputError: the token may not do this, or (``Unavailable``) the server does not answer.

        >>> arena.shut()
        >>> arena.ask()
        Traceback (most recent call last):
        duelling.errors.Conflict: arena main is closed: open it to go on
        """
        self._sender.call("PATCH", "", {"open": False})

    def standings(self) -> Standings:
        """Who leads, with intervals that hold at every look: what ``du.rank`` says of a file of votes.

        Returns:
            Places, scores, a verdict and warnings; it prints itself.

        Raises:
            InputError: the token may not do this, or (``Unavailable``) the server does not answer.

        >>> receipt = arena.tell(arena.ask(), "left")
        >>> arena.standings().votes
        1
        """
        return read_standings(self._sender.call("GET", "/standings?matrix=1"), self.name)

    def verdict(self) -> Judgement:
        """Whether one may stop: the winner, or who is still in the race and how many more votes it may take.

        Returns:
            A judgement: ``state`` ("decided", "open" or "refused"), ``winner``, ``race``, ``says`` and more.

        Raises:
            InputError: the token may not do this, or (``Unavailable``) the server does not answer.

        >>> arena.verdict().state
        'open'
        >>> sorted(arena.verdict().race)
        ['fox', 'hare', 'owl']
        """
        return read_judgement(self._sender.call("GET", "/verdict"))

    def forecast(self) -> "Forecast | None":
        """How many more votes it may take.

        Returns:
            A range, ``low`` to ``high`` votes, with a sentence; None when it is decided, or nothing can be said.

        Raises:
            InputError: the token may not do this, or (``Unavailable``) the server does not answer.

        >>> arena.forecast().says
        'at most about 24 to 81,000 more votes (approximate)'
        """
        return self.verdict().forecast

    def votes(self, *, voided: bool = False) -> "pl.DataFrame":
        """A row for each vote that counts, in the order in which the questions were drawn.

        Args:
            voided: whether to have also those that were taken away; ``counted`` tells them apart.

        Returns:
            A polars frame with ticket, left, right, winner, answer, voter and more.

        Raises:
            InputError: ``voided`` is not True or False; the token may not do this, or (``Unavailable``) the server does
                not answer.

        >>> receipt = arena.tell(arena.ask(voter="ann"), "left")
        >>> arena.votes()["voter"].to_list()
        ['ann']
        """
        import polars as pl

        asked = f"/votes.parquet?ids=1&voided={flag('voided', voided):d}"
        return pl.read_parquet(io.BytesIO(self._sender.send("GET", asked).content))

    def export(
        self,
        path: str | Path | None = None,
        format: Format | None = None,
        *,
        names: bool = False,
        voided: bool = False,
        present: bool = False,
        smoothing: float | None = None,
    ) -> Exported:
        """Write votes (csv, jsonl, parquet), preference pairs (dpo) or a matrix into a file.

        The whole journal, from which an arena can be made again, stays on the server: it holds what makes ids
        unguessable.

        Args:
            path: where to; None returns the content.
            format: "csv", "jsonl", "parquet", "dpo", "matrix" or "journal"; None goes by the ending of the path.
            names: whether voters have their names, and not words that stand for them.
            voided: whether to add votes that no longer count.
            present: whether to leave out votes about items that have gone.
            smoothing: for a matrix: so many votes for each item of a pair beforehand.

        Returns:
            How many ``rows`` went out, what was ``left_out`` and why, and the ``content`` where there was no path.

        Raises:
            InputError: the format is not known, or an option does not fit it; the token may not do this, or
                (``Unavailable``) the server does not answer.

        >>> receipt = arena.tell(arena.ask(), "left")
        >>> arena.export("votes.csv").rows
        1
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
        """The votes between the items that compete, counted.

        Returns:
            What ``du.tally`` returns.

        Raises:
            InputError: the token may not do this, or (``Unavailable``) the server does not answer.

        >>> receipt = arena.tell(arena.ask(), "tie")
        >>> arena.tally().votes
        1
        """
        return read_tally(self._sender.call("GET", "/tally"), self.name)

    def problem(self, smoothing: float | None = None) -> PreferenceMatrix:
        """The arena as a problem for the laboratory: the shares of the votes between the items that compete.

        Args:
            smoothing: so many votes for each item of a pair beforehand; None refuses pairs that never met.

        Returns:
            A preference matrix, with a warning (``du.Doubt``) where pairs have few votes.

        Raises:
            InputError: a pair never met and there is no smoothing; the token may not do this, or (``Unavailable``) the
                server does not answer.

        >>> included = arena.include([("fox", "owl", "fox"), ("owl", "hare", "owl"), ("fox", "hare", "fox")] * 10)
        >>> arena.problem().winners().names["condorcet"]
        ('fox',)
        """
        return self.tally().problem(smoothing, name=self.name)

    def include(self, votes: Any, *, columns: Mapping[str, str] | str | None = None, again: bool = False) -> Included:
        """Take in votes from elsewhere, in any form that ``du.tally`` reads: a file, a frame, rows.

        Nobody knows how they were chosen, so that they count in the table and for strengths, and nothing is proved by
        them.

        Args:
            votes: the votes; their items must be items of the arena.
            columns: which column means what, as in "left=a,right=b".
            again: whether the same votes may be taken in twice.

        Returns:
            How many votes were taken in, and what was left out.

        Raises:
            InputError: the votes cannot be read, name other items, or were taken in before; the token may not do this,
                or (``Unavailable``) the server does not answer.

        >>> arena.include([("fox", "owl", "fox"), ("owl", "hare", "tie")]).votes
        2
        """
        return include(self._include, votes, columns, flag("again", again))

    def _include(self, decision: Include) -> int:
        body = {"votes": rows_of(decision.ballots), "source": decision.source, "again": decision.again}
        return int(self._sender.call("POST", "/votes", body)["other_cases"])

    def check(self) -> Checked:
        """Let the server fold the whole journal from zero and compare it with the state in use.

        Returns:
            How many events and votes were folded, ``problems``, and whether all is ``clean``.

        Raises:
            InputError: the token may not do this, or (``Unavailable``) the server does not answer.

        >>> arena.check().clean
        True
        """
        told = self._sender.call("GET", "/check", wait=LONG)
        return Checked(told["events"], told["votes"], tuple(told["problems"]))

    def events(self, after: int = 0) -> Iterator[AnyEvent]:
        """The journal, event by event.

        It comes without what makes ids unguessable and without the seed.

        Args:
            after: the number of the last event that you have; 0 begins at the first.

        Returns:
            The events, in order.

        Raises:
            InputError: ``after`` is no whole number; the token may not do this, or (``Unavailable``) the server does
                not answer.

        >>> next(arena.events()).kind
        'created'
        """
        answer = self._sender.send("GET", f"/events?after={whole('after', after, 0)}")
        return (EVENT.validate_json(line) for line in answer.text.splitlines())

    def content(self, ticket: Ticket | str, side: Side) -> tuple[str, str | bytes]:
        """What is shown on one side of a ticket.

        Args:
            ticket: a ticket, or its id.
            side: "left" or "right".

        Returns:
            The media, such as "text" or "image", and the text or the bytes of a picture.

        Raises:
            InputError: the ticket is not known, or ``side`` is something else; the token may not do this, or
                (``Unavailable``) the server does not answer.

        >>> ticket = arena.ask()
        >>> arena.content(ticket, "left") == ("text", ticket.left)
        True
        """
        answer = self._sender.send("GET", f"/tickets/{_id(ticket)}/{one_of('side', side, SIDES)}")
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
        """End the connection.

        Raises:
            InputError: the token may not do this, or (``Unavailable``) the server does not answer.

        >>> arena.close()
        """
        self._sender.close()

    def __repr__(self) -> str:
        return f"Arena({self._url!r}, name={self.name!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _number(self, kind: str, name: str) -> int:
        found = self._sender.call("GET", f"/{kind}s?name={quote(plain_text(kind, name), safe='')}")[f"{kind}s"]
        if not found:
            raise UnknownName(f"there is no {kind} {quoted(name)} in arena {self.name}")
        return int(found[0][kind])


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
