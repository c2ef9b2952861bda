"""May we stop: what can be said now for the goal of an arena, and how many more votes it may take."""

from dataclasses import dataclass

import numpy as np

from duelling.live.settings import Settings
from duelling.live.standings import Seen, standings
from duelling.votes.forecast import Forecast, forecast_pair, forecast_winner, race_evidence
from duelling.votes.scores.known import mean
from duelling.votes.standings import Standings
from duelling.votes.tally import Tally, count
from duelling.votes.tickets import tickets
from duelling.votes.verdict import Verdict
from duelling.votes.verdicts.condorcet import BEATS_ALL, NEAR

MOST_NAMES = 5  # that are said of those who may still win


@dataclass(frozen=True)
class Judgement:
    """The verdict of an arena. It is wrong, at any look and over all rosters, with chance ``delta`` at most.

    ``state`` is "decided", "open" (more votes may decide it) or "refused" (such votes never can).
    """

    goal: str
    state: str
    winner: str | None
    race: tuple[str, ...]  # who may still be the winner, best first
    says: str
    forecast: Forecast | None
    votes: int
    delta: float
    assumes: tuple[str, ...]
    warnings: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Judgement({self.state}, {self.votes} votes: {self.says})"

    def __str__(self) -> str:
        """The sentence, its level and what it rests on, and the warnings, a line each."""
        level = f"wrong with chance {self.delta:g} at most, at every look, if {', and '.join(self.assumes)}"
        return "\n".join([self.says, *([level] if self.state != "refused" else []), *self.warnings])


def judge(seen: Seen, found: Standings | None = None) -> Judgement:
    """What can be said now; ``found`` are the standings of what was seen, where they are known."""
    found = standings(seen) if found is None else found
    settings = seen.settings
    verdict = _verdict(settings, found)
    ahead = forecast(seen, found, verdict)
    winner = verdict.items[0] if verdict.items else None
    return Judgement(
        goal=settings.goal,
        state=verdict.state,
        winner=winner,
        race=verdict.still_in,
        says=verdict.says if verdict.state != "open" else _not_yet(verdict.still_in, ahead),
        forecast=ahead,
        votes=found.votes,
        delta=settings.delta,
        assumes=verdict.assumes,
        warnings=found.warnings,
    )


def _verdict(settings: Settings, found: Standings) -> Verdict:
    """What the standings say about the goal, so that they and a judgement never differ."""
    if settings.goal != "condorcet":
        return found.verdict
    about = NEAR if settings.within else BEATS_ALL
    return next(each for each in found.others if each.about == about)


def _not_yet(race: tuple[str, ...], ahead: Forecast | None) -> str:
    names = [*race[:MOST_NAMES], *([f"{len(race) - MOST_NAMES} more"] if len(race) > MOST_NAMES else [])]
    return f"not yet: {' or '.join(names)}" + (f"; {ahead.says}" if ahead is not None else "")


def forecast(seen: Seen, found: Standings, verdict: Verdict) -> Forecast | None:
    """How many more votes until the verdict, as a range; None if it is there, will never be, or may come any time."""
    if verdict.state != "open":
        return None
    settings, tally, K = seen.settings, count(seen.asked), len(found.items)
    rivals = [tally.items.index(name) for name in verdict.still_in]
    if settings.goal == "condorcet":
        return _of_pairs(tally, rivals[0], K / seen.level)
    evidence, near = race_evidence(K, seen.level, settings.within)
    score, votes = mean(tickets(seen.asked).settled, K)  # what the race has seen: the others wait for an answer
    ahead = forecast_winner(
        score[rivals],
        votes[rivals],
        evidence,
        K / 2,
        ties=float(tally.ties.sum() / max(tally.met.sum(), 1)),
        within=settings.within,
        near=near,
        race=0 if settings.goal == "rank" else K,
    )
    return ahead if ahead.high > 0 else None  # so many votes would do, but these have not


def _of_pairs(tally: Tally, leader: int, evidence: float) -> Forecast:
    """The votes of the leader against each of the others, added up."""
    low = high = 0.0
    for other in range(len(tally.items)):
        if other != leader:
            each = forecast_pair(
                int(tally.wins[leader, other]), int(tally.ties[leader, other]), int(tally.wins[other, leader]), evidence
            )
            low, high = low + each.low, high + each.high
    return Forecast(low, high, in_words(low, high))


def in_words(low: float, high: float) -> str:
    """A range of votes with two digits: nobody knows more."""
    words = [f"{int(float(f'{count:.1e}')):,}" if np.isfinite(count) else "many" for count in (low, high)]
    return f"between {words[0]} and {words[1]} more votes (approximate)"
