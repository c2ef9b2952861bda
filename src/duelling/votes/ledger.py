"""Questions as they are drawn and votes as they come: standings at any time, without reading all of them again.

It is what ``rank`` is for a file. Questions are entered in the order of drawing, their answers come in any order:

    ledger = Ledger(("fox", "owl", "hare"), delta=0.05)
    left = ledger.left()                                   # the places of those that may be the best: draw from these
    first = ledger.ask(0, 2, chance=1 / 3, least=1 / 3)    # questions are numbered 0, 1, 2, ...
    later = ledger.ask(1, 2, chance=1 / 3, least=1 / 3)
    ledger.tell(later, 1, voter="ann")                     # counts in the tables; scores wait for the first question
    ledger.tell(first, -1, voter="bob")
    ledger.standings()                                     # as of ``rank``

A ledger holds one roster: the same items from the first question to the last. If items come or go, begin another one,
at the level ``level(delta, roster)``; the counts of pairs stay valid, and enter it as votes without chances.

Everything is a function of the questions, in their order, and of the answers that stand; the order of telling does not
matter. So votes that are late or taken back, and those of several processes, need no rules of their own. Nobody comes
back within a roster: an item that a question says has left stays out, also if votes against it were taken back.

In plain Python a question and its answer cost less than a millisecond, and no compiler is needed. More than 1000 votes
at once, as after ``enter``, are counted by compiled code, in about 2 µs each; ``standings`` take as long once more.
"""

import math
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from duelling.core.evidence.candidates import Candidates, start_candidates
from duelling.errors import WrongValue, at_least, quoted
from duelling.errors import chance as level_of
from duelling.votes.ballots import Ballots
from duelling.votes.marks import Marks
from duelling.votes.questions import FORGOTTEN, OPEN, Questions
from duelling.votes.racing import MOST, fold, outcome, worst_case
from duelling.votes.rank import standings_of
from duelling.votes.standings import Standings
from duelling.votes.tickets import Pairs

STEP = 64  # votes between two marks


def level(delta: float, roster: int) -> float:
    """The level of the r-th roster, r = 1, 2, ...: δ 6/(π² r²). All of them together are δ."""
    return 6 * delta / (math.pi * roster) ** 2


