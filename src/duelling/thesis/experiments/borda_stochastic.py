"""Section 6.1.1 of the thesis. Every problem has a Condorcet winner, which is the Borda winner too."""

from duelling.thesis.chapter import Chapter, Words
from duelling.thesis.claims import asking
from duelling.thesis.claims.bounds import proven
from duelling.thesis.claims.claim import Claim
from duelling.thesis.claims.questions import Case

GRID = """
[[experiment]]
id = "borda-stochastic"
title = "Borda regret, drawn outcomes"
problems = ["arxiv", "cyclic", "sushi"]
horizons = [10_000, 100_000]
winner = "borda"
algorithms = [
    "exp3+unif",
    "ucb+unif:alpha=0.51",
    "ws-w",
    "rucb:alpha=0.51",
    "rmed1",
    "rmed2",
    "rmed2fh",
    "btm",
    "savage",
    "random",
]
runs = 100
"""

CLEARLY = 1.1  # "clearly" better or worse: by this factor
CONSTANT = 1.1  # "constant": grows by less than this factor
SPECIALISED = ("ws-w", "rucb", "rmed1", "rmed2", "rmed2fh", "btm", "savage")

SHORT, LONG = 10_000, 100_000
ARXIV, CYCLIC, SUSHI = ([Case(name, horizon) for horizon in (SHORT, LONG)] for name in ("arxiv", "cyclic", "sushi"))
CASES = [*ARXIV, *CYCLIC, *SUSHI]

CHAPTER = Chapter(
    grid=GRID,
    words=Words(
        section="6.1.1",
        figure="6.1",
        question="What does it cost to assume nothing?",
        setting="Three preference matrices: arxiv (6 rankings of a search engine, close to one another), cyclic (4 "
        "arms, three of which beat each other in a circle) and sushi (16 kinds of sushi). Every duel is drawn afresh "
        "with the matrix's chances. In all three one arm beats every other arm, and the same arm wins most duels on "
        "average, so algorithms that look for the one and algorithms that look for the other have the same aim. "
        "Exp3+UnifK-1 is made for the worst case, in which outcomes follow no chances at all; most of its rivals "
        "rely on chances that do not change.",
        said="Exp3+UnifK-1 is greatly outperformed by the specialised RMED and WS-W, and the regret of WS-W does not "
        "grow with T. RUCB does well on cyclic, but is worse than Exp3+UnifK-1 on arxiv and sushi at the shorter "
        "horizon. UCB+UnifK-1 is noticeably better than Exp3+UnifK-1 and cannot keep up with the best specialised "
        "algorithms.",
    ),
    claims=(
        Claim(
            1,
            "RMED1 and WS-W end far below Exp3+UnifK-1 on all three data sets.",
            "On each data set and at each horizon, their mean final regret is less than half of Exp3+UnifK-1's, run "
            "by run on equal random streams.",
            tuple(
                asking.regret_ratio(case, a, "exp3+unif", below=asking.FAR) for case in CASES for a in ("rmed1", "ws-w")
            ),
        ),
        Claim(
            2,
            "The regret of WS-W is constant in T: the same for 10⁴ and for 10⁵ rounds, within noise.",
            "On each data set the mean final regret at the long horizon is less than 1.1 times that at the short one, "
            "run by run, and the difference is no larger than two sets of independent runs would show by chance.",
            tuple(
                question
                for short, long in (ARXIV, CYCLIC, SUSHI)
                for question in asking.constant("ws-w", short, long, CONSTANT)
            ),
        ),
        Claim(
            3,
            "RUCB does well on cyclic, but for 10⁴ rounds it is worse than Exp3+UnifK-1 on arxiv and on sushi.",
            "On cyclic its mean final regret is less than half of Exp3+UnifK-1's at both horizons; on arxiv and sushi "
            "it is larger than Exp3+UnifK-1's at T = 10⁴. Run by run.",
            (
                *(asking.regret_ratio(case, "rucb", "exp3+unif", below=asking.FAR) for case in CYCLIC),
                *(asking.regret_ratio(case, "rucb", "exp3+unif", above=1) for case in (ARXIV[0], SUSHI[0])),
            ),
        ),
        Claim(
            4,
            "UCB+UnifK-1 is clearly better than Exp3+UnifK-1, and clearly worse than the best specialised algorithm.",
            "On each data set and at each horizon, its mean final regret is less than Exp3+UnifK-1's divided by 1.1, "
            "and more than 1.1 times that of at least one specialised algorithm, of which the best is shown: WS-W, "
            "RUCB, RMED1, RMED2, RMED2FH, BTM, SAVAGE. Run by run; the seven share the level of their interval.",
            (
                *(asking.regret_ratio(case, "ucb+unif", "exp3+unif", below=1 / CLEARLY) for case in CASES),
                *(asking.above_the_best(case, "ucb+unif", SPECIALISED, CLEARLY) for case in CASES),
            ),
        ),
    ),
    proven=(
        *(bound for case in ARXIV for bound in proven(case, "exp3+unif")),  # two of its arms tie: none for WS-W
        *(bound for case in (*CYCLIC, *SUSHI) for bound in proven(case, "exp3+unif", "ws-w")),
    ),
)
