"""Section 6.2.1 of the thesis. The Borda winner is the first arm, the Copeland winner is the second."""

from duelling.thesis.chapter import Chapter, Words
from duelling.thesis.claims import asking
from duelling.thesis.claims.claim import Claim
from duelling.thesis.claims.questions import Case
from duelling.thesis.printed import Printed, losses

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
        figure="6.3",
        question="Does an algorithm that looks for the Borda winner find the Copeland winner?",
        setting="Five arms. The first is the Borda winner, the second, which loses to one arm only, the Copeland "
        "winner. Ten rounds of outcomes with exact frequencies are repeated until T. Once Exp3+UnifK-1 plays the first "
        "arm in every round, a round costs 3/16 on average.",
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
    printed=(
        Printed("6.2.1", "Borda losses of the arms, times K", "1.7 2.7 3.1 2.5 2.5", losses("borda", lambda k: k)),
        Printed("6.2.1", "Copeland losses of the arms, times K - 1", "2 1 3 2 2", losses("copeland", lambda k: k - 1)),
        Printed(
            "6.2.1",
            "regret of a round in which Exp3+UnifK-1 shows the Borda winner first: at most",
            "3/16 = 0.1875",
            asking.regret_per_round(LONGEST, "exp3+unif"),
        ),
    ),
)
