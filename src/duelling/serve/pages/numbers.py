"""What the dashboard shows beside the standings: counts, voters, items, times. Taken from the state in one look."""

from typing import Any, NamedTuple

import numpy as np

from duelling.live.questions import COUNTED, VOID
from duelling.live.state import State
from duelling.votes.standings import Standings

MOST_VOTERS = 200  # that are shown
PREVIEW = 120  # characters of a text


class VoterRow(NamedTuple):
    """A voter in the table."""

    number: int
    name: str
    votes: int
    left: str  # the share of his votes that went to the left
    barred: bool
    void: int  # votes of his that were taken away
    agrees: str = ""  # with the others, in spreads of the crowd
    takes: str = ""  # for a vote, at the median
    note: str = ""


class ItemRow(NamedTuple):
    """An item in the table."""

    number: int
    name: str
    media: str
    active: bool
    preview: str


class Numbers(NamedTuple):
    """Everything, as it was after event ``head``."""

    head: int
    closed: bool
    votes: int
    voters: int
    waiting: int
    skips: int
    voided: int
    faults: int
    roster: int
    people: list[VoterRow]
    asked: np.ndarray  # the voter of each question, -1 if nobody said who
    items: list[ItemRow]
    settings: dict[str, Any]
    page: dict[str, Any]


def look(state: State) -> Numbers:
    """Take the numbers from the state; quick, and without keeping any of it."""
    questions = state.questions
    return Numbers(
        head=state.head,
        closed=state.closed,
        votes=questions.counted,
        voters=len(state.people),
        waiting=len(questions.waiting),
        skips=state.skips,
        voided=state.voided,
        faults=state.faults,
        roster=state.items.roster.number,
        people=_people(state),
        asked=state.questions.table["voter"].copy(),
        items=[
            ItemRow(number, item.name, item.media, item.active, (item.content or "")[:PREVIEW])
            for number, item in enumerate(state.items.all)
        ],
        settings=state.settings.model_dump(mode="json"),
        page=dict(state.settings.page),
    )


def _people(state: State) -> list[VoterRow]:
    """The voters with the most votes."""
    table, count = state.questions.table, len(state.people)
    known = table["voter"] >= 0
    counted, gone = known & (table["status"] == COUNTED), known & (table["status"] == VOID)
    sides = np.where(table["flipped"] == 1, -1, 1) * table["answer"]
    votes, void = (np.bincount(table["voter"][rows], minlength=count) for rows in (counted, gone))
    left, right = (np.bincount(table["voter"][counted & (sides == side)], minlength=count) for side in (1, -1))
    return [
        VoterRow(
            number=k,
            name=state.people.all[k].name,
            votes=int(votes[k]),
            left=f"{100 * left[k] / (left[k] + right[k]):.0f}%" if left[k] + right[k] else "",
            barred=state.people.all[k].barred,
            void=int(void[k]),
        )
        for k in np.argsort(-votes, kind="stable")[:MOST_VOTERS].tolist()
    ]


def described(numbers: Numbers, found: Standings, votes: dict[str, np.ndarray]) -> list[VoterRow]:
    """Return the voters with what is seen of them in the standings, and how long they take; those with a note first."""
    seen: dict[str, tuple[float, str]] = {}
    if found.people is not None:
        notes = found.people.order()[1]
        seen = {name: (found.people.relative[k], notes[k]) for k, name in enumerate(found.people.names)}
    known = votes["question"] <= len(numbers.asked)  # some may have come since the numbers were taken
    voter, took = numbers.asked[votes["question"][known] - 1], votes["took"][known]
    rows = []
    for row in numbers.people:
        relative, note = seen.get(row.name, (None, ""))
        times = took[(voter == row.number) & (took >= 0)]
        rows.append(
            row._replace(
                agrees="" if relative is None or relative != relative else f"{relative:+.1f}",
                takes=f"{np.median(times) / 1000:.1f} s" if len(times) else "",
                note=note,
            )
        )
    return sorted(rows, key=lambda row: (not row.note, -row.votes))


def told(event: Any) -> str:
    """Return what an event holds, in one line."""
    left_out = {"seq", "at", "kind", "secret", "settings", "contents", "content", "data", "key"}
    fields = {name: value for name, value in event.model_dump().items() if name not in left_out and value is not None}
    return ", ".join(f"{name} {_short(value)}" for name, value in fields.items())


def _short(value: Any) -> str:
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return text if len(text) <= 60 else f"{text[:59]}…"
