"""Section 6.3 of the thesis. The von Neumann winner is uniform on the first three arms, the Borda winner is the fourth.

The text says 10 repetitions and its script 100.
"""

from duelling.thesis.chapter import Chapter, Words
from duelling.thesis.claims import asking
from duelling.thesis.claims.bounds import proven
from duelling.thesis.claims.claim import Claim
from duelling.thesis.claims.questions import Case
from duelling.thesis.printed import Printed, mixture, period

GRID = """
[[experiment]]
id = "von-neumann"
title = "von Neumann regret, where another arm is the Borda winner"
problems = ["different_winners"]
period = 40
horizons = [1_000, 10_000, 100_000]
winner = "von_neumann"
algorithms = ["exp3+unif", "exp3-sparring", "exp3p-sparring", "vn+unif"]
runs = 100
"""

QUICKLY = 1 / 20  # of the horizon
LONGER = 2.0  # "noticeably longer": so many times as long

CASES = [Case("different_winners", horizon) for horizon in (1_000, 10_000, 100_000)]
LONGEST = CASES[-1]

CHAPTER = Chapter(
    grid=GRID,
    words=Words(
        section="6.3",
        figure="6.5",
        question="Does an algorithm that looks for the Borda winner find the von Neumann winner?",
        setting="Sixteen arms. The von Neumann winner mixes the first three evenly; the fourth wins most duels on "
        "average and is the Borda winner, only because it always beats the eleven weak arms. Forty rounds of outcomes "
        "with exact frequencies are repeated until T. Regret can be negative here: an arm that beats the mixture in a "
        "round costs less than nothing, and the better arm of a pair is the one that counts.",
        said="The regret of Exp3-Sparring and VN+UnifK-1 quickly becomes negative; Exp3.P-Sparring explores "
        "noticeably longer. The regret of Exp3+UnifK-1 is linear: it is not suitable for the von Neumann setting.",
    ),
    claims=(
        Claim(
            8,
            "The regret of Exp3-Sparring and VN+UnifK-1 turns negative quickly; Exp3.P-Sparring explores noticeably "
            "longer.",
            "Taken for each run at the longest horizon: the first checkpoint from which regret stays negative, or the "
            "horizon if it does not. On average it lies in the first twentieth of the rounds for the first two, and "
            "for Exp3.P-Sparring it comes more than twice as late as for either of them, run by run.",
            (
                *(asking.turns_negative(LONGEST, a, below=QUICKLY) for a in ("exp3-sparring", "vn+unif")),
                *(asking.turns_later(LONGEST, "exp3p-sparring", a, above=LONGER) for a in ("exp3-sparring", "vn+unif")),
            ),
        ),
        Claim(
            9,
            "The regret of Exp3+UnifK-1 is linear.",
            "At the longest horizon, the exponent of mean regret as a power of t over the last decade is above 0.9: "
            "it grows at least linearly there. An exponent above 1 means that regret was still low at the beginning of "
            "the decade, while the algorithm explored; in the end no regret grows faster than linearly.",
            asking.linear(LONGEST, "exp3+unif"),
        ),
    ),
    printed=(
        Printed("6.3", "weights of the arms in the von Neumann winner", "1/3 1/3 1/3 0 … 0", mixture),
        Printed("6.3", "τ, the length of the sequence of outcomes that is repeated", "40", period),
    ),
    proven=tuple(bound for case in CASES for bound in proven(case, "exp3-sparring", "exp3p-sparring")),
)
