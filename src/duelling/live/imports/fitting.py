"""Whether an event fits those before it: what an arena never writes must not come in through a file."""

from collections.abc import Callable
from typing import Any

from duelling.errors import WrongValue
from duelling.live.coming import MOST_LETTERS
from duelling.live.items import MOST_EVER
from duelling.live.journal.rows import MODELS, OFTEN, to_event, to_row
from duelling.live.questions import COUNTED
from duelling.live.state import State

NEW: dict[str, tuple[str, Callable[[State], int]]] = {  # the field that must have the next number
    "item-added": ("item", lambda state: len(state.items)),
    "voter-known": ("voter", lambda state: len(state.people.all)),
    "case-added": ("case", lambda state: len(state.cases)),
    "drawn": ("question", lambda state: len(state.questions) + 1),
    "failed": ("question", lambda state: len(state.questions) + 1),
    "roster": ("number", lambda state: state.items.roster.number + 1),
}
KNOWN: dict[str, Callable[[State], int]] = {  # the fields that name something by its number
    "first": lambda state: len(state.items.roster.arms),
    "second": lambda state: len(state.items.roster.arms),
    "item": lambda state: len(state.items),
    "voter": lambda state: len(state.people.all),
    "case": lambda state: len(state.cases),
}
NAMES = {
    kind: [name for name in KNOWN if name in model.model_fields and NEW.get(kind, ("",))[0] != name]
    for kind, model in MODELS.items()
}


def check_fit(state: State, event: Any) -> None:
    """Raise WrongValue if the event cannot follow those that made the state, or if no store could keep it."""
    row = to_row(event, 0)
    if event.kind not in OFTEN and to_event(row) != event:
        raise WrongValue("it must be read back as it was written, with finite numbers")
    new, following = NEW.get(event.kind, ("", None))
    if following is not None:
        _same(new, getattr(event, new), following(state))
    for name in NAMES[event.kind]:
        number, count = getattr(event, name), KNOWN[name](state)
        if number is not None and number >= count:
            raise WrongValue(f"{name} must be one of the {count} that there are, got {number}")
    if event.kind in MORE:
        MORE[event.kind](state, event)


def _same(name: str, found: int, expected: int) -> None:
    if found != expected:
        raise WrongValue(f"{name} must be {expected}, got {found}")


def _fresh_name(names: dict[str, int], event: Any) -> None:
    if event.name in names:
        raise WrongValue(f"name must not be given twice, got {event.name!r}")


def _name(name: str, value: str | None) -> None:
    if value is not None and len(value) > MOST_LETTERS:
        raise WrongValue(f"{name} must have at most {MOST_LETTERS} letters, got {len(value)}")


def _item(state: State, event: Any) -> None:
    _fresh_name(state.items.numbers, event)
    if event.item >= MOST_EVER:
        raise WrongValue(f"item must be below {MOST_EVER}, got {event.item}")


def _items(state: State, numbers: list[int]) -> None:
    wrong = [number for number in numbers if not 0 <= number < len(state.items)]
    if wrong:
        raise WrongValue(f"items must be among the {len(state.items)} that there are, got {wrong[0]}")


def _answers(state: State, event: Any) -> None:
    wrong = [number for number in event.contents if not number.isdigit() or int(number) >= len(state.cases)]
    if wrong:
        raise WrongValue(f"contents must be of the {len(state.cases)} cases that there are, got {wrong[0]!r}")


def _compete(state: State, *items: int) -> None:
    """They must be different items of the present roster."""
    arms = [int(state.items.roster.arms[item]) for item in items]
    if min(arms) < 0 or len({*arms}) < len(arms):
        raise WrongValue(f"items must be different ones of the roster, got {' and '.join(map(str, items))}")


def _drawn(state: State, event: Any) -> None:
    roster = state.items.roster
    _compete(state, event.first, event.second)
    _same("roster", event.roster, roster.number)
    if event.out > len(roster.left):
        raise WrongValue(f"out must be at most {len(roster.left)}, got {event.out}")


def _left(state: State, event: Any) -> None:
    _same("roster", event.roster, state.items.roster.number)
    _compete(state, event.item, *state.items.roster.left)


def _offered(state: State, event: Any) -> None:
    if event.question not in state.questions.waiting:
        raise WrongValue(f"question must be one that waits for an answer, got {event.question}")
    _name("key", event.key)


def _held(state: State, event: Any) -> int:
    """The question of the ticket, which must wait for an answer."""
    offer = state.questions.offers.get(event.ticket)
    if offer is None:
        raise WrongValue(f"ticket must be one of a question that waits for an answer, got {event.ticket}")
    return offer.question


def _repeated(state: State, event: Any) -> None:
    _held(state, event)
    _name("key", event.key)


def _answered(state: State, event: Any) -> None:
    _same("question", event.question, _held(state, event))


def _turned(state: State, event: Any) -> None:
    """A vote that counts is voided, one that does not is restored."""
    table, row = state.questions.table, event.question - 1
    told = row < len(table) and table["told"][row] > 0
    if not told or (table["status"][row] == COUNTED) != (event.kind == "voided"):
        counts = "counts" if event.kind == "voided" else "was taken back"
        raise WrongValue(f"question must be one whose vote {counts}, got {event.question}")


def _recorded(state: State, event: Any) -> None:
    if event.first == event.second:
        raise WrongValue(f"items must be different, got {event.first} twice")


MORE: dict[str, Callable[[State, Any], object]] = {
    "created": lambda state, event: _name("name", event.name),
    "item-added": _item,
    "voter-known": lambda state, event: _fresh_name(state.people.numbers, event),
    "case-added": lambda state, event: _items(state, [int(number) for number in event.contents]),
    "answers-added": _answers,
    "voter-owns": lambda state, event: _items(state, [*event.items]),
    "drawn": _drawn,
    "self": lambda state, event: _compete(state, event.first),
    "left": _left,
    "offered": _offered,
    "repeated": _repeated,
    "told": _answered,
    "skipped": _answered,
    "voided": _turned,
    "restored": _turned,
    "recorded": _recorded,
}
