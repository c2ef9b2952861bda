"""Section 6.2.1 of the thesis. The Borda winner is arm 1, the Copeland winner is arm 2."""

from duelling.thesis.chapter import Chapter, Words
from duelling.thesis.claims import asking
from duelling.thesis.claims.claim import Claim
from duelling.thesis.claims.questions import Case

GRID = """
[[experiment]]
id = "copeland-exp3"
title = "Copeland regret, where another arm is the Borda winner"
problems = ["copeland_borda"]
period = 10
horizons = [1_000, 10_000]
winner = "copeland"
algorithms = ["exp3+unif"]
runs = 100
"""

STEADY = 0.1  # "little variance": the standard deviation over runs, as a share of the mean
SETTLED = 3 / 16 * 1.01  # regret a round; up to one percent, for what reaches a limit never lies surely below it

LONGEST = Case("copeland_borda", 10_000)

CHAPTER = Chapter(
    grid=GRID,
    words=Words(
        section="6.2.1",
        question="Does an algorithm that looks for the Borda winner find the Copeland winner?",
        setting="Five arms. Arm 1 is the Borda winner, arm 2, which loses to one arm only, the Copeland winner. Ten "
        "rounds of outcomes with exact frequencies are repeated until T. Once Exp3+UnifK-1 plays arm 1 in every "
        "round, a round costs 3/16 on average.",
        said="The regret of Exp3+UnifK-1 grows linearly, with very little variance: it is not suitable where "
        "Copeland loss counts.",
    ),
    claims=(
        Claim(
            6,
            "Exp3+UnifK-1 grows linearly, with little variance; its slope is at most 3/16 once it has settled.",
            "At the longest horizon, the exponent over the last decade is above 0.9; a round of the last half adds at "
            "most 3/16 to the regret, up to one percent; the standard deviation of the final regret over runs is "
            "below a tenth of its mean.",
            (
                *asking.linear(LONGEST, "exp3+unif"),
                asking.regret_per_round(LONGEST, "exp3+unif", below=SETTLED),
                asking.regret_variation(LONGEST, "exp3+unif", below=STEADY),
            ),
        ),
    ),
)
