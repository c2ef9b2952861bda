"""Who votes: names, what each has answered, and who may answer what."""

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations

from duelling.errors import unknown


def pair_code(first: int, second: int) -> int:
    """A number for an unordered pair of items."""
    return min(first, second) << 16 | max(first, second)


def pair_of(code: int) -> tuple[int, int]:
    """The pair of items with this number."""
    return code >> 16, code & 0xFFFF


@dataclass
class Voter:
    """One voter, by his number in the list of all."""

    name: str
    barred: bool = False
    owns: frozenset[int] = frozenset()  # items that he is not asked about
    answered: array = field(default_factory=lambda: array("I"))  # type: ignore[type-arg]  # the pairs, by their codes
    skipped: array = field(default_factory=lambda: array("I"))  # type: ignore[type-arg]  # pairs that others were asked
    tickets: list[int] = field(default_factory=list)  # of open questions; some may have expired
    seen: int = -(1 << 62)  # when he last took a ticket or voted

    def open_to(self, items: list[int]) -> list[int]:
        """Those of the items that are not his own."""
        return [item for item in items if item not in self.owns] if self.owns else items

    def has_seen_all(self, items: list[int], repeats: int | None, held: Sequence[int] = ()) -> bool:
        """Whether he has answered or skipped every pair of items that are open to him as often as he may.

        ``held`` has pairs that count as well, those of the tickets that he holds.
        """
        mine = self.open_to(items)
        pairs, seen = len(mine) * (len(mine) - 1) // 2, len(self.answered) + len(self.skipped) + len(held)
        if repeats is None or pairs == 0 or seen < pairs * repeats:
            return False
        counts = Counter([*self.answered, *self.skipped, *held])
        return all(counts[pair_code(*pair)] >= repeats for pair in combinations(mine, 2))


class People:
    """All voters there ever were."""

    def __init__(self) -> None:
        self.all: list[Voter] = []
        self.numbers: dict[str, int] = {}
        self._recent: dict[int, None] = {}  # the numbers of those who were seen, the last one last

    def __len__(self) -> int:
        return len(self.all)

    def add(self, name: str) -> None:
        self.numbers[name] = len(self.all)
        self.all.append(Voter(name))

    def number_of(self, name: str) -> int:
        """The number of the voter with this name; raise UnknownName if nobody has it."""
        if name not in self.numbers:
            raise unknown("voter", name, self.numbers)
        return self.numbers[name]

    def name(self, number: int) -> str | None:
        return None if number < 0 else self.all[number].name

    def touch(self, number: int, at: int) -> None:
        """He took a ticket, or voted."""
        voter = self.all[number]
        voter.seen = max(voter.seen, at)
        self._recent.pop(number, None)
        self._recent[number] = None

    def present(self, since: int) -> int:
        """How many voters took a ticket or voted since then."""
        for count, number in enumerate(reversed(self._recent)):
            if self.all[number].seen < since:
                return count
        return len(self._recent)