class Ledger:
    """The questions of one roster and their answers, and the race among its items that follows from them."""

    def __init__(
        self, items: Sequence[str], *, delta: float = 0.05, within: float = 0.0, counted: bool = False, source: str = ""
    ) -> None:
        """``delta`` is the level of this roster. ``counted`` saves memory where all questions are those of a race.

        They are if the first item was drawn from the candidates and the second from all others, each as likely.
        """
        if len(items) < 2 or len(set(items)) < len(items):
            raise WrongValue(f"items must be at least two different names, got {quoted(items)}")
        self.delta, self.within = level_of("delta", delta), at_least("within", within, 0.0, 0.5)
        self.counted, self.questions = counted, Questions(tuple(items), source)
        self._marks = Marks(self._start, STEP)

    @property
    def items(self) -> tuple[str, ...]:
        """The names of all items."""
        return self.questions.items

    def __len__(self) -> int:
        """How many questions were asked."""
        return len(self.questions)

    def ask(
        self,
        first: int,
        second: int,
        *,
        chance: float = math.nan,
        least: float = math.nan,
        out: Iterable[int] = (),
        widest: float = 1.0,
    ) -> int:
        """Enter a question, in the order of drawing, and return its number: 0, 1, 2, ...

        ``first`` and ``second`` are places in ``items``. ``chance`` is π, with which this pair, in either order, was
        drawn. ``least`` is s, the least chance of all pairs that hold an item that had not left, NaN where some could
        not be drawn; ``out`` are the items that had left. ``widest`` is the largest s/π of a pair of two items that had
        not left, if somebody knows it: 1/2 for a race that somebody has left. Never compute them later: they belong
        to the moment of drawing. Without a chance the vote counts for everything but Borda scores.
        """
        return self.questions.ask(first, second, chance, least, out, widest)

    def tell(
        self,
        question: int,
        outcome: int,
        *,
        flipped: bool = False,
        voter: str | None = None,
        case: str | None = None,
        time: float = math.nan,
        bad: bool = False,
    ) -> None:
        """Enter the answer to a question: 1 for its first item, -1 for the second, 0 for a tie.

        ``flipped`` says that the second item stood on the left, ``bad`` that a tie said that both are bad, ``time``
        is in seconds since 1970.
        """
        given = {"flipped": int(flipped), "bad": int(bad), "time": time, "voter": voter, "case": case}
        self.questions.tell(question, outcome, given)

    def enter(
        self,
        columns: Mapping[str, np.ndarray],
        *,
        voters: Sequence[str] = (),
        cases: Sequence[str] = (),
        outs: Sequence[tuple[int, ...]] = (),
    ) -> None:
        """Enter many questions at once, in the order of drawing, with the answers that they have.

        ``columns`` are arrays: first and second, and of the others those that are known: answer (1, 0, -1, or 2 where
        nobody has answered yet, 3 for a question that was taken back), chance, least, widest, flipped, bad, time, and
        voter, case, out as places in ``voters``, ``cases`` and ``outs``, -1 for none.
        """
        self.questions.enter(columns, voters, cases, outs)

    def reopen(self, question: int) -> None:
        """Take an answer back: the question waits for another one, and what follows it waits too."""
        self._change(question, OPEN)

    def forget(self, question: int) -> None:
        """Take a question back, with its answer if it has one: what is left counts as if it had not been asked.

        Who does so after looking at the answer gives up the level; a rule that does not look at answers keeps it.
        """
        self._change(question, FORGOTTEN)

    def left(self, *, worst: bool = False) -> tuple[int, ...]:
        """The places of the items that may still be the best: draw the next question from these, and log the others.

        It goes by the votes before the oldest open question. With ``worst`` also by the later ones, with every open
        question answered in the worst way, which is worth its time where the oldest is very old.
        """
        left = outcome(self._behind() if worst else self._folded())[0].tolist()
        gone = {k for each in self.questions.outs for k in each}
        return tuple(k for k in left if k not in gone) or tuple(left)

    def best(self) -> int:
        """The place of the item that is named as the best, or -1 as long as nobody is."""
        return outcome(self._behind())[1]

    def standings(
        self, *, pairs: Pairs | None = None, top: int | None = None, by_voter: int | None = None
    ) -> Standings:
        """What ``rank`` returns for a file with these votes; all three options are explained there."""
        run = None if pairs not in (None, "logged") or len(self.items) > MOST else self._run
        levels = {"delta": self.delta, "within": self.within}
        return standings_of(self.ballots(), **levels, pairs=pairs, top=top, by_voter=by_voter, run=run)

    def ballots(self) -> Ballots:
        """All votes as arrays, in the order of drawing, and the questions that wait."""
        return self.questions.ballots()

    def _change(self, question: int, answer: int) -> None:
        self.questions.change(question, answer)
        self._marks.back(question)

    def _run(self, within: float) -> tuple[np.ndarray, int]:
        return outcome(self._behind())

    def _behind(self) -> Candidates:
        """The race with the votes behind the first open question, in the worst case."""
        race = self._folded()
        return worst_case(race, self.questions.tickets(self._marks.now[0], len(self)))

    def _start(self) -> Candidates:
        if len(self.items) > MOST:
            raise WrongValue(f"items must be at most {MOST} for a race, got {len(self.items)}")
        return start_candidates(len(self.items), self.delta, self.within, counted=self.counted)

    def _folded(self) -> Candidates:
        """The race by all votes before the first open question."""
        done = self._marks.now[0]
        end = self.questions.first_open(done)
        if end > done:
            fold(self._marks.go(end), self.questions.tickets(done, end))
        race: Candidates = self._marks.now[1]
        return race
