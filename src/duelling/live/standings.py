"""What the votes of an arena say: its votes as those of a file, its evidence in the place of theirs."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from duelling.core.jit import interpreted
from duelling.errors import Conflict
from duelling.live.contest import Condorcet
from duelling.live.questions import COUNTED, OPEN
from duelling.live.settings import Settings
from duelling.live.state import State
from duelling.votes.ballots import Ballots, Question
from duelling.votes.racing import ready
from duelling.votes.rank import standings_of
from duelling.votes.standings import Standings
from duelling.votes.verdict import Verdict

MANY_SKIPS = 0.1  # the share of skips from which they may change what the votes mean
KNOWN_CHANCES = ("best", "show", "rank")  # goals whose pairs are drawn so that every vote says something about scores
MANY_HELD, SHARE_HELD = 10, 0.1  # votes behind an open question, and their share of all, from which it is said


def ballots_of(state: State) -> Ballots:
    """The votes on items that compete: first those from elsewhere, then those that the arena asked for."""
    return state.records.before(asked_of(state), state.items.roster.arms)


def asked_of(state: State) -> Ballots:
    """The votes that the arena asked for, in the order of drawing, and the questions that wait: what may prove things.

    Those of earlier rosters have no chances: what a score means has changed since.
    """
    table, roster = state.questions.table, state.items.roster
    held = {name: table[name] for name in table.columns}
    here = (roster.arms[held["first"]] >= 0) & (roster.arms[held["second"]] >= 0)
    first, second = roster.arms[held["first"]], roster.arms[held["second"]]
    ours = np.arange(len(table)) >= roster.begin
    chance, least = (np.where(ours, held[name], np.nan) for name in ("chance", "least"))
    out = np.where(ours, held["out"].astype(np.int64) - 1, -1)
    counted, waits = here & (held["status"] == COUNTED), np.flatnonzero(here & (held["status"] == OPEN))
    before = np.cumsum(counted)
    flipped, answer = held["flipped"][counted] == 1, held["answer"][counted].astype(np.int64)
    one, other = first[counted], second[counted]
    questions = [
        Question(
            int(before[row]), int(first[row]), int(second[row]), float(chance[row]), float(least[row]), int(out[row]),
            _or_one(held["widest"][row]),
        )
        for row in waits
    ]  # fmt: skip
    gone = roster.out.tolist()
    return Ballots(
        items=tuple(state.items.name(item) for item in roster.members.tolist()),
        left=np.where(flipped, other, one),
        right=np.where(flipped, one, other),
        outcome=np.where(flipped, -answer, answer),
        bad=held["bad"][counted] == 1,
        voters=tuple(voter.name for voter in state.people.all),
        voter=held["voter"][counted].astype(np.int64),
        cases=tuple(case.text for case in state.cases),
        case=held["case"][counted].astype(np.int64),
        time=np.full(int(counted.sum()), np.nan),
        chance=chance[counted],
        least=least[counted],
        source="",
        outs=tuple(tuple(sorted(gone[: k + 1])) for k in range(len(gone))),
        out=out[counted],
        waiting=tuple(questions),
        widest=np.nan_to_num(held["widest"][counted], nan=1.0),
        known=True,
        **_voices(state, counted),
    )


def _voices(state: State, counted: np.ndarray) -> dict[str, np.ndarray]:
    """Where each voter counts once: when the votes were told, and which are the first that their voters ever gave."""
    if state.settings.by_voter is None:
        return {}
    table = state.questions.table
    rows = np.flatnonzero(table["status"] == COUNTED)  # also about items that are gone
    rows = rows[np.argsort(table["told"][rows], kind="stable")]
    first = np.zeros(len(table), dtype=bool)
    first[rows[np.unique(table["voter"][rows], return_index=True)[1]]] = True
    return {"told": table["told"][counted], "voice": first[counted]}


def _or_one(value: float) -> float:
    return 1.0 if np.isnan(value) else float(value)


class Seen(NamedTuple):
    """What standings are computed from: copies, so that votes go on while somebody computes."""

    name: str
    settings: Settings
    level: float  # of the present roster
    ballots: Ballots  # all votes, for the eye
    asked: Ballots  # those that everything proved rests on
    outcome: tuple[np.ndarray, int]  # of the race that the arena runs
    contest: Verdict | None  # of the goal that has a verdict of its own
    anew: str  # why evidence about scores has begun anew, where no vote has come since
    warnings: tuple[str, ...]


def see(state: State) -> Seen:
    """Take from the state what its standings need, at least two items; quick, beside ``standings``."""
    if state.policy.arms < 2:
        raise Conflict(f"arena {state.name} must have at least two items to compare, got {state.policy.arms}: add some")
    evidence = state.policy.evidence
    evidence.race()
    asked = asked_of(state)
    ballots = state.records.before(asked, state.items.roster.arms)
    said = tuple(warnings(state, len(ballots)))
    contest = _contest(state, asked)
    anew = _anew(state)
    return Seen(state.name, state.settings, state.level, ballots, asked, evidence.outcome(), contest, anew, said)


def _anew(state: State) -> str:
    """Why nothing is known of scores yet, although there are votes; empty where that is otherwise."""
    roster, table = state.items.roster, state.questions.table
    fresh = roster.number > 1 and not (table["status"][roster.begin :] == COUNTED).any()
    return roster.why if fresh and state.settings.goal in KNOWN_CHANCES else ""


def _contest(state: State, asked: Ballots) -> Verdict | None:
    """The verdict of the contest; None for the goals without one, and where each voter counts once."""
    if state.settings.goal != "condorcet" or state.settings.by_voter is not None:
        return None
    assert isinstance(state.policy, Condorcet)
    state.policy.fold()
    with interpreted():
        return state.policy.verdict(asked)


def standings(seen: Seen) -> Standings:
    """Who leads, at the level of the present roster, by the race that the arena runs."""
    settings = seen.settings
    with ready(len(seen.ballots)):
        found = standings_of(
            seen.ballots,
            delta=seen.level,
            within=settings.within,
            by_voter=None if settings.by_voter is None else 1,
            run=lambda within: seen.outcome,
            proof=seen.asked,
        )
    others = [seen.contest if seen.contest and seen.contest.about == each.about else each for each in found.others]
    return replace(
        found,
        delta=settings.delta,  # of all rosters together
        verdict=replace(_open_again(found.verdict, seen.anew), delta=settings.delta),
        others=tuple(replace(each, delta=settings.delta) for each in others),
        warnings=(*seen.warnings, *found.warnings),
        source=seen.name,
    )


def _open_again(verdict: Verdict, why: str) -> Verdict:
    """A verdict that refuses to speak of votes whose chances belong to another roster: new votes will have theirs."""
    if not why or verdict.state != "refused":
        return verdict
    return replace(verdict, state="open", says=f"It is open who is the best: evidence begins anew, because {why}")


def warnings(state: State, votes: int) -> list[str]:
    """What has happened in the arena that its promises do not cover, or that a reader should know."""
    found, roster = [], state.items.roster
    if state.voided:
        found.append(
            f"{state.voided} votes were taken away; if that was decided after a look at results, no promise holds"
        )
    table = state.questions.table
    if shown := int(((table["told"] > state.shown) & (table["status"] == COUNTED)).sum()) if state.shown else 0:
        found.append(f"{shown} votes were given by voters who could see who leads; no promise holds then")
    if state.skips > MANY_SKIPS * max(state.questions.counted + state.skips, 1):
        share = state.skips / (state.questions.counted + state.skips)
        found.append(f"{share:.0%} of answers were skips; what is said holds for those who answer")
    if roster.number > 1:
        rows = table["status"][roster.begin :] == COUNTED
        found.append(f"{int(rows.sum())} of {votes} votes speak about scores: a new roster began, because {roster.why}")
    if held := _held_back(state):
        found.append(held)
    if elsewhere := int(state.records.counted.sum()):
        found.append(f"{elsewhere} votes came from elsewhere; no interval, place or verdict rests on them")
    if state.faults:
        found.append(f"the learner failed for {state.faults} questions, in whose place uniform pairs were drawn")
    return found


def _held_back(state: State) -> str:
    """That many votes prove little until somebody answers an older question; else nothing."""
    state.policy.evidence.race()
    begin = state.items.roster.begin
    first = begin + state.policy.evidence.marks.now[0]
    counted = np.flatnonzero(state.questions.table["status"][begin:] == COUNTED) + begin
    behind = int((counted >= first).sum())
    if behind < max(MANY_HELD, SHARE_HELD * len(counted)):
        return ""
    older = sum(first < number <= counted[-1] for number in state.questions.waiting)
    return (
        f"{behind} of {len(counted)} votes were asked for after questions that nobody has answered yet ({older}), and "
        "prove less until then; others get them when their tickets have expired: invite voters who have not seen these "
        "pairs, or raise repeats"
    )
