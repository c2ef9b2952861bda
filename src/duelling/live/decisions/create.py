"""Make an arena: the first events of its journal."""

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple

from duelling.errors import Conflict, quoted
from duelling.live.journal.events import CaseAdded, Created, ItemAdded, Roster
from duelling.live.settings import Settings
from duelling.live.state import State

Steps = Generator[Any, Any, bool]


class NewItem(NamedTuple):
    """An item that comes: its name, and what is shown of it; of an image, the digest of its bytes."""

    name: str
    content: str | None = None
    media: str = "text"


class NewCase(NamedTuple):
    """A case that comes, with what the items answer to it, by their names."""

    text: str
    contents: dict[str, str]
    media: str = "text"


class Create(NamedTuple):
    """An arena with these items; if another process was faster, nothing happens, and the answer is False."""

    name: str
    settings: Settings
    secret: str
    version: str
    items: Sequence[NewItem]
    cases: Sequence[NewCase] = ()

    def decide(self, state: State, now: int) -> Steps:
        if state.head:
            return False
        settings = self.settings.model_dump(mode="json")
        yield Created(name=self.name, settings=settings, secret=self.secret, version=self.version)
        for number, item in enumerate(self.items):
            yield ItemAdded(item=number, name=item.name, media=item.media, content=item.content)  # type: ignore[arg-type]
        for number, case in enumerate(self.cases):
            contents = {str(state.items.numbers[name]): text for name, text in case.contents.items()}
            yield CaseAdded(case=number, text=case.text, media=case.media, contents=contents)  # type: ignore[arg-type]
        yield Roster(number=1, why="the arena is made")
        return True


class Same(NamedTuple):
    """Check that an arena which is there already has the items and the cases that were given."""

    items: Sequence[NewItem]
    cases: Sequence[NewCase] = ()

    def decide(self, state: State, now: int) -> Generator[Any, Any, None]:
        here, given = {*state.items.numbers}, {item.name for item in self.items}
        differ = [*sorted(given - here), *sorted({*state.items.active()} - given)]
        if differ:
            verb = "is not in it" if differ[0] in given else "is missing"
            raise Conflict(
                f"items must be those of arena {state.name}, or left out: {differ[0]!r} {verb}; use add or retire"
            )
        texts = [case.text for case in state.cases]
        differ = [case.text for case in self.cases if case.text not in texts]
        if differ:
            raise Conflict(f"cases must be those of arena {state.name}, or left out: {quoted(differ[0])} is not in it")
        return
        yield
