"""Eight arms with utilities in equal steps, from 0 to 1, under three links; and utilities that change."""

from typing import TYPE_CHECKING, NamedTuple

from duelling.core.links import link_code, slope, stretch
from duelling.thesis.chapter import Chapter, Words
from duelling.thesis.claims import asking, statistics
from duelling.thesis.claims.bounds import Bounded
from duelling.thesis.claims.claim import Claim
from duelling.thesis.claims.questions import Case, Findings, Subject
from duelling.thesis.claims.verdicts import Reading, weigh

if TYPE_CHECKING:
    from duelling.problems.base import Problem

GRID = """
[[experiment]]
id = "links"
title = "Other links between utilities and duels"
problems = ["links-linear.txt", "links-bradley-terry.txt", "links-probit.txt", "links-changing.txt"]
horizons = [1_000, 3_162, 10_000, 31_623, 100_000]
against = "horizons"
checkpoints = "log"
winner = ["borda", "utility"]
algorithms = ["exp3+unif", "tsallis+unif", "ucb+unif:alpha=0.51"]
runs = 50
"""

LOST = 0.1  # utility a round, of the 1/7 that is lost in the limit
ROUNDING = 1e-6  # of a ratio that is the same in every run
PLAYED = ("exp3+unif", "tsallis+unif", "ucb+unif")

LONGEST = 100_000
CONSTANT = [
    Case("links-linear.txt", LONGEST, called="linear"),
    Case("links-bradley-terry.txt", LONGEST, called="Bradley-Terry"),
    Case("links-probit.txt", LONGEST, called="probit"),
]
CHANGING = Case("links-changing.txt", LONGEST, called="changing utilities")


def constants(model: "Problem") -> tuple[float, float]:
    """The least and the most that constant utilities can lose for each unit of Borda regret."""
    from duelling.problems.utility import UtilityModel

    assert isinstance(model, UtilityModel)
    link, x = link_code(model.link), model.utilities()
    return 1 / slope(link, 0.0), stretch(link, x.size, float(x.max() - x.min()))


class Exchange(NamedTuple):
    """Utility regret as a multiple of Borda regret, in the same runs, lies between the constants of the link."""

    case: Case
    algorithm: str

    def ask(self, findings: Findings, level: float) -> Reading | None:
        pair = [Subject(self.case, self.algorithm, winner) for winner in ("utility", "borda")]
        utility, borda = (subject.regret(findings) for subject in pair)
        if utility is None or borda is None:
            return None
        low, high = constants(findings.problems[self.case.problem])
        found = statistics.ratio(utility.weak[:, -1], borda.weak[:, -1], level)
        reading = Reading(f"utility / Borda regret of {pair[0]}", *found)
        return weigh(reading, above=low * (1 - ROUNDING), below=high * (1 + ROUNDING))


CHAPTER = Chapter(
    grid=GRID,
    words=Words(
        section="",
        question="And if utilities decide duels in another way?",
        setting="Eight arms with utilities in equal steps from 0 to 1, constant, under three links. The linear link is "
        "the thesis's: a gap of utilities is turned into a chance along a straight line. Bradley-Terry and probit bend "
        "it, so that a large gap adds little. In the fourth problem utilities change under the Bradley-Terry link: the "
        "first arm is far ahead of the second in every third round and a little behind in the others, so that it "
        "has more utility on average and yet wins fewer duels.",
        said="The thesis proves its utility theorem for the linear link and asks about others. The Borda theorem holds "
        "for every link, since its proof never looks at utilities. For constant utilities it bounds utility regret "
        "too: by C times the Borda bound, where C is 2 for the linear link and follows from the slope of any other. "
        "For utilities that change, no algorithm can do it: duels do not tell a large gap from a larger one.",
    ),
    claims=(
        Claim(
            "A7",
            "Under every link the Borda bound holds, and for constant utilities C times that bound holds for utility "
            "regret.",
            "For each link the mean Borda regret of Exp3+UnifK-1 is below the bound of the Borda theorem, and its mean "
            "utility regret below C times that bound, at each horizon (shown where it comes nearest). C = K / (2c + "
            "(K-2) m) is 2 for the linear link; c is the chord of the link up to the largest gap of utilities, m its "
            "slope there.",
            tuple(
                question
                for case in CONSTANT
                for question in (
                    Bounded(Subject(case, "exp3+unif")),
                    Bounded(Subject(case, "exp3+unif", "utility"), factor=lambda model: constants(model)[1]),
                )
            ),
        ),
        Claim(
            "A8",
            "A unit of Borda regret costs exactly 2 of utility under the linear link, and more under the flatter ones.",
            "The ratio of the two mean regrets of Exp3+UnifK-1 over the same runs lies between 1/σ'(0) and C, where σ "
            "is the link: both are 2 for the linear one, and the least is 4 for Bradley-Terry and √(2π) for probit.",
            tuple(Exchange(case, "exp3+unif") for case in CONSTANT),
        ),
        Claim(
            "A9",
            "For utilities that change, the utility theorem is lost under a bent link: utility regret is linear, while "
            "Borda regret is not.",
            "Where the arm with more utility wins fewer duels, a round of the last half costs each of the three "
            "algorithms more than 0.1 of utility (1/7 in the limit; between the last two horizons for the one that is "
            "tuned to them), while the exponent of its Borda regret is below 0.9, or that regret ends below 0.",
            (
                *(asking.regret_per_round(CHANGING, a, above=LOST, winner="utility") for a in PLAYED),
                *asking.not_linear(CHANGING, *PLAYED),
            ),
        ),
    ),
    names={case.problem: case.name for case in (*CONSTANT, CHANGING)},
)
