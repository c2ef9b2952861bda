"""One learner for chances that stay and for those that turn, if the best arm is the one that beats the others.

Von Neumann regret is the one measure that all seven worlds have. Where one arm beats every other it is twice the
Condorcet regret, and utility regret under the linear link. The shadow has Borda regret alone and is left out.
"""

from itertools import product

from duelling.thesis.chapter import Chapter, Words
from duelling.thesis.claims import asking
from duelling.thesis.claims.bounds import Proven
from duelling.thesis.claims.claim import Claim
from duelling.thesis.claims.questions import Case, Subject

GRID = """
[[experiment]]
id = "both-worlds"
title = "One learner for chances that stay and for those that turn"
problems = [
    "arithmetic",
    "arxiv",
    "cyclic",
    "borda_vonneumann",
    "both-worlds-changing.txt",
    "flips:arms=5",
    "drift:arms=5",
]
horizons = [1_000, 10_000, 100_000, 1_000_000]
against = "horizons"
checkpoints = "log"
winner = ["von_neumann", "borda"]
algorithms = ["soda", "ws-w", "exp3+unif", "tsallis+unif"]
runs = 10
"""

ADDED = 1.1  # from 10⁵ to 10⁶; regret like log T would grow by the factor 1.2, like √T by 3.2
NOTICED = 0.02  # "bounded away from 0": regret a round

HORIZONS = (1_000, 10_000, 100_000, 1_000_000)
SHORT, LONGEST = HORIZONS[-2:]
STAYING = [Case(name, LONGEST) for name in ("arithmetic", "arxiv", "cyclic")]
TWO_WINNERS = Case("borda_vonneumann", LONGEST, called="two winners")
CHANGING = Case("both-worlds-changing.txt", LONGEST, called="changing utilities")
FLIPS = Case("flips:arms=5", LONGEST, called="flips")
DRIFT = Case("drift:arms=5", LONGEST, called="drift")
WORLDS = (*STAYING, TWO_WINNERS, CHANGING, FLIPS, DRIFT)

CHAPTER = Chapter(
    grid=GRID,
    words=Words(
        section="",
        question="Can one learner be good in both worlds for the arm that beats the others?",
        setting="Seven worlds. In arithmetic (8 arms with utilities), arxiv (6 arms) and cyclic (4 arms) chances "
        "never change and one arm beats every other. So it is in the problem with two winners (5 arms), but there "
        "another arm has the better Borda score. In three worlds chances change in a way that is fixed beforehand. "
        "Utilities change under the linear link: the first of six arms is far ahead in every third round, behind the "
        "second in the others, and best on average. In flips the order of five arms turns round after 100 rounds, then "
        "after 200, and so on. In drift the lead passes from arm to arm. Shown is von Neumann regret, which all seven "
        "have. Where one arm beats every other it is twice the Condorcet regret, and for utilities with the linear "
        "link it is utility regret. The shadow is left out: only Borda regret is defined there.",
        said="The thesis takes the uniform second arm from SODA, an algorithm that sees the losses of two arms and has "
        "constant regret where chances stay. It sets the rest aside, because duels show no losses. But SODA needs only "
        "the difference of the two losses, and a duel is an unbiased sample of that. The bound follows as it does for "
        "Exp3. It is about the arm that beats the learner's own arms, not about the Borda winner. That regret is "
        "constant where chances stay is not proven here, only measured.",
    ),
    claims=(
        Claim(
            "A14",
            "SODA stays below its bound in every world in which chances are fixed beforehand.",
            "In each of the seven worlds, for each of the four horizons, the mean von Neumann regret is below the "
            "bound at every checkpoint (shown where it comes nearest).",
            tuple(
                Proven(Subject(case._replace(horizon=horizon), "soda")) for case, horizon in product(WORLDS, HORIZONS)
            ),
        ),
        Claim(
            "A15",
            "Where chances stay and one arm beats every other, the regret of SODA is constant from 10⁵ rounds on.",
            "On arithmetic, arxiv and cyclic, the mean regret at 10⁶ rounds is less than 1.1 times that at 10⁵. Regret "
            "like log T would grow by the factor 1.2, and like √T by 3.2.",
            tuple(asking.grows_by("soda", case._replace(horizon=SHORT), case, below=ADDED) for case in STAYING),
        ),
        Claim(
            "A16",
            "Where the Borda winner is another arm, the Borda regret of SODA is linear.",
            "In the problem with two winners, the exponent of mean Borda regret as a power of t over the last decade "
            "is above 0.9, and a round of the last half adds more than 0.02.",
            (
                *asking.linear(TWO_WINNERS, "soda", winner="borda"),
                asking.regret_per_round(TWO_WINNERS, "soda", above=NOTICED, winner="borda"),
            ),
        ),
    ),
    names={case.problem: case.name for case in (TWO_WINNERS, CHANGING, FLIPS, DRIFT)},
    titles={
        "arithmetic": "chances stay: arithmetic",
        "arxiv": "chances stay: arxiv",
        "cyclic": "chances stay: cyclic",
        TWO_WINNERS.problem: "chances stay: two winners",
        CHANGING.problem: "utilities change, linear link",
        FLIPS.problem: "the order turns round: flips",
        DRIFT.problem: "the lead passes on: drift",
    },
)
