"""Small problems with contexts, and how learners are played on them."""

import numpy as np

from duelling.registry.choice import choice
from duelling.seeds import streams
from duelling.worlds.contexts.loop import play
from duelling.worlds.contexts.problem import Contextual

NAMES = ["sparring-exp4p", "sparring-fpl", "projected-gd"]
SHORT = {"sparring-fpl": ":steps=25", "projected-gd": ":outer=15,inner=5,gap=0"}
SMALL = "contexts:arms=3,contexts=2,policies=5,seed=1"
RING = np.array([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]])  # rock, paper, scissors
ONE, OTHER = [[0.5, 0.9], [0.1, 0.5]], [[0.5, 0.1], [0.9, 0.5]]
SWAP = Contextual([ONE, OTHER], [[0, 0], [1, 1], [1, 0], [0, 1]])  # only the last policy answers both contexts well


def constant(win, **facts):
    """One context, and a policy for each arm."""
    return Contextual([win], np.arange(len(win))[:, None], **facts)


def play_on(problem, learner, rounds, seed=0):
    """The pairs of each context."""
    played = np.zeros(problem.win.shape, np.int64)
    assert play(learner, problem.start(rounds), len(problem.arms), 1, rounds, *streams(seed, 0), played) == 0
    return played


def fresh(name, problem, horizon=100):
    short = SHORT.get(name, "") + ("" if name == "sparring-exp4p" else ",explore=40")
    return choice(name + short).start(len(problem.arms), horizon, problem.policies)
