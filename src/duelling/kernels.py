"""What a user's own algorithm, bandit, problem or regret is written with: verbs, duels, timelines, draws and ``jit``.

Those who hold a learner themselves, outside a simulation, find here how its state is copied, saved, loaded and shown,
and ``replay``, which tells it many recorded duels at once.

Verbs and draws run in every round and check nothing, compiled or not, but that the verb is known for the state: rounds,
arms and weights are the caller's, and a wrong index may end the process. Records such as ``Duel`` hold what they are
given. The other functions here are called now and then, and answer a wrong value with ``InputError``.

These names are public, as are those of ``duelling``, ``duelling.client`` and ``duelling.testing``. Any other module may
move.
"""

from duelling.core.jit import interpreted, jit
from duelling.core.losses import Constant, Cycle, Drift, Steps, phase_of
from duelling.core.protocol import (
    ENDLESS,
    NOBODY,
    Duel,
    chances,
    charge,
    choose,
    combine,
    decide,
    learn,
    pull,
    seat,
    standing,
    update,
    verdict,
)
from duelling.core.sampling import draw, draw_other, total_of, tree_draw, tree_of, tree_set, tree_sum
from duelling.core.states import copy, load, name_places, save, view
from duelling.loops import Duels, recorded, replay
from duelling.registry.facts import BANDITS
from duelling.worlds.contexts.protocol import observe, reveal
from duelling.worlds.continuous.problem import Space

__all__ = [
    "BANDITS",
    "ENDLESS",
    "NOBODY",
    "Constant",
    "Cycle",
    "Drift",
    "Duel",
    "Duels",
    "Space",
    "Steps",
    "chances",
    "charge",
    "choose",
    "combine",
    "copy",
    "decide",
    "draw",
    "draw_other",
    "interpreted",
    "jit",
    "learn",
    "load",
    "name_places",
    "observe",
    "phase_of",
    "pull",
    "recorded",
    "replay",
    "reveal",
    "save",
    "seat",
    "standing",
    "total_of",
    "tree_draw",
    "tree_of",
    "tree_set",
    "tree_sum",
    "update",
    "verdict",
    "view",
]
