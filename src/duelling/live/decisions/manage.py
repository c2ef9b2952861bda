"""What its owner may do with an arena: items come and go, voters are barred, settings change, it opens and closes."""

from collections.abc import Generator
from typing import Any, NamedTuple

from duelling.errors import Conflict, UnknownName, quoted
from duelling.live.decisions.create import NewCase, NewItem
from duelling.live.items import MOST_EVER, MOST_ITEMS
from duelling.live.journal import events
from duelling.live.learners import check_learner
from duelling.live.settings import FIXED, LEVEL, check_voices, settings_of
from duelling.live.state import State

Steps = Generator[Any, Any, Any]


class Add(NamedTuple):
    """New items compete from now on, and retired ones again; for those that compete already nothing happens.

    ``cases`` are those of the arena, with what new items answer to them.
    """

    items: tuple[NewItem, ...]
    cases: tuple[NewCase, ...] = ()

    def decide(self, state: State, now: int) -> Steps:
        answers = {item.name: _answers(state, item, self.cases) for item in self.items}
        changed = [item.name for item in self.items if _changed(state, item, answers[item.name])]
        if changed:
            raise Conflict(f"item {changed[0]!r} was here with another content: give the new one another name")
        active = {*state.items.active()}
        coming = [item for item in self.items if item.name not in active]
        _check_room(state, coming, len(active))
        for item in coming:
            number = state.items.numbers.get(item.name)
            if number is None:
                number = len(state.items)
                yield events.ItemAdded(item=number, name=item.name, media=item.media, content=item.content)  # type: ignore[arg-type]
                if answers[item.name]:
                    yield events.AnswersAdded(item=number, contents=answers[item.name])
            else:
                yield events.ItemRestored(item=number)
        if coming:
            yield from begin_roster(state, f"{', '.join(item.name for item in coming[:3])} came")


def _check_room(state: State, coming: list[NewItem], active: int) -> None:
    new = sum(item.name not in state.items.numbers for item in coming)
    if coming and active + len(coming) > MOST_ITEMS:
        raise Conflict(f"at most {MOST_ITEMS} items may compete, got {active + len(coming)}: retire some first")
    if len(state.items) + new > MOST_EVER:
        raise Conflict(f"arena {state.name} has had {len(state.items)} items and can have {MOST_EVER}: make another")


def _answers(state: State, item: NewItem, cases: tuple[NewCase, ...]) -> dict[str, str]:
    """What an item answers, by the numbers of the cases; raise an error where a new one lacks what others have.

    In the place of its answer its name would be shown, and voters would know who it is.
    """
    texts = [case.text for case in state.cases]
    unknown = [case.text for case in cases if case.text not in texts]
    if unknown:
        raise UnknownName(f"arena {state.name} has no case {quoted(unknown[0])}: its cases are fixed when it is made")
    given = {case.text: case.contents[item.name] for case in cases if item.name in case.contents}
    lacks = [case.text for case in state.cases if case.contents and case.text not in given]
    if lacks and item.content is None and item.name not in state.items.numbers:
        raise Conflict(f"item {item.name!r} must come with its answers to the cases, {quoted(lacks[0])} has none")
    return {str(number): given[text] for number, text in enumerate(texts) if text in given}


def _changed(state: State, item: NewItem, answers: dict[str, str]) -> bool:
    number = state.items.numbers.get(item.name)
    if number is None:
        return False
    known = state.items.all[number]
    other = [text for case, text in answers.items() if state.cases[int(case)].contents.get(number) != text]
    return bool(other) or (item.content is not None and (known.media, known.content) != (item.media, item.content))


class Retire(NamedTuple):
    """Items compete no more, as long as so many are left; their votes stay in the journal."""

    names: tuple[str, ...]
    fewest: int = 0

    def decide(self, state: State, now: int) -> Steps:
        numbers = [state.items.number_of(name) for name in self.names]
        going = [number for number in dict.fromkeys(numbers) if state.items.all[number].active]
        if going and len(state.items.active()) - len(going) < self.fewest:
            raise Conflict(
                f"arena {state.name} must keep {self.fewest} items: add another before {self.names[0]!r} goes"
            )
        for number in going:
            yield events.ItemRetired(item=number)
        if going:
            yield from begin_roster(state, f"{', '.join(state.items.name(k) for k in going[:3])} went")


class Configure(NamedTuple):
    """Other settings from now on."""

    changes: dict[str, Any]
    version: str

    def decide(self, state: State, now: int) -> Steps:
        before = state.settings.model_dump()
        wanted = settings_of({**before, **self.changes})
        changed = {name for name, value in wanted.model_dump().items() if value != before[name]}
        for name in FIXED:
            if name in changed and state.begun:
                raise Conflict(f"{name} is fixed since the first question was drawn: make another arena to change it")
        check_learner(wanted)
        if "by_voter" in changed:
            check_voices(wanted)
        if changed or self.version != state.version:
            yield events.Configured(settings=wanted.model_dump(mode="json"), version=self.version)
        if changed & {*LEVEL}:
            yield from begin_roster(state, f"{' and '.join(sorted(changed & {*LEVEL}))} changed")
        return state.settings


class Bar(NamedTuple):
    """A voter gets no more questions, and his answers do not count; or they do again."""

    voter: str
    barred: bool = True

    def decide(self, state: State, now: int) -> Steps:
        number = state.people.number_of(self.voter)
        if state.people.all[number].barred != self.barred:
            yield (events.VoterBarred if self.barred else events.VoterAdmitted)(voter=number)


class Own(NamedTuple):
    """These items are the voter's own: he is never asked about them."""

    voter: str
    names: tuple[str, ...]

    def decide(self, state: State, now: int) -> Steps:
        items = tuple(sorted({state.items.number_of(name) for name in self.names}))
        number = state.people.numbers.get(self.voter)
        if number is None:
            number = len(state.people)
            yield events.VoterKnown(voter=number, name=self.voter)
        yield events.VoterOwns(voter=number, items=items)


class Open(NamedTuple):
    """The arena takes questions and votes; or no longer."""

    opened: bool = True

    def decide(self, state: State, now: int) -> Steps:
        if state.closed == self.opened:
            yield events.Opened() if self.opened else events.Closed()


def begin_roster(state: State, why: str) -> Steps:
    """Borda evidence starts anew, at the level of the next roster."""
    yield events.Roster(number=state.items.roster.number + 1, why=why)
