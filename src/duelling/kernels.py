"""What a user's own algorithm, bandit or problem is written with: the verbs, duels, draws and ``jit``.

Those who hold a learner themselves, outside a simulation, find here how its state is copied, saved, loaded and shown,
and ``replay``, which tells it many recorded duels at once.

These names are public, as are those of ``duelling`` and ``duelling.testing``. Any other module may move.
"""

from duelling.core.jit import interpreted, jit
from duelling.core.protocol import ENDLESS, Duel, charge, choose, decide, learn, pull, update, verdict
from duelling.core.sampling import draw, draw_other, total_of, tree_draw, tree_of, tree_set, tree_sum
from duelling.core.states import copy, load, name_places, save, view
from duelling.loops import Duels, recorded, replay
from duelling.registry.facts import BANDITS
from duelling.worlds.contexts.protocol import observe, reveal
from duelling.worlds.continuous.problem import Space

__all__ = [
    "BANDITS",
    "ENDLESS",
    "Duel",
    "Duels",
    "Space",
    "charge",
    "choose",
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
    "pull",
    "recorded",
    "replay",
    "reveal",
    "save",
    "total_of",
    "tree_draw",
    "tree_of",
    "tree_set",
    "tree_sum",
    "update",
    "verdict",
    "view",
]
