"""The twelve claims of the thesis: what each says, what that is taken to mean, and the questions that decide it."""

from functools import cache
from itertools import product
from typing import NamedTuple

from duelling.thesis.claims import asking
from duelling.thesis.claims.bounds import bounded
from duelling.thesis.claims.questions import Asked, Evidence, Grows, Place, Subject
from duelling.thesis.claims.verdicts import Verdict, conclude

FAR = 1 / 2  # "far below" and "does well": at most this share of the other's regret
CLEARLY = 1.1  # "clearly" better or worse: by this factor
CONSTANT = 1.1  # "constant": grows by less than this factor
STEADY = 0.1  # "little variance": the standard deviation over runs, as a share of the mean
SETTLED = 3 / 16 * 1.01  # regret a round; up to one percent, for what reaches a limit never lies surely below it
QUICKLY = 1 / 20  # of the horizon
LONGER = 2.0  # "noticeably longer": so many times as long

SHORT, LONG = 10_000, 100_000
DRAWN = [Place("borda-stochastic", name, horizon) for name in ("arxiv", "cyclic", "sushi") for horizon in (SHORT, LONG)]
UTILITY = [Place("utility", "arithmetic", horizon) for horizon in (SHORT, LONG)]
BORDA_VN = Place("borda-vn", "borda_vonneumann", LONG)
COPELAND_EXP3 = Place("copeland-exp3", "copeland_borda", SHORT)
COPELAND_VN = Place("copeland-vn", "copeland_vonneumann", SHORT)
VON_NEUMANN = Place("von-neumann", "different_winners", LONG)

SPECIALISED = ("ws-w", "rucb", "rmed1", "rmed2", "rmed2fh", "btm", "savage")
GENERIC = ("exp3+unif", "rex3", "savage")
BESIDE_IF2 = (*GENERIC, "ucb+unif", "ws-w", "rmed1", "rmed2", "rmed2fh", "rucb", "btm", "ucb-multisbm", "ucb-sparring")


class Claim(NamedTuple):
    """A sentence of the thesis, and how it is decided."""

    number: int | str
    experiment: str
    text: str
    rule: str
    questions: tuple[Asked, ...]

    def judge(self, evidence: Evidence) -> Verdict:
        """Ask every question at a level that makes all intervals right together with chance 95% (Bonferroni)."""
        count = len(self.questions)
        level = 1 - 0.05 / count
        answers = [question.ask(evidence, level) for question in self.questions]
        share = f"{count} intervals, {100 * level:.4g}% each and so 95% together" if count > 1 else "one 95% interval"
        figures = tuple(answer for answer in answers if answer is not None)
        return Verdict(self.number, self.experiment, self.text, conclude(answers), f"{self.rule} ({share}.)", figures)


def at(places: list[Place], problem: str, *horizons: int) -> list[Place]:
    """Those with this problem and one of these horizons."""
    return [place for place in places if place.problem == problem and place.horizon in horizons]


def linear(place: Place, *algorithms: str) -> tuple[Asked, ...]:
    """Each of them grows linearly there."""
    return tuple(Grows(Subject(place, algorithm), linearly=True) for algorithm in algorithms)


