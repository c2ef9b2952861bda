"""Take in votes from elsewhere: all of them or none, and no source twice."""

from collections.abc import Generator
from typing import Any, NamedTuple

import numpy as np

from duelling.errors import Conflict, UnknownName, quoted
from duelling.live.journal.events import Imported, Recorded, VoterKnown
from duelling.live.state import State
from duelling.votes.ballots import Ballots

ANSWERS = {1: "left", 0: "tie", -1: "right"}
Steps = Generator[Any, Any, int]


class Include(NamedTuple):
    """Votes as ``du.tally`` reads them; with ``again`` also if such votes were taken in before."""

    ballots: Ballots
    source: str
    digest: str
    again: bool = False

    def decide(self, state: State, now: int) -> Steps:
        """The answer is how many of the votes have a case that the arena does not know."""
        ballots = self.ballots
        unknown = [name for name in ballots.items if name not in state.items.numbers]
        if unknown:
            what = f"{quoted(unknown[0])}, which is no item of arena {state.name}"
            raise UnknownName(f"{self.source} names {what}: add it first, or leave these votes out")
        if self.digest in state.records.digests and not self.again:
            raise Conflict(f"the votes of {self.source} were taken in before: say so if they are to count again")
        yield Imported(source=self.source, digest=self.digest, rows=len(ballots))
        for name in ballots.voters:
            if name not in state.people.numbers:
                yield VoterKnown(voter=len(state.people), name=name)
        items = np.array([state.items.numbers[name] for name in ballots.items])
        voters = [state.people.numbers[name] for name in ballots.voters]
        texts = {case.text: number for number, case in reversed(list(enumerate(state.cases)))}
        cases = [texts.get(text) for text in ballots.cases]
        for left, right, outcome, bad, voter, case, time in zip(
            items[ballots.left].tolist(),
            items[ballots.right].tolist(),
            ballots.outcome.tolist(),
            ballots.bad.tolist(),
            ballots.voter.tolist(),
            ballots.case.tolist(),
            ballots.time.tolist(),
            strict=True,
        ):
            yield Recorded(
                first=left,
                second=right,
                answer="bad" if bad else ANSWERS[outcome],  # type: ignore[arg-type]
                voter=voters[voter] if voter >= 0 else None,
                case=cases[case] if case >= 0 else None,
                time=None if np.isnan(time) else time,
            )
        known = np.array([number is not None for number in cases], dtype=bool)
        return int((ballots.case >= 0).sum() - known[ballots.case[ballots.case >= 0]].sum())
