"""One problem of each kind, with its chances."""

import numpy as np

from duelling.core.links import LINKS
from duelling.problems.changing import Drifting, Piecewise
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.utility import UtilityModel

SHARP = np.array([[0.5, 0.9, 0.2], [0.1, 0.5, 0.6], [0.8, 0.4, 0.5]])
ROUND = np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])  # outcomes: rock, paper, scissors
ROUNDS = np.array([[[0, 1, 1], [-1, 0, -1], [-1, 1, 0]], [[0, -1, 1], [1, 0, 1], [-1, -1, 0]]])
KINDS = [
    (PreferenceMatrix(SHARP), 7),
    (Piecewise([SHARP.T, SHARP], [1, 10]), 9),
    (Piecewise([SHARP.T, SHARP], [1, 10]), 10),
    (Drifting([SHARP.T, SHARP], [1, 101]), 26),
    (Drifting([SHARP.T, SHARP], [1, 101]), 500),
    *((UtilityModel([[0.1, 0.9, 0.3], [0.2, 0.25, 1.0]], link), 4) for link in LINKS),
]


def chances(given, t):
    """P_t by differences of the running mean."""
    before = (t - 1) * given.preference(t - 1)
    return t * given.preference(t) - before
