"""Chances that stay, an order that turns round, and an adversary that knows what the learner is about to play.

Algorithms that are tuned to T are tuned to each of the horizons.
"""

from duelling.thesis.chapter import Chapter, Words
from duelling.thesis.claims import asking
from duelling.thesis.claims.bounds import Bounded
from duelling.thesis.claims.claim import Claim
from duelling.thesis.claims.questions import Case, Subject

GRID = """
[[experiment]]
id = "adversarial"
title = "Weak Borda regret: an adversary ruins whoever can be foreseen, and nobody who draws arms at random"
problems = ["arxiv", "sushi", "flips:arms=10", "shadow:arms=10,guesses=both"]
horizons = [1_000, 10_000, 100_000, 1_000_000]
against = "horizons"
checkpoints = "log"
winner = "borda"
algorithms = [
    "exp3+unif",
    "tsallis+unif",
    "exp3ix+unif",
    "d-exp3",
    "ucb+unif:alpha=0.51",
    "ws-w",
    "rmed1",
    "rucb:alpha=0.51",
]
runs = 10
"""

PREDICTABLE = ("ucb+unif", "ws-w", "rmed1", "rucb")
DRAWING = ("exp3+unif", "tsallis+unif", "exp3ix+unif", "d-exp3")
BOTH_WORLDS = ("exp3+unif", "tsallis+unif")
NOTICED = 0.02  # "bounded away from 0": regret a round
ABOUT = 1.5  # "about as good": at most this multiple of the other's regret

LONGEST = 1_000_000
STAYING = [Case(name, LONGEST) for name in ("arxiv", "sushi")]
FLIPS = Case("flips:arms=10", LONGEST, called="flips")
SHADOW = Case("shadow:arms=10,guesses=both", LONGEST, called="shadow")

CHAPTER = Chapter(
    grid=GRID,
    words=Words(
        section="",
        question="What is it worth to draw one's arms at random?",
        setting="Four worlds. In arxiv (6 arms) and sushi (16 arms) the chances never change. In flips ten arms "
        "stand in an order, and the better one of two wins 70% of their duels; but after 100 rounds the order turns "
        "round, then after 200, and so on, each phase twice as long as the one before. Nobody is harmed by that: "
        "whoever follows loses less than any single arm, which is among the worst again and again, and regret is "
        "negative. The shadow is an adversary: before every round it asks a copy of the learner, with coins of its "
        "own, what it would show next, and makes these arms lose to all others; a favoured arm beats all the rest. It "
        "knows everything but the coins of the round. A learner whose next arms follow from what it has seen shows "
        "what loses in every round, for ever, while the favoured arm would have been good. A learner that draws its "
        "arms is guessed no more often than chance allows, and its second arm even gains on the best single one. "
        "(D-EXP3 is made to keep strong regret small, which counts both arms of a duel and costs more to learn; the "
        "dashed bound is not one of its own.)",
        said="The thesis proves its bound for outcomes that an adversary picks, which no algorithm for fixed chances "
        "has, but all its experiments have chances or sequences that repeat; there such algorithms are better. It asks "
        "whether one algorithm can be good in both worlds. Tsallis-INF+UnifK-1 is such a one: the thesis's reduction "
        "over a younger bandit.",
    ),
    claims=(
        Claim(
            "A1",
            "An algorithm whose next arms can be predicted has linear regret against its own shadow: UCB+UnifK-1, "
            "WS-W, RMED1 and RUCB.",
            "Against the shadow, the exponent of mean regret as a power of t over the last decade is above 0.9, and a "
            "round of the last half adds more than 0.02.",
            (
                *asking.linear(SHADOW, *PREDICTABLE),
                *(asking.regret_per_round(SHADOW, algorithm, above=NOTICED) for algorithm in PREDICTABLE),
            ),
        ),
        Claim(
            "A2",
            "The regret of an algorithm that draws its arms does not grow linearly there: Exp3+UnifK-1, "
            "Tsallis-INF+UnifK-1, Exp3-IX+UnifK-1 and D-EXP3.",
            "Against the shadow, the exponent over the last decade is below 0.9, or regret ends below 0 and so did not "
            "grow.",
            asking.not_linear(SHADOW, *DRAWING),
        ),
        Claim(
            "A3",
            "Exp3+UnifK-1 and Tsallis-INF+UnifK-1 stay below their bounds in every world.",
            "In each of the four worlds the mean regret is below the algorithm's own bound, at each horizon for the "
            "first and at each checkpoint for the second, which needs no horizon (shown where it comes nearest). "
            "Against the shadow the bounds are for a comparison with any arm that is fixed beforehand; measured is "
            "more, a comparison with the arm that is best in the very run.",
            tuple(Bounded(Subject(case, text)) for text in BOTH_WORLDS for case in (*STAYING, FLIPS, SHADOW)),
        ),
        Claim(
            "A4",
            "Where chances stay, Tsallis-INF+UnifK-1 is about as good as UCB+UnifK-1, or better.",
            "On arxiv and sushi, its mean final regret is less than 1.5 times that of UCB+UnifK-1, run by run on equal "
            "random streams.",
            tuple(asking.regret_ratio(case, "tsallis+unif", "ucb+unif", below=ABOUT) for case in STAYING),
        ),
    ),
    names={case.problem: case.name for case in (FLIPS, SHADOW)},
    titles={
        "arxiv": "chances stay: arxiv",
        "sushi": "chances stay: sushi",
        FLIPS.problem: "the order turns round: flips",
        SHADOW.problem: "what is foreseen loses: shadow",
    },
)
