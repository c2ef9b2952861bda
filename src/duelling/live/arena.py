"""``du.Arena``: ask for a pair, tell the answer, see who leads and whether one may stop."""

import contextlib
import hashlib
import secrets
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack, overload

from duelling import __version__
from duelling.arrays import flag
from duelling.errors import (
    Conflict,
    WrongValue,
    name_or_path,
    names,
    one_of,
    plain_text,
    unreadable,
    whole,
)
from duelling.live.coming import cases_of, items_of, name_of
from duelling.live.decisions.ask import Ask, NothingToAsk
from duelling.live.decisions.create import Create, NewCase, NewItem, Same
from duelling.live.decisions.manage import Add, Bar, Configure, Open, Own, Retire
from duelling.live.decisions.tell import Tell
from duelling.live.decisions.undo import Restore, Undo, Void
from duelling.live.exchange import Exchange
from duelling.live.journal.events import AnyEvent
from duelling.live.journal.opening import open_store
from duelling.live.keeper import Keeper
from duelling.live.learners import check_learner
from duelling.live.settings import Changes, Goal, Late, Settings, Skip, check_voices, settings_of, warn_if_others
from duelling.live.state import State
from duelling.live.tickets import ANSWERS, SIDES, Answer, Receipt, Side, Ticket

if TYPE_CHECKING:  # what looks at votes comes with the first look
    from duelling.live.check import Checked
    from duelling.live.given import Cases, Items, More
    from duelling.live.journal.events import Media
    from duelling.live.judgement import Judgement
    from duelling.votes.forecast import Forecast
    from duelling.votes.standings import Standings

T = TypeVar("T")
MOST_TICKETS = 10_000  # in one call


