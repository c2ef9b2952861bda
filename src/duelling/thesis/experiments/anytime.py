"""The rate of the Borda theorem knows T, the other one does not.

In the last problem one arm of ten is ahead, by so little that it takes some 25 000 duels to find out.
"""

import math
from itertools import product

from duelling.thesis.chapter import Chapter, Words
from duelling.thesis.claims import asking
from duelling.thesis.claims.bounds import Bounded
from duelling.thesis.claims.claim import Claim
from duelling.thesis.claims.questions import Case, Subject

GRID = """
[[experiment]]
id = "anytime"
title = "The price of not knowing the horizon"
problems = ["arxiv", "cyclic", "sushi", "flips:arms=10,what=favourite,gap=0.02,phases=1"]
horizons = [316, 1_000, 3_162, 10_000, 31_623, 100_000, 316_228, 1_000_000]
against = "horizons"
winner = "borda"
algorithms = ["exp3+unif", "exp3+unif:rate=anytime"]
runs = 20
"""

HORIZONS = (316, 1_000, 3_162, 10_000, 31_623, 100_000, 316_228, 1_000_000)
HARD = Case("flips:arms=10,what=favourite,gap=0.02,phases=1", HORIZONS[-1], called="one of ten")
LONGEST = [*(Case(name, HORIZONS[-1]) for name in ("arxiv", "cyclic", "sushi")), HARD]

CHAPTER = Chapter(
    grid=GRID,
    words=Words(
        section="",
        question="What does it cost not to know how long one will play?",
        setting="Exp3+UnifK-1 with the rate of the theorem is told T, here each of eight horizons in turn, from 316 to "
        "a million rounds. With the anytime rate it is told nothing and plays on; a single run has its regret at all "
        "horizons. The problems are the three data sets, and one of ten, in which an arm wins 52% of its duels and the "
        "others are equal: about the hardest there is for some ten thousand rounds.",
        said="The thesis needs the horizon and asks for an algorithm that does not. Theory predicts what that costs in "
        "the worst case: the proven bound grows by the factor √2, at every T. That is a ratio of bounds. Measured is "
        "the ratio of regrets, which may be anything up to it, and below 1 too: the anytime rate is bold at first and "
        "careful later.",
    ),
    claims=(
        Claim(
            "A5",
            "Not to know the horizon costs Exp3+UnifK-1 no more than the factor √2 that its bound predicts.",
            "On each problem and at each of the eight horizons, the mean regret of the anytime rate is less than √2 "
            "times that of the rate tuned to the horizon, run by run. Predicted is the ratio of two bounds, measured "
            "that of two regrets.",
            tuple(
                asking.regret_ratio(
                    case._replace(horizon=horizon), "exp3+unif:rate=anytime", "exp3+unif", below=math.sqrt(2)
                )
                for case, horizon in product(LONGEST, HORIZONS)
            ),
        ),
        Claim(
            "A6",
            "Both rates stay below their bounds at every horizon.",
            "On each problem the mean regret is below the bound of the rate at each of the eight horizons (shown where "
            "it comes nearest).",
            tuple(Bounded(Subject(case, text)) for case in LONGEST for text in ("exp3+unif", "exp3+unif:rate=anytime")),
        ),
    ),
    names={HARD.problem: HARD.name},
)
