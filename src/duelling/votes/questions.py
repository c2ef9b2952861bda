"""Questions in the order of drawing and their answers, in columns that grow."""

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from duelling.errors import WrongValue, quoted
from duelling.votes.ballots import Ballots, Question
from duelling.votes.tickets import Tickets

OPEN, FORGOTTEN = 2, 3  # in the column of answers, beside 1, 0 and -1
COLUMNS: dict[str, tuple[str, float]] = {  # the type of each, and what stands there if nothing is said
    "first": ("q", -1),
    "second": ("q", -1),
    "answer": ("q", OPEN),  # from the side of the first item
    "chance": ("d", math.nan),  # π
    "least": ("d", math.nan),  # s
    "widest": ("d", 1.0),
    "out": ("q", -1),  # the place in ``outs``; -1: nobody had left
    "flipped": ("q", 0),  # 1: the second item stood on the left
    "bad": ("q", 0),
    "voter": ("q", -1),  # the place in ``voters``
    "case": ("q", -1),
    "time": ("d", math.nan),
}
ROUNDING = 1e-9


class Questions:
    """The columns, with one place for each question."""

    def __init__(self, items: tuple[str, ...], source: str = "") -> None:
        self.items, self.source = items, source
        self.voters: dict[str, int] = {}
        self.cases: dict[str, int] = {}
        self.outs: dict[tuple[int, ...], int] = {}
        self._rows = np.zeros((1, len(items)), bool)  # ``outs`` as a table; the last row: nobody
        self.columns = {name: array(kind) for name, (kind, _) in COLUMNS.items()}

    def __len__(self) -> int:
        return len(self.columns["first"])

    def ask(self, first: int, second: int, chance: float, least: float, out: Iterable[int], widest: float) -> int:
        """Enter a question; its number."""
        given = {"first": first, "second": second, "chance": chance, "least": least, "widest": widest, "out": 0}
        self.enter({name: np.array([value]) for name, value in given.items()}, (), (), [tuple(out)])
        return len(self) - 1

    def enter(
        self,
        columns: Mapping[str, np.ndarray],
        voters: Sequence[str],
        cases: Sequence[str],
        outs: Sequence[tuple[int, ...]],
    ) -> None:
        """Enter many questions, with the answers that they have. Places in columns stand for these names and sets."""
        unknown_names = set(columns) - set(COLUMNS)
        if unknown_names:
            raise WrongValue(f"columns must be some of {', '.join(COLUMNS)}, got {quoted(sorted(unknown_names)[0])}")
        count = len(columns["first"])
        held = {name: np.full(count, otherwise, kind) for name, (kind, otherwise) in COLUMNS.items()}
        for name, values in columns.items():
            held[name][:] = values
        self._refuse(held, outs)
        named = {"voter": [self.voters.setdefault(name, len(self.voters)) for name in voters]}
        named["case"] = [self.cases.setdefault(name, len(self.cases)) for name in cases]
        named["out"] = [self._place_of(tuple(sorted({*out}))) for out in outs]
        for name, places in named.items():
            held[name] = np.array([*places, -1])[held[name]]  # the last: none
        for name, values in held.items():
            self.columns[name].frombytes(np.ascontiguousarray(values).tobytes())

    def _refuse(self, held: dict[str, np.ndarray], outs: Sequence[tuple[int, ...]]) -> None:
        """Raise WrongValue where something cannot be."""
        first, second, chance, least = (held[name] for name in ("first", "second", "chance", "least"))
        items = len(self.items)
        rules = {
            f"first and second must be two places of items, from 0 to {items - 1}": (
                (np.minimum(first, second) >= 0) & (np.maximum(first, second) < items) & (first != second)
            ),
            "answer must be 1, 0, -1, 2 or 3, and 0 where both are bad": (
                np.isin(held["answer"], (1, 0, -1, OPEN, FORGOTTEN)) & ((held["bad"] == 0) | (held["answer"] == 0))
            ),
            "chance must be above 0 and at most 1, or NaN": np.isnan(chance) | ((chance > 0) & (chance <= 1)),
            "least must be above 0 and at most chance, or NaN": (
                np.isnan(least) | ((least > 0) & (least <= chance * (1 + ROUNDING)))
            ),
            "widest must be above 0 and at most 1": (held["widest"] > 0) & (held["widest"] <= 1),
        }
        for rule, holds in rules.items():
            if not holds.all():
                raise WrongValue(f"{rule}, got something else in question {len(self) + int((~holds).argmax())}")
        wrong = [out for out in outs if any(not 0 <= k < items for k in out)]
        if wrong:
            raise WrongValue(f"out must be places of items, from 0 to {items - 1}, got {quoted(wrong[0])}")

    def _place_of(self, gone: tuple[int, ...]) -> int:
        """The place in ``outs`` of a set of items, which may be new; -1 for the empty one."""
        if not gone:
            return -1
        place = self.outs.setdefault(gone, len(self.outs))
        if len(self.outs) >= len(self._rows):
            row = np.zeros((1, len(self.items)), bool)
            row[0, list(gone)] = True
            self._rows = np.concatenate([self._rows[:-1], row, self._rows[-1:]])
        return place

    def tell(self, question: int, outcome: int, given: dict[str, Any]) -> None:
        """Enter the answer to a question that waits."""
        if self.answer(question) != OPEN:
            raise WrongValue(f"question must be one that waits for an answer, got {quoted(question)}")
        if outcome not in (1, 0, -1) or (given["bad"] and outcome != 0):
            raise WrongValue(f"outcome must be 1, 0 or -1, and 0 where both are bad, got {quoted(outcome)}")
        for name, known in (("voter", self.voters), ("case", self.cases)):
            given[name] = -1 if given[name] is None else known.setdefault(given[name], len(known))
        for name, value in {**given, "answer": outcome}.items():
            self.columns[name][question] = value

    def answer(self, question: int) -> int:
        """1, 0 or -1, OPEN or FORGOTTEN."""
        if not 0 <= question < len(self):
            raise WrongValue(f"question must be the number of one that was asked, got {quoted(question)}")
        return int(self.columns["answer"][question])

    def change(self, question: int, answer: int) -> None:
        """Take the answer back, or the whole question."""
        if self.answer(question) == FORGOTTEN:
            raise WrongValue(f"question must be one that was not taken back, got {quoted(question)}")
        for name in ("voter", "case", "time", "bad", "flipped"):
            self.columns[name][question] = COLUMNS[name][1]  # type: ignore[call-overload]
        self.columns["answer"][question] = answer

    def tickets(self, begin: int, end: int) -> Tickets:
        """Those from ``begin`` up to ``end`` that count for Borda scores."""
        held = {name: np.array(self.columns[name][begin:end]) for name in COLUMNS}
        counts = (held["answer"] != FORGOTTEN) & ~np.isnan(held["least"])
        return Tickets(
            first=held["first"],
            second=held["second"],
            share=np.where(held["answer"] == OPEN, np.nan, (1 + held["answer"]) / 2),
            weight=held["least"] / held["chance"],
            widest=held["widest"],
            gone=np.where(held["out"] < 0, len(self.outs), held["out"]),
            outs=self._rows,
            final=True,
        ).take(counts)

    def first_open(self, begin: int) -> int:
        """The number of the first open question from ``begin`` on that would count for Borda scores."""
        answers, least = self.columns["answer"], self.columns["least"]
        for place in range(begin, len(self)):
            if answers[place] == OPEN and not math.isnan(least[place]):
                return place
        return len(self)

    def ballots(self) -> Ballots:
        """All votes as arrays, in the order of drawing, and the questions that wait."""
        held = {name: np.array(each) for name, each in self.columns.items()}
        answered, waits = held["answer"] < OPEN, np.flatnonzero(held["answer"] == OPEN)
        told = ("first", "second", "chance", "least", "out", "widest")
        wait = zip(np.cumsum(answered)[waits].tolist(), *(held[name][waits].tolist() for name in told), strict=True)
        votes = {name: each[answered] for name, each in held.items()}
        flipped = votes["flipped"] == 1
        return Ballots(
            items=self.items,
            left=np.where(flipped, votes["second"], votes["first"]),
            right=np.where(flipped, votes["first"], votes["second"]),
            outcome=np.where(flipped, -votes["answer"], votes["answer"]),
            bad=votes["bad"] == 1,
            voters=tuple(self.voters),
            voter=votes["voter"],
            cases=tuple(self.cases),
            case=votes["case"],
            time=votes["time"],
            chance=votes["chance"],
            least=votes["least"],
            source=self.source,
            outs=tuple(self.outs),
            out=votes["out"],
            waiting=tuple(Question(*each) for each in wait),
            widest=votes["widest"],
            first=np.where(flipped, -1, 1),
            known=True,
            final=True,
        )
