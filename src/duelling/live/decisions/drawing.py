"""Draw the next question, before anybody knows who will answer it."""

import logging
from collections.abc import Generator
from typing import Any

from duelling.live.journal.events import Drawn, Failed, Left, SelfDuel
from duelling.live.policies import Draw, uniform
from duelling.live.state import State
from duelling.texts import first_line

LOG = logging.getLogger("duelling.live")
TRIES = 32  # self-duels in a row, which nobody is shown; then any pair

Steps = Generator[Any, Any, None]


def draw(state: State) -> Steps:
    """Who has left the race by now leaves it; then a pair is drawn, with its chances, and perhaps a case."""
    for item in state.policy.evidence.left() if state.policy.races else ():
        if item not in state.items.roster.left:
            yield Left(roster=state.items.roster.number, item=item)
    number = len(state.questions) + 1
    rng = state.streams.question(state.settings.seed, number)
    members = state.items.roster.members.tolist()
    drawn, fault = _try(state, rng)
    for _ in range(TRIES):
        duel = drawn.duel
        if duel.first != duel.second:
            break
        item = members[duel.first]
        yield SelfDuel(first=item, p_first=_chance(duel.p_first), p_second=_chance(duel.p_second), t=state.t)
        drawn, fault = _try(state, rng)
    else:
        drawn = uniform(len(members), rng)
    if fault is not None:
        yield Failed(question=number, why=fault)
    yield Drawn(
        question=number,
        first=members[drawn.duel.first],
        second=members[drawn.duel.second],
        p_first=_chance(drawn.duel.p_first),
        p_second=_chance(drawn.duel.p_second),
        chance=drawn.chance,
        least=drawn.least,
        widest=drawn.widest,
        out=0 if drawn.all_in else len(state.items.roster.left),
        roster=state.items.roster.number,
        t=state.t,
        seen=state.head,
        case=int(rng.random() * len(state.cases)) if state.cases else None,
    )


def _try(state: State, rng: Any) -> tuple[Draw, str | None]:
    """A pair of the policy; if its learner raises an error, any pair, and the error."""
    try:
        drawn = state.policy.draw(rng)
        arms = len(state.items.roster.members)
        if not (0 <= drawn.duel.first < arms and 0 <= drawn.duel.second < arms):
            raise IndexError(f"it chose something that is not one of {arms} arms")
        return drawn, None
    except Exception as error:  # a user's own learner may raise anything, and the arena lives on
        fault = f"{type(error).__name__}: {first_line(error)}"
        LOG.warning("the learner of arena %s failed, a uniform pair is drawn: %s", state.name, fault)
        return uniform(len(state.items.roster.members), rng), fault


def _chance(p: float) -> float:
    """A chance that is above 1 by rounding alone is 1."""
    return min(float(p), 1.0)
