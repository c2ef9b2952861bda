"""Bring a state forward by very many events at once: what ``State.fold`` does, with arrays in place of events.

Most questions are simple: drawn, offered and answered once. Their events are read as columns and entered together.
Whatever else happened is rare, and folded event by event.
"""

from operator import attrgetter
from types import SimpleNamespace
from typing import Any

import numpy as np

from duelling.live.journal.store import Store
from duelling.live.people import People
from duelling.live.questions import COUNTED, Waiting
from duelling.live.state import State

FEW = 2000  # events that are folded one by one
DRAWN = ("first", "second", "p_first", "p_second", "chance", "least", "widest", "out", "roster", "t", "case")
OFFERED = ("seq", "at", "question", "voter", "flipped")
TOLD = ("seq", "at", "ticket", "question", "answer")
OF_QUESTIONS = ("skipped", "voided", "restored")

Columns = dict[str, Any]


def load(state: State, store: Store, arena: int, upto: int) -> None:
    """Fold the events of a journal up to number ``upto`` that the state has not folded yet."""
    if upto - state.head <= FEW:
        event: Any
        for event in store.events(arena, state.head, upto):
            state.fold(event)
        return
    after = state.head
    drawn, offered, told = (
        _columns(store, arena, kind, names, after, upto)
        for kind, names in (("drawn", ("seq", *DRAWN)), ("offered", OFFERED), ("told", TOLD))
    )
    rare, begun = [], drawn["seq"][:1].tolist()
    state.begun = min(filter(None, [state.begun, *begun]), default=0)
    for event in store.rare(arena, after, upto):
        if event.kind in OF_QUESTIONS:
            rare.append(event)
            continue
        if event.kind == "repeated":  # keys of long ago are looked up in the journal
            continue
        state.fold(event)
        if event.kind == "roster":
            state.items.roster.begin += int(np.searchsorted(drawn["seq"], event.seq))
    before, simple = len(state.questions), _simple(state, drawn, told, rare)
    state.questions.table.extend({name: drawn[name] for name in DRAWN})
    for row in before + np.flatnonzero(~simple[before:]):
        state.questions.wait(int(row) + 1, Waiting())
    _enter_simple(state, simple, offered, told)
    for event in _others(simple, offered, told, rare):
        state.fold(event)
    state.head = upto


def _columns(store: Store, arena: int, kind: str, names: tuple[str, ...], after: int, upto: int) -> Columns:
    found = store.columns(arena, kind, names, after)
    end = int(np.searchsorted(found["seq"], upto, side="right"))  # others may have written meanwhile
    return {name: values[:end] for name, values in found.items()}


def _simple(state: State, drawn: Columns, told: Columns, rare: list[Any]) -> np.ndarray:
    """For each question, also the earlier ones: whether it is drawn here, answered once, and nothing else happened."""
    before = len(state.questions)
    found: np.ndarray = np.bincount(told["question"] - 1, minlength=before + len(drawn["seq"])) == 1
    found[:before] = False
    found[[event.question - 1 for event in rare]] = False
    return found


def _enter_simple(state: State, simple: np.ndarray, offered: Columns, told: Columns) -> None:
    """Enter the answers to simple questions."""
    here = simple[told["question"] - 1]
    rows, answer = told["question"][here] - 1, told["answer"][here]
    ticket = np.searchsorted(offered["seq"], told["ticket"][here])
    flipped = offered["flipped"][ticket].astype(bool)
    won = (answer == "left").astype(np.int8) - (answer == "right")
    values = {
        "status": COUNTED,
        "answer": np.where(flipped, -won, won),
        "bad": answer == "bad",
        "told": told["seq"][here],
        "ticket": told["ticket"][here],
        "asked": offered["at"][ticket],
        "voter": offered["voter"][ticket],
        "flipped": flipped,
    }
    for name, each in values.items():
        state.questions.table[name][rows] = each
    state.questions.counted += len(rows)
    state.questions.recent.clear()
    _enter_voters(state, rows, offered["voter"][ticket], told["at"][here])
    also = simple[offered["question"] - 1]
    _seen(state.people, offered["voter"][also], offered["at"][also])


def _enter_voters(state: State, rows: np.ndarray, voter: np.ndarray, at: np.ndarray) -> None:
    """Enter which pairs each voter has answered, and when he was last seen."""
    table = state.questions.table
    first, second = (table[name][rows].astype(np.uint32) for name in ("first", "second"))
    codes = np.minimum(first, second) << 16 | np.maximum(first, second)
    order = np.argsort(voter, kind="stable")
    order = order[np.searchsorted(voter[order], 0) :]
    voters, begins = np.unique(voter[order], return_index=True)
    for number, begin, end in zip(voters.tolist(), begins, [*begins[1:], len(order)], strict=False):
        state.people.all[number].answered.frombytes(codes[order[begin:end]].tobytes())
    _seen(state.people, voter, at)


def _seen(people: People, voter: np.ndarray, at: np.ndarray) -> None:
    last = np.full(len(people), np.iinfo(np.int64).min)
    np.maximum.at(last, voter[voter >= 0], at[voter >= 0])
    order = np.argsort(last, kind="stable")
    for number in order[last[order] > np.iinfo(np.int64).min].tolist():
        people.touch(number, int(last[number]))


def _others(simple: np.ndarray, offered: Columns, told: Columns, rare: list[Any]) -> list[Any]:
    """The events of the other questions, in order."""

    def events(columns: Columns, kind: str) -> list[Any]:
        places = np.flatnonzero(~simple[columns["question"] - 1])
        parts = {name: values[places].tolist() for name, values in columns.items()}
        return [
            SimpleNamespace(kind=kind, key=None, **dict(zip(parts, each, strict=True)))
            for each in zip(*parts.values(), strict=True)
        ]

    return sorted([*events(offered, "offered"), *events(told, "told"), *rare], key=attrgetter("seq"))
