"""May we stop: what can be said now for the goal of an arena, and how many more votes it may take."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from duelling.core.jit import interpreted
from duelling.live.contest import Condorcet
from duelling.live.settings import Settings
from duelling.live.standings import Seen, ballots_of, see, standings
from duelling.live.state import State
from duelling.votes.forecast import Forecast, forecast_pair, forecast_winner, race_evidence
from duelling.votes.standings import Standings
from duelling.votes.verdicts.verdict import Verdict

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

    def __str__(self) -> str:
        """The sentence, its level and what it rests on, and the warnings, a line each."""
        level = f"wrong with chance {self.delta:g} at most, at every look, if {', and '.join(self.assumes)}"
        return "\n".join([self.says, *([level] if self.state != "refused" else []), *self.warnings])


class Glance(NamedTuple):
    """What a judgement is made from: copies, so that votes go on meanwhile."""

    seen: Seen
    contest: Verdict | None  # of the goal that has a verdict of its own


def glance(state: State) -> Glance:
    """Take from the state what a judgement needs; quick, beside ``judge``."""
    return Glance(see(state), _contest(state))


def judge(glance: Glance, found: Standings | None = None) -> Judgement:
    """What can be said now; ``found`` are the standings of the same glance, where they are known."""
    found = standings(glance.seen) if found is None else found
    settings = glance.seen.settings
    verdict = found.verdict if glance.contest is None else glance.contest
    ahead = forecast(settings, glance.seen.level, found, verdict)
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


def _contest(state: State) -> Verdict | None:
    """The verdict that the goal is about, where it is not that of the standings."""
    if state.settings.goal != "condorcet":
        return None
    assert isinstance(state.policy, Condorcet)
    state.policy.fold()
    with interpreted():
        return state.policy.verdict(ballots_of(state))


def _not_yet(race: tuple[str, ...], ahead: Forecast | None) -> str:
    names = [*race[:MOST_NAMES], *([f"{len(race) - MOST_NAMES} more"] if len(race) > MOST_NAMES else [])]
    return f"not yet: {' or '.join(names)}" + (f"; {ahead.says}" if ahead is not None else "")


def forecast(settings: Settings, level: float, found: Standings, verdict: Verdict) -> Forecast | None:
    """How many more votes until the verdict, as a range; None where it is there, or will never be."""
    if verdict.state != "open":
        return None
    K = len(found.items)
    rivals = [found.items.index(name) for name in verdict.still_in]
    met = found.wins + found.wins.T + found.ties
    if settings.goal == "condorcet":
        return _of_pairs(found, rivals[0], K / level)
    evidence, near = race_evidence(K, level, settings.within)
    return forecast_winner(
        found.score[rivals],
        met.sum(axis=1)[rivals],
        evidence,
        K / 2,
        ties=float(found.ties.sum() / max(met.sum(), 1)),
        within=settings.within,
        near=near,
        race=0 if settings.goal == "rank" else K,
    )


def _of_pairs(found: Standings, leader: int, evidence: float) -> Forecast:
    """The votes of the leader against each of the others, added up."""
    low = high = 0.0
    for other in range(len(found.items)):
        if other != leader:
            each = forecast_pair(
                int(found.wins[leader, other]), int(found.ties[leader, other]), int(found.wins[other, leader]), evidence
            )
            low, high = low + each.low, high + each.high
    return Forecast(low, high, in_words(low, high))


def in_words(low: float, high: float) -> str:
    """A range of votes with two digits: nobody knows more."""
    words = [f"{int(float(f'{count:.1e}')):,}" if np.isfinite(count) else "many" for count in (low, high)]
    return f"between {words[0]} and {words[1]} more votes (approximate)"
