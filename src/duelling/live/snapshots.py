"""A state as bytes, so that a long journal need not be folded from its beginning. A cache: it may be dropped."""

import contextlib
from array import array
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import numpy as np

from duelling import __version__
from duelling.core.states import load, save
from duelling.errors import InputError
from duelling.live.items import Case, Item, Roster
from duelling.live.marks import Marks
from duelling.live.packing import pack, unpack
from duelling.live.people import Voter
from duelling.live.policies import Policy
from duelling.live.questions import Waiting
from duelling.live.settings import Settings
from duelling.live.state import State
from duelling.live.table import Table
from duelling.live.tickets import Offer

FORM = 3  # of the bytes
ROOM = 400_000  # numbers of what is folded for the goal: some copies of its past, for votes that are taken back
PLAIN = ("head", "name", "version", "closed", "begun", "voided", "skips", "faults", "shown")


def to_bytes(state: State) -> bytes:
    """All of a state but its keys, which the journal knows too."""
    return pack(*copied(state))


def copied(state: State) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """What has to be packed: a copy, so that the state may go on meanwhile."""
    with contextlib.suppress(Exception):  # a user's own learner may raise anything: then it is folded anew
        state.policy.fold()
    roster, questions = state.items.roster, state.questions
    held = {name: marks.kept(ROOM) for name, marks in _marks(state.policy).items()}
    header = {
        "form": FORM,
        "package": __version__,
        **{name: getattr(state, name) for name in PLAIN},
        "secret": state.secret.hex(),
        "settings": state.settings.model_dump(mode="json"),
        "items": [asdict(item) for item in state.items.all],
        "seats": [*state.items.seats],
        "roster": {"number": roster.number, "why": roster.why, "begin": roster.begin, "left": [*roster.left]},
        "cases": [[case.text, case.media, list(case.contents.items())] for case in state.cases],
        "voters": [
            [each.name, each.barred, sorted(each.owns), [*each.skipped], [*each.tickets], each.seen]
            for each in state.people.all
        ],
        "waiting": [
            [number, [*waiting.offers], sorted(waiting.skipped), waiting.held]
            for number, waiting in questions.waiting.items()
        ],
        "skipped": [[number, sorted(who)] for number, who in questions.skipped.items()],
        "counted": questions.counted,
        "records": [*state.records.digests],
        "places": {name: [place for place, _ in kept] for name, kept in held.items()},
        "counts": state.policy.evidence.counted,
    }
    answered = [np.frombuffer(each.answered, np.uint32) for each in state.people.all]
    arrays = {
        "roster.members": roster.members,
        "answered": np.concatenate([np.zeros(0, np.uint32), *answered]),
        "answered.ends": np.cumsum([len(each) for each in answered], dtype=np.int64),
    }
    for name, table in _tables(state).items():
        arrays |= {f"{name}.{column}": table[column] for column in table.columns}
    for name, kept in held.items():
        for place, each in kept:
            arrays |= {f"{name}/{place}/{part}": value for part, value in save(each).items()}
    return header, {name: array.copy() for name, array in arrays.items()}


def _tables(state: State) -> dict[str, Table]:
    return {"question": state.questions.table, "self": state.questions.selves, "record": state.records.table}


def _marks(policy: Policy) -> dict[str, Marks]:
    """What is folded for the goal; nothing where there is no pair to draw."""
    if policy.arms < 2:
        return {}
    found = {"evidence": policy.evidence.marks}
    if hasattr(policy, "learning"):
        found["learner"] = policy.learning.marks
    if hasattr(policy, "contest"):
        found["contest"] = policy.marks  # type: ignore[attr-defined]
    return found


def from_bytes(packed: bytes, fresh: Callable[[], State]) -> State | None:
    """The state in these bytes; None if another version of the package has made them, or they cannot be read."""
    try:
        header, arrays = unpack(packed)
        if (header["form"], header["package"]) != (FORM, __version__):
            return None
        return _state(header, arrays, fresh())
    except (InputError, KeyError, TypeError, ValueError, IndexError):
        return None


def _state(header: dict[str, Any], arrays: dict[str, np.ndarray], state: State) -> State:
    for name in PLAIN:
        setattr(state, name, header[name])
    state.secret = bytes.fromhex(header["secret"])
    state.settings = Settings.model_validate(header["settings"])
    items, people, questions = state.items, state.people, state.questions
    items.all = [Item(**item) for item in header["items"]]
    items.numbers = {item.name: number for number, item in enumerate(items.all)}
    items.seats = [(seq, item) for seq, item in header["seats"]]
    members = arrays["roster.members"]
    places = np.full(len(items.all), -1)
    places[members] = np.arange(len(members))
    items.roster = Roster(members=members, arms=places, **header["roster"])
    state.cases = [Case(text, media, dict(contents)) for text, media, contents in header["cases"]]
    answered = np.split(arrays["answered"], arrays["answered.ends"])
    for (name, barred, owns, skipped, tickets, seen), codes in zip(header["voters"], answered, strict=False):
        people.add(name)
        pairs = array("I", codes.tobytes()), array("I", skipped)
        people.all[-1] = Voter(name, barred, frozenset(owns), *pairs, tickets, seen)
    for number in sorted(range(len(people)), key=lambda number: people.all[number].seen):
        people.touch(number, people.all[number].seen)
    for number, offers, skipped, held in header["waiting"]:
        questions.wait(number, Waiting([Offer(*each) for each in offers], set(skipped), held))
    questions.skipped = {number: set(who) for number, who in header["skipped"]}
    questions.counted = header["counted"]
    state.records.digests = header["records"]
    for name, table in _tables(state).items():
        table.extend({column: arrays[f"{name}.{column}"] for column in table.columns})
    _folded(state, header, arrays)
    return state


def _folded(state: State, header: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
    """What was folded for the goal, up to the places at which it was."""
    state.policy.evidence.counted = header["counts"]
    for name, marks in _marks(state.policy).items():
        like, kept = marks.now[1], []
        for place in header["places"][name]:
            begin = f"{name}/{place}/"
            parts = {key.removeprefix(begin): value for key, value in arrays.items() if key.startswith(begin)}
            kept.append((place, load(parts, like)))
        marks.begin_with(kept)
