"""A statement about items, with what it promises and what it rests on."""

from dataclasses import dataclass
from typing import Literal

State = Literal["decided", "open", "refused"]
STABLE = "preferences stay as they are"
VOTERS = "voters come from a stable mix, and no voter gives many votes in a row"
SIDES = "a coin decided which item stood on the left"
UNIFORM = "every pair was equally likely to be shown"
FIRST = "the opponent of the item that was drawn first was equally likely to be any other item"
SAME_SIDES = "it does not matter on which side an item stands"
LOGGED = "pairs were drawn with the chances that stand beside the votes"
ASSUMED = (STABLE, VOTERS, SIDES)
MIX = "voters come from a stable mix"


def counted_by_voter(most: int) -> tuple[str, ...]:
    """What is assumed where each voter counts once, with so many answers."""
    if most == 1:
        return STABLE, MIX, SIDES, "it was fixed beforehand that the first answer of each voter counts"
    fixed = f"it was fixed beforehand that the first {most} answers of each voter count"
    return STABLE, MIX, SIDES, f"{fixed}, and nobody who gave fewer comes back"


@dataclass(frozen=True)
class Verdict:
    """What the votes allow one to say now. It is wrong, at any look, with chance ``delta`` at most.

    ``state`` is "decided", "open" (more votes may decide it) or "refused" (such votes never can).
    """

    about: str  # the kind of statement, such as "Condorcet winner"
    state: State
    says: str  # one sentence
    items: tuple[str, ...]  # that the sentence names as winners; none while it is open
    still_in: tuple[str, ...]  # that may yet turn out to be the winner
    delta: float
    assumes: tuple[str, ...] = ASSUMED
    ahead: bool = False  # the items that it names have the largest scores: the first places are theirs
    about_first: int = 0  # so many of the first places are for those still in, and nobody else

    def __str__(self) -> str:
        """The sentence, its level and what it rests on."""
        if self.state == "refused":
            return self.says
        return (
            f"{self.says} (wrong with chance {self.delta:g} at most, at every look, if {', and '.join(self.assumes)})"
        )


def listed(names: tuple[str, ...], most: int = 6) -> str:
    """The names in a sentence: the first few, and how many more there are."""
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
