"""Section 6.1.2 of the thesis. The Borda winner is the second arm, the von Neumann winner is the first."""

from duelling.thesis.chapter import Chapter, Words
from duelling.thesis.claims import asking
from duelling.thesis.claims.bounds import proven
from duelling.thesis.claims.claim import Claim
from duelling.thesis.claims.questions import Case
from duelling.thesis.printed import Printed, period

GRID = """
[[experiment]]
id = "borda-vn"
title = "Borda regret, where another arm is the von Neumann winner"
problems = ["borda_vonneumann"]
period = 20
horizons = [1_000, 10_000, 100_000]
winner = ["borda", "von_neumann"]
algorithms = ["exp3+unif", "exp3-sparring", "exp3p-sparring", "vn+unif"]
runs = 100
"""

CASES = [Case("borda_vonneumann", horizon) for horizon in (1_000, 10_000, 100_000)]

CHAPTER = Chapter(
    grid=GRID,
    words=Words(
        section="6.1.2",
        figure="6.2",
        question="Do algorithms that look for the von Neumann winner find the Borda winner?",
        setting="Five arms. The second wins most duels on average and is the Borda winner; the first beats every "
        "other arm, most of them narrowly, and is the von Neumann winner. The outcomes are fixed in advance: 20 rounds "
        "in which every pair ends exactly as often each way as the matrix says, repeated until T.",
        said="The regret of Exp3+UnifK-1 is sublinear. That of Exp3-Sparring, Exp3.P-Sparring and VN+UnifK-1 grows "
        "linearly: they are not suitable for the Borda setting.",
    ),
    claims=(
        Claim(
            5,
            "Exp3+UnifK-1 is sublinear; Exp3-Sparring, Exp3.P-Sparring and VN+UnifK-1 grow linearly.",
            "At the longest horizon, the exponent of mean regret as a power of t over the last decade is below 0.9 for "
            "the first, or its regret ends below 0 and so did not grow; it is above 0.9 for the others.",
            (
                *asking.not_linear(CASES[-1], "exp3+unif"),
                *asking.linear(CASES[-1], "exp3-sparring", "exp3p-sparring", "vn+unif"),
            ),
        ),
    ),
    printed=(
        Printed("6.1.2", "τ, the shortest sequence of outcomes with exact frequencies", "20", period),
        Printed(
            "6.3",
            "chance to lose to the von Neumann winner, of the better arm that Exp3+UnifK-1 shows here: at most",
            "0.5375",
            asking.lost_to_the_mixture(CASES[-1], "exp3+unif"),
        ),
    ),
    proven=tuple(bound for case in CASES for bound in proven(case, "exp3+unif")),
)
