"""Section 6.2.2 of the thesis. The von Neumann winner mixes the first three arms, the Copeland winner is the fourth."""

from duelling.thesis.chapter import Chapter, Words
from duelling.thesis.claims import asking
from duelling.thesis.claims.claim import Claim
from duelling.thesis.claims.questions import Case
from duelling.thesis.printed import Printed, mixture, period

GRID = """
[[experiment]]
id = "copeland-vn"
title = "Copeland regret, where other arms are the von Neumann winner"
problems = ["copeland_vonneumann"]
period = 40
horizons = [1_000, 10_000]
winner = "copeland"
algorithms = ["exp3-sparring", "exp3p-sparring", "vn+unif"]
runs = 100
"""

LONGEST = Case("copeland_vonneumann", 10_000)

CHAPTER = Chapter(
    grid=GRID,
    words=Words(
        section="6.2.2",
        figure="6.4",
        question="Do algorithms that look for the von Neumann winner find the Copeland winner?",
        setting="Five arms. The von Neumann winner mixes the first three evenly; the fourth is the Copeland winner and "
        "has no part in it. Forty rounds of outcomes with exact frequencies are repeated until T.",
        said="The regret of all three algorithms grows linearly. None of the thesis's algorithms is sufficient in "
        "the Copeland setting.",
    ),
    claims=(
        Claim(
            7,
            "Exp3-Sparring, Exp3.P-Sparring and VN+UnifK-1 all grow linearly.",
            "At the longest horizon, the exponent of mean regret as a power of t over the last decade is above 0.9.",
            asking.linear(LONGEST, "exp3-sparring", "exp3p-sparring", "vn+unif"),
        ),
    ),
    printed=(
        Printed("6.2.2", "weights of the arms in the von Neumann winner", "1/3 1/3 1/3 0 0", mixture),
        Printed("6.2.2", "τ, the shortest sequence of outcomes with exact frequencies", "40", period),
    ),
)
