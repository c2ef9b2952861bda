"""Items, the rosters in which they compete, and the cases that they answer."""

import math
from dataclasses import dataclass, field

import numpy as np

from duelling.errors import unknown

MOST_ITEMS = 1000  # that compete at once: everything is computed for each pair
MOST_EVER = 1 << 16  # a number of an item has two bytes


@dataclass
class Item:
    """What competes. Its number is its place in the list of all items, and is never given to another."""

    name: str
    media: str
    content: str | None
    active: bool = True


@dataclass
class Case:
    """What all items answer, such as a prompt; the contents are by the number of the item."""

    text: str
    media: str
    contents: dict[int, str]


@dataclass
class Roster:
    """The items that compete together; Borda evidence is about the questions of one roster."""

    number: int
    why: str
    begin: int  # how many questions were drawn before
    members: np.ndarray  # the numbers of the items; a learner knows them by their places here, its arms
    arms: np.ndarray  # the place of each item, -1 if it does not compete
    left: list[int] = field(default_factory=list)  # the items that left the race, in this order

    @property
    def out(self) -> np.ndarray:
        """The arms that have left the race, in this order."""
        return np.asarray(self.arms[self.left])

    def level(self, delta: float) -> float:
        """The level of the r-th roster, r = 1, 2, ...: δ 6/(π² r²). All of them together are δ."""
        return 6 * delta / (math.pi * self.number) ** 2


class Items:
    """All items there ever were, and the present roster."""

    def __init__(self) -> None:
        self.all: list[Item] = []
        self.numbers: dict[str, int] = {}
        self.seats: list[tuple[int, int]] = []  # (event, item) of all that came, or came back
        self.roster = self._roster(0, "nobody has come yet", 0)

    def __len__(self) -> int:
        return len(self.all)

    def add(self, seq: int, name: str, media: str, content: str | None) -> None:
        self.numbers[name] = len(self.all)
        self.seats.append((seq, len(self.all)))
        self.all.append(Item(name, media, content))

    def restore(self, seq: int, item: int) -> None:
        self.all[item].active = True
        self.seats.append((seq, item))

    def retire(self, item: int) -> None:
        self.all[item].active = False

    def begin(self, number: int, why: str, questions: int) -> None:
        """A new roster of all that are active."""
        self.roster = self._roster(number, why, questions)

    def _roster(self, number: int, why: str, questions: int) -> Roster:
        members = np.array([k for k, item in enumerate(self.all) if item.active], dtype=np.int64)
        arms = np.full(len(self.all), -1)
        arms[members] = np.arange(len(members))
        return Roster(number, why, questions, members, arms)

    def number_of(self, name: str) -> int:
        """The number of the item with this name; raise UnknownName if there is none."""
        if name not in self.numbers:
            raise unknown("item", name, self.numbers)
        return self.numbers[name]

    def active(self) -> list[str]:
        """The names of those that compete."""
        return [item.name for item in self.all if item.active]

    def name(self, number: int) -> str:
        return self.all[number].name