@cache
def claims() -> tuple[Claim, ...]:
    """All twelve, in the order of the thesis."""
    return (
        Claim(
            1,
            "borda-stochastic",
            "RMED1 and WS-W end far below Exp3+UnifK-1 on all three data sets.",
            "On each data set and at each horizon, their mean final regret is less than half of Exp3+UnifK-1's, run "
            "by run on equal random streams.",
            tuple(asking.ratio(place, a, "exp3+unif", below=FAR) for place in DRAWN for a in ("rmed1", "ws-w")),
        ),
        Claim(
            2,
            "borda-stochastic",
            "The regret of WS-W is constant in T: the same for 10,000 and for 100,000 rounds, within noise.",
            "On each data set the mean final regret at the long horizon is less than 1.1 times that at the short one, "
            "run by run, and the difference is no larger than two sets of independent runs would show by chance.",
            tuple(
                question
                for short, long in zip(DRAWN[::2], DRAWN[1::2], strict=True)
                for question in asking.constant("ws-w", short, long, CONSTANT)
            ),
        ),
        Claim(
            3,
            "borda-stochastic",
            "RUCB does well on cyclic, but for 10,000 rounds it is worse than Exp3+UnifK-1 on arxiv and on sushi.",
            "On cyclic its mean final regret is less than half of Exp3+UnifK-1's at both horizons; on arxiv and sushi "
            "it is larger than Exp3+UnifK-1's at T = 10,000. Run by run.",
            (
                *(asking.ratio(place, "rucb", "exp3+unif", below=FAR) for place in at(DRAWN, "cyclic", SHORT, LONG)),
                *(asking.ratio(place, "rucb", "exp3+unif", above=1) for place in at(DRAWN, "arxiv", SHORT)),
                *(asking.ratio(place, "rucb", "exp3+unif", above=1) for place in at(DRAWN, "sushi", SHORT)),
            ),
        ),
        Claim(
            4,
            "borda-stochastic",
            "UCB+UnifK-1 is clearly better than Exp3+UnifK-1, and clearly worse than the best specialised algorithm.",
            "On each data set and at each horizon, its mean final regret is less than Exp3+UnifK-1's divided by 1.1, "
            "and more than 1.1 times that of at least one specialised algorithm, of which the best is shown: WS-W, "
            "RUCB, RMED1, RMED2, RMED2FH, BTM, SAVAGE. Run by run; the seven share the level of their interval.",
            (
                *(asking.ratio(place, "ucb+unif", "exp3+unif", below=1 / CLEARLY) for place in DRAWN),
                *(asking.above_the_best(place, "ucb+unif", SPECIALISED, CLEARLY) for place in DRAWN),
            ),
        ),
        Claim(
            5,
            "borda-vn",
            "Exp3+UnifK-1 is sublinear; Exp3-Sparring, Exp3.P-Sparring and VN+UnifK-1 grow linearly.",
            "At the longest horizon, the exponent of mean regret as a power of t over the last decade is below 0.9 for "
            "the first, or its regret ends below 0 and so did not grow; it is above 0.9 for the others.",
            (
                Grows(Subject(BORDA_VN, "exp3+unif"), linearly=False),
                *linear(BORDA_VN, "exp3-sparring", "exp3p-sparring", "vn+unif"),
            ),
        ),
        Claim(
            6,
            "copeland-exp3",
            "Exp3+UnifK-1 grows linearly, with little variance; its slope is at most 3/16 once it has settled.",
            "At the longest horizon, the exponent over the last decade is above 0.9; a round of the last half adds at "
            "most 3/16 to the regret, up to one percent; the standard deviation of the final regret over runs is "
            "below a tenth of its mean.",
            (
                *linear(COPELAND_EXP3, "exp3+unif"),
                asking.per_round(COPELAND_EXP3, "exp3+unif", below=SETTLED),
                asking.variation(COPELAND_EXP3, "exp3+unif", below=STEADY),
            ),
        ),
        Claim(
            7,
            "copeland-vn",
            "Exp3-Sparring, Exp3.P-Sparring and VN+UnifK-1 all grow linearly.",
            "At the longest horizon, the exponent of mean regret as a power of t over the last decade is above 0.9.",
            linear(COPELAND_VN, "exp3-sparring", "exp3p-sparring", "vn+unif"),
        ),
        Claim(
            8,
            "von-neumann",
            "The regret of Exp3-Sparring and VN+UnifK-1 turns negative quickly; Exp3.P-Sparring explores noticeably "
            "longer.",
            "Taken for each run at the longest horizon: the first checkpoint from which regret stays negative, or the "
            "horizon if it does not. On average it lies in the first twentieth of the rounds for the first two, and "
            "for Exp3.P-Sparring it comes more than twice as late as for either of them, run by run.",
            (
                *(asking.turns_negative(VON_NEUMANN, a, below=QUICKLY) for a in ("exp3-sparring", "vn+unif")),
                *(
                    asking.turns_later(VON_NEUMANN, "exp3p-sparring", a, above=LONGER)
                    for a in ("exp3-sparring", "vn+unif")
                ),
            ),
        ),
        Claim(
            9,
            "von-neumann",
            "The regret of Exp3+UnifK-1 is linear.",
            "At the longest horizon, the exponent of mean regret as a power of t over the last decade is above 0.9: "
            "it grows at least linearly there, and no regret does more in the end.",
            linear(VON_NEUMANN, "exp3+unif"),
        ),
        Claim(
            10,
            "utility",
            "Exp3+UnifK-1, REX3 and SAVAGE end above RMED1 and WS-W; IF2 is relatively high.",
            "At each horizon, the mean final regret of each of the three exceeds that of each of the two, and that of "
            "IF2 exceeds the median of the other algorithms, without Random. Run by run.",
            (
                *(
                    asking.ratio(place, one, two, above=1)
                    for place, one, two in product(UTILITY, GENERIC, ("rmed1", "ws-w"))
                ),
                *(asking.above_the_median(place, "if2", BESIDE_IF2) for place in UTILITY),
            ),
        ),
        Claim(
            11,
            "utility",
            "UCB+UnifK-1 ends slightly below REX3 and MultiSBM.",
            "At each horizon, its mean final regret is less than that of either, but more than half of it. Run by run.",
            tuple(
                asking.ratio(place, "ucb+unif", other, above=FAR, below=1)
                for place, other in product(UTILITY, ("rex3", "ucb-multisbm"))
            ),
        ),
        Claim(
            12,
            "all",
            "Mean weak regret stays below the proven bound in every experiment that a theorem covers.",
            "Wherever a theorem covers algorithm, winner and kind of outcomes, the mean regret is below the bound "
            "at the horizon, and at every checkpoint if the algorithm needs no horizon (shown where it comes nearest). "
            "Bounds are on expected regret; a single run may exceed them. Covered are Exp3+UnifK-1 for Borda regret, "
            "and for utility regret by the bound as printed and as corrected; Exp3-Sparring and Exp3.P-Sparring for "
            "von Neumann regret, by twice the bound of their bandits; REX3; and WS-W where no two arms tie. No theorem "
            "speaks of Copeland regret, of VN+UnifK-1, or of UCB with α = 0.51.",
            tuple(bounded()),
        ),
    )
