"""Learners fit for an arena: their state is a function of the votes that were told, and they need no horizon."""

import difflib
from typing import Any

from duelling.algorithms.reductions.uniform import Uniform
from duelling.core.protocol import chances
from duelling.errors import WrongValue
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
            raise WrongValue("learner must be named for the goal learner, as in learner='rucb'")
        return
    if settings.goal not in ("learner", "show"):
        raise WrongValue(f"learner must be left out for the goal {settings.goal}, got {settings.learner!r}")
    start_of(settings, 2)


def start_of(settings: Settings, arms: int) -> Any:
    """A fresh learner; raise InputError if it cannot work in an arena."""
    chosen = choice(settings.learner or SERVED)
    if chosen.algorithm.name in GOAL_OF:
        name = chosen.algorithm.name
        raise WrongValue(f"learner must be left out: {name} is what goal={GOAL_OF[name]!r} does")
    if not _fits(chosen.algorithm) and not _stops(chosen):
        why = "needs a horizon" if chosen.algorithm.folds else "cannot be rebuilt from its votes"
        raise WrongValue(f"{chosen.text} {why}: the nearest learner for an arena is {_nearest(chosen.algorithm)!r}")
    state = chosen.start(arms, ENDLESS) if not _stops(chosen) else choice(chosen.text, identify=True).start(arms)
    if settings.goal == "show" and not (isinstance(state, Uniform) and type(state.bandit) in chances.written):
        raise WrongValue(f"learner must be X+unif of a bandit X that tells its chances, got {chosen.text!r}")
    return state


def _fits(algorithm: Algorithm) -> bool:
    return bool(algorithm.folds and algorithm.anytime and algorithm.world == "arms")


def _stops(chosen: Choice) -> bool:
    """Whether it folds, and has a form that stops by itself instead of one with a horizon."""
    algorithm = chosen.algorithm
    return bool(algorithm.folds and not algorithm.anytime and algorithm.identify and algorithm.world == "arms")


def _nearest(algorithm: Algorithm) -> str:
    """A learner that fits, for the same kind of winner if there is one, with the most similar name."""
    fit = {name: each for name, each in ALGORITHMS.every().items() if _fits(each)}
    alike = [name for name, each in fit.items() if {*each.winners} & {*algorithm.winners}]
    return difflib.get_close_matches(algorithm.name, alike or fit, n=1, cutoff=0.0)[0]