class Arena(Exchange):
    """Items to compare, a goal and a journal; in a file, or in a PostgreSQL database.

    Args:
        place: the path of a file, which is made if there is none, or the address of a database: postgresql://...
        items: names, or a table or a folder of them; None opens an arena that is there. With one alone nothing can be
            asked before ``add`` brings another.
        name: of the arena, where a place has several.
        goal: what to find out: "best", "condorcet", "show", "rank" or "learner"; None is "best", or "learner" with one.
        delta: the chance with which a verdict may be wrong.
        within: how much worse than the best one the winner may be.
        learner: the algorithm that chooses the pairs of the goal "learner", or serves those of "show".
        seed: of all draws; None draws a fresh one, which the journal keeps.
        skip: what a skip means: "again" asks somebody else, "tie" counts as a tie.
        expires: seconds until a question goes to somebody else.
        repeats: how often one voter may be asked about one pair; None is any number.
        most_per_voter: how many votes one voter may give; None is any number.
        by_voter: 1 lets each voter count once, with his first answer; None counts every vote.
        late: what happens to an answer after ``expires``: "count" or "refuse".
        mix: for the goal "show", the share of the questions that look for the best.
        cases: prompts or other things about which the items are compared, each with its own answers.
        durable: whether a vote is on the disk before ``tell`` returns.

    Raises:
        InputError: an argument breaks a rule, the file holds something else, or its arena has other items or settings.

    In the examples of the methods ``arena`` is a new one with these items.

    >>> import duelling as du
    >>> with du.Arena("logos.db", ["fox", "owl", "hare"], seed=1) as arena:
    ...     ticket = arena.ask(voter="ann")
    ...     arena.tell(ticket, "left").counted
    True
    """

    def __init__(
        self,
        place: str | Path,
        items: "Items | None" = None,
        *,
        name: str = "main",
        goal: Goal | None = None,
        delta: float = 0.05,
        within: float = 0.0,
        learner: str | None = None,
        seed: int | None = None,
        skip: Skip = "again",
        expires: float = 600.0,
        repeats: int | None = 1,
        most_per_voter: int | None = None,
        by_voter: int | None = None,
        late: Late = "count",
        mix: float = 0.5,
        cases: "Cases | None" = None,
        durable: bool = True,
    ) -> None:
        """Open the arena ``name`` at ``place``, or make it with these items."""
        given = {
            "goal": ("best" if learner is None else "learner") if goal is None else goal,
            "delta": delta,
            "within": within,
            "learner": learner,
            "skip": skip,
            "expires": expires,
            "repeats": repeats,
            "most_per_voter": most_per_voter,
            "by_voter": by_voter,
            "late": late,
            "mix": mix,
        }
        settings = settings_of({**given, "seed": secrets.randbits(64) if seed is None else seed})
        check_learner(settings)
        check_voices(settings)
        name = name_of("name", name)
        new = None if items is None else items_of(items)
        told = [NewCase(*each) for each in cases_of(cases, new)]
        where = plain_text("place", name_or_path("place", place))
        try:
            self._store = open_store(where, create=new is not None, durable=flag("durable", durable))
        except OSError as error:
            raise unreadable(where, error) from None
        try:
            if not self._open(name, settings, new, told):
                warn_if_others(self.settings, settings, {"seed"} if seed is None else set())
        except BaseException:
            self._store.discard()  # nothing half-written stays
            raise

    def _open(self, name: str, settings: Settings, items: list[Any] | None, cases: list[NewCase]) -> bool:
        """Open the arena, or make it; whether it was made."""
        number = self._store.made(name)
        if number is None:
            if items is None:
                raise self._store.no_arena(name)
            with contextlib.suppress(Conflict):  # somebody else may be faster
                self._store.create(name)
            number = self._store.find(name)
            assert number is not None
        self.name, self._number = name, number
        self._keeper = Keeper(self._store, number)
        made = False
        if items is not None:
            new = [self._new_item(item) for item in items]
            made = self._do(Create(name, settings, secrets.token_hex(32), __version__, new, cases))
            if not made:
                self._do(Same(new, cases))
        if self._look(lambda state: state.version) != __version__:
            self._do(Configure({}, __version__))  # all votes are folded anew
        return made

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
            InputError: there is nothing to ask (``Conflict``), or an argument breaks a rule.

        >>> ticket = arena.ask(voter="ann")
        >>> ticket.left in arena.items
        True
        >>> len(arena.ask(2))
        2
        """
        count = 1 if n is None else whole("n", n, 1, MOST_TICKETS)
        voter = None if voter is None else name_of("voter", voter)
        asked = self._do(Ask(count, voter, None if key is None else name_of("key", key)))
        if not asked.tickets:
            raise NothingToAsk(asked.why)
        return asked.tickets[0] if n is None else list(asked.tickets)

    def tell(self, ticket: Ticket | str, answer: Answer, *, took: int | None = None) -> Receipt:
        """Tell the answer to a ticket. The same answer again is fine.

        Args:
            ticket: a ticket, or its id.
            answer: "left", "right", "tie", "bad" (both are bad) or "skip".
            took: how many milliseconds it took the voter.

        Returns:
            A receipt: whether the answer ``counted``, and if not, ``why``.

        Raises:
            InputError: the ticket is not known, or has another answer (``Conflict``).

        >>> arena.tell(arena.ask(voter="ann"), "left").counted
        True
        """
        said = one_of("answer", answer, ANSWERS)
        receipt: Receipt = self._do(Tell(ticket, said, None if took is None else whole("took", took, 0)))
        return receipt

    def undo(self, ticket: Ticket | str) -> bool:
        """Take the vote on a ticket back: its question waits for another answer.

        Args:
            ticket: a ticket, or its id.

        Returns:
            False if that was done before.

        Raises:
            InputError: the ticket is not known, or has no vote.

        >>> ticket = arena.ask(voter="ann")
        >>> receipt = arena.tell(ticket, "left")
        >>> arena.undo(ticket), arena.undo(ticket)
        (True, False)
        """
        return bool(self._do(Undo(ticket)))

    def content(self, ticket: Ticket | str, side: Side) -> tuple[str, str | bytes]:
        """What is shown on one side of a ticket.

        Args:
            ticket: a ticket, or its id.
            side: "left" or "right".

        Returns:
            The media, such as "text" or "image", and the text or the bytes of a picture.

        Raises:
            InputError: the ticket is not known, or ``side`` is something else.

        >>> ticket = arena.ask()
        >>> arena.content(ticket, "left") == ("text", ticket.left)
        True
        """
        left = one_of("side", side, SIDES) == "left"
        media, content = self._look(lambda state: state.content(ticket, left=left))
        found = self._store.media(content) if media == "image" else None
        return media, content if found is None else found[1]

    def void(self, *, voter: str) -> int:
        """Take away all votes of a voter. As long as they are missing, what is said has a warning.

        Args:
            voter: his name.

        Returns:
            How many votes were taken away.

        Raises:
            InputError: there is no such voter.

        >>> receipt = arena.tell(arena.ask(voter="ann"), "left")
        >>> arena.void(voter="ann")
        1
        """
        return int(self._do(Void(name_of("voter", voter))))

    def restore(self, ticket: Ticket | str | None = None, *, voter: str | None = None) -> int:
        """Let votes count again that were taken away from a voter, or the one on a ticket.

        Args:
            ticket: a ticket, or its id.
            voter: his name, in place of a ticket.

        Returns:
            How many votes count again.

        Raises:
            InputError: both or none are given, or there is no such ticket or voter.

        >>> receipt = arena.tell(arena.ask(voter="ann"), "left")
        >>> arena.void(voter="ann"), arena.restore(voter="ann")
        (1, 1)
        """
        if (ticket is None) == (voter is None):
            raise WrongValue("restore must be given a ticket or a voter, and not both")
        return int(self._do(Restore(None if voter is None else name_of("voter", voter), ticket)))

    def add(
        self,
        item: "More",
        content: str | bytes | None = None,
        media: "Media | None" = None,
        *,
        cases: "Cases | None" = None,
    ) -> None:
        """Let a new item compete, or a retired one again. A new roster begins: scores have another meaning.

        Args:
            item: its name, or a list of items in a form that ``Arena`` takes.
            content: what is shown; None shows the name.
            media: "text", "markdown" or "image"; None is "image" for bytes and "text" for a text.
            cases: those of the arena, with what the new item answers, in the form that ``Arena`` takes.

        Raises:
            InputError: the name is taken by other content, or an answer to a case is missing.

        >>> arena.add("lynx")
        >>> arena.items
        ('fox', 'owl', 'hare', 'lynx')
        """
        several, alone = isinstance(item, list), content is None and media is None
        if several and not alone:
            raise WrongValue(
                "content and media must be left out for a list of items: give records (name, content, media)"
            )
        usual = "image" if isinstance(content, bytes) else "text"
        new = item if alone else (item, content, usual if media is None else media)
        found = items_of(new if several else [new])
        answered = tuple(NewCase(*each) for each in cases_of(cases, found))
        self._do(Add(tuple(self._new_item(each) for each in found), answered))

    def retire(self, item: str | Sequence[str]) -> None:
        """Let an item compete no more, or several. Its votes stay in the journal, and a new roster begins.

        Args:
            item: a name, or a list of names.

        Raises:
            InputError: there is no such item, or fewer than two would be left.

        >>> arena.retire("hare")
        >>> arena.items
        ('fox', 'owl')
        """
        self._do(Retire(names("item", item)))

    def set(self, **settings: Unpack[Changes]) -> Settings:
        """Change settings, such as goal or expires.

        Args:
            settings: new values by name; the arguments of ``duelling.Arena`` say what they mean.

        Returns:
            All settings.

        Raises:
            InputError: a name is not known, a value breaks a rule, or the setting is fixed since the first question.

        >>> arena.set(expires=60.0).expires
        60.0
        """
        found: Settings = self._do(Configure({**settings}, __version__))
        return found

    def bar(self, voter: str) -> None:
        """Give a voter no more questions.

        Args:
            voter: his name.

        Raises:
            InputError: there is no such voter.

        >>> ticket = arena.ask(voter="ann")
        >>> arena.bar("ann")
        >>> arena.ask(voter="ann")
        Traceback (most recent call last):
        duelling.live.decisions.ask.VoterBarred: voter ann is barred from arena main
        """
        self._do(Bar(name_of("voter", voter)))

    def admit(self, voter: str) -> None:
        """Give a barred voter questions again.

        Args:
            voter: his name.

        Raises:
            InputError: there is no such voter.

        >>> ticket = arena.ask(voter="ann")
        >>> arena.bar("ann")
        >>> arena.admit("ann")
        >>> arena.ask(voter="ann").voter
        'ann'
        """
        self._do(Bar(name_of("voter", voter), barred=False))

    def own(self, voter: str, items: Sequence[str]) -> None:
        """Never ask a voter about these items, because they are his own.

        Args:
            voter: his name.
            items: names of items.

        Raises:
            InputError: there is no such item.

        >>> arena.own("ann", ["fox"])
        >>> ticket = arena.ask(voter="ann")
        >>> "fox" in (ticket.left, ticket.right)
        False
        """
        self._do(Own(name_of("voter", voter), names("items", items)))

    def open(self) -> None:
        """Take questions and votes again.

        >>> arena.shut()
        >>> arena.open()
        >>> arena.ask().case is None
        True
        """
        self._do(Open())

    def shut(self) -> None:
        """Take no more questions and votes, until it is opened.

        >>> arena.shut()
        >>> arena.ask()
        Traceback (most recent call last):
        duelling.live.decisions.ask.ArenaClosed: arena main is closed: open it to go on
        """
        self._do(Open(opened=False))

    def standings(self) -> "Standings":
        """Who leads, with intervals that hold at every look: what ``du.rank`` says of a file of votes.

        Returns:
            Places, scores, a verdict and warnings; it prints itself.

        >>> receipt = arena.tell(arena.ask(), "left")
        >>> arena.standings().votes
        1
        """
        from duelling.live.standings import see, standings

        return standings(self._look(see))

    def verdict(self) -> "Judgement":
        """Whether one may stop: the winner, or who is still in the race and how many more votes it may take.

        Returns:
            A judgement: ``state`` ("decided", "open" or "refused"), ``winner``, ``race``, ``says`` and more.

        >>> arena.verdict().state
        'open'
        >>> sorted(arena.verdict().race)
        ['fox', 'hare', 'owl']
        """
        from duelling.live.judgement import judge
        from duelling.live.standings import see

        return judge(self._look(see))

    def forecast(self) -> "Forecast | None":
        """How many more votes it may take.

        Returns:
            A range, ``low`` to ``high`` votes, with a sentence; None when it is decided, or nothing can be said.

        >>> arena.forecast().says
        'at most about 24 to 81,000 more votes (approximate)'
        """
        return self.verdict().forecast

    def events(self, after: int = 0) -> Iterator[AnyEvent]:
        """The journal, event by event.

        Args:
            after: the number of the last event that you have; 0 begins at the first.

        Returns:
            The events, in order.

        Raises:
            InputError: ``after`` is no whole number.

        >>> next(arena.events()).kind
        'created'
        """
        return self._store.events(self._number, whole("after", after, 0))  # type: ignore[return-value]

    @property
    def head(self) -> int:
        """The number of the last event."""
        return self._store.head(self._number)

    @property
    def items(self) -> tuple[str, ...]:
        """The names of the items that compete."""
        return self._look(lambda state: tuple(state.items.active()))

    @property
    def voters(self) -> tuple[str, ...]:
        """The names of all voters."""
        return self._look(lambda state: tuple(state.people.numbers))

    @property
    def settings(self) -> Settings:
        """All settings."""
        return self._look(lambda state: state.settings)

    def check(self) -> "Checked":
        """Fold the whole journal from zero and compare it with the state in use, and with what is kept of it.

        Returns:
            How many events and votes were folded, ``problems``, and whether all is ``clean``.

        >>> arena.check().clean
        True
        """
        return self._keeper.check()

    def submit(self, *decisions: Any) -> "Future[list[Any]]":
        """Hand in decisions that are kept in one commit.

        The server of the pages uses it; everybody else calls ``ask``, ``tell`` and the rest.

        Args:
            decisions: those of ``duelling.live.decisions``.

        Returns:
            A future that has their answers.

        Raises:
            InputError: the arena is closed.
        """
        return self._keeper.submit(*decisions)

    def close(self) -> None:
        """Finish what waits and give the file back. Closing twice is fine.

        >>> arena.close()
        """
        self._keeper.close()

    def __repr__(self) -> str:
        return f"Arena({self._store.place!r}, name={self.name!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _do(self, decision: Any) -> Any:
        return self._keeper.do(decision)

    def _look(self, see: Callable[[State], T]) -> T:
        return self._keeper.look(see)

    def _new_item(self, item: Any) -> NewItem:
        """An item whose bytes are kept."""
        name, content, media = item
        if isinstance(content, bytes):
            digest = hashlib.sha256(content).hexdigest()
            self._store.put_media(digest, media, content)
            content = digest
        return NewItem(name, content, media)
