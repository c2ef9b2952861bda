"""Learners fit for an arena: their state is a function of the votes that were told, and they need no horizon."""

import difflib
from typing import Any

import numpy as np

from duelling.algorithms.reductions.uniform import Uniform
from duelling.core.protocol import chances
from duelling.core.states import numbers
from duelling.errors import WrongValue, plain_text
from duelling.live.settings import Settings
from duelling.registry.choice import Choice, choice
from duelling.registry.facts import ALGORITHMS, Algorithm

SERVED = "tsallis+unif"  # for the goal "show", where nobody said another one
GOAL_OF = {"race": "best", "champion": "condorcet", "serve+race": "show"}
ENDLESS = 1 << 40  # votes: the horizon of a learner that does not look at it


def check_learner(settings: Settings) -> None:
    """Raise InputError unless the goal can be served by the learner that was named."""
    if settings.learner is None:
        if settings.goal == "learner":
            raise WrongValue("learner must be named for the goal learner, such as d-ts")
        return
    if not plain_text("learner", settings.learner):  # of an unset variable; it would be the one that "show" serves with
        raise WrongValue("learner must be a name, got ''")
    if settings.goal not in ("learner", "show"):
        raise WrongValue(f"learner must be left out for the goal {settings.goal}, got {settings.learner!r}")
    start_of(settings, 2)


def start_of(settings: Settings, arms: int) -> Any:
    """A fresh learner; raise an InputError if it cannot work in an arena."""
    chosen = choice(settings.learner or SERVED)
    if chosen.algorithm.name in GOAL_OF:
        name = chosen.algorithm.name
        raise WrongValue(f"learner must be left out: {name} is what goal={GOAL_OF[name]!r} does")
    if not _folds(chosen.algorithm) or not (_endless(chosen) or _stops(chosen.algorithm)):
        why = "needs a horizon" if chosen.algorithm.folds else "cannot be rebuilt from its votes"
        raise WrongValue(f"{chosen.text} {why}: the nearest learner for an arena is {_nearest(chosen.algorithm)!r}")
    state = (chosen if _endless(chosen) else choice(chosen.text, identify=True)).start(arms, ENDLESS)
    if settings.goal == "show" and not (isinstance(state, Uniform) and type(state.bandit) in chances.written):
        raise WrongValue(f"learner must be X+unif of a bandit X that tells its chances, got {chosen.text!r}")
    return state


def _folds(algorithm: Algorithm) -> bool:
    return bool(algorithm.folds) and algorithm.world == "arms"


def _stops(algorithm: Algorithm) -> bool:
    """Whether it has a form that stops by itself, which needs no horizon."""
    return algorithm.identify is not None


def _endless(chosen: Choice) -> bool:
    """Whether it needs no horizon: its start does not look at it, perhaps because of a parameter."""
    one, other = (numbers(chosen.start(3, horizon)) for horizon in (1000, 10**6))
    return chosen.algorithm.anytime or np.array_equal(one, other)


def _nearest(algorithm: Algorithm) -> str:
    """A learner that fits: for the same kind of winner, regret and world, as far as there is one; then by its name."""

    def likeness(name: str) -> tuple[object, ...]:
        each = fit[name]
        alike = [getattr(each, fact) == getattr(algorithm, fact) for fact in ("regret", "adversarial")]
        named = difflib.SequenceMatcher(None, algorithm.name, name).ratio()
        return bool({*each.winners} & {*algorithm.winners}), *alike, named

    fit = {name: each for name, each in ALGORITHMS.every().items() if _folds(each) and each.anytime}
    return max(fit, key=likeness)
