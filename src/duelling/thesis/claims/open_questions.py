"""What is measured of the thesis's open questions: claims of our own, decided by the rules of the thesis's twelve.

Its three questions were: good in the stochastic and in the adversarial world, without the horizon, under other links.
All of these experiments are against horizons: one that is tuned to T has a point for each horizon, and its growth is
fitted over those in the last decade.
"""

import math
from collections.abc import Iterator
from functools import cache
from itertools import product

from duelling.core.links import link_code, slope, stretch
from duelling.lab.figures.horizons import joined
from duelling.problems.reading.named import problem as find
from duelling.problems.utility import UtilityModel
from duelling.registry.choice import choice
from duelling.thesis.claims import asking
from duelling.thesis.claims.bounds import share
from duelling.thesis.claims.questions import Evidence, Grows, Place, Question, Subject
from duelling.thesis.claims.table import Claim, linear
from duelling.thesis.claims.verdicts import Verdict
from duelling.thesis.experiments import FOLDER

PREDICTABLE = ("ucb+unif", "ws-w", "rmed1", "rucb")
DRAWING = ("exp3+unif", "tsallis+unif", "exp3ix+unif", "d-exp3")
BOTH_WORLDS = ("exp3+unif", "tsallis+unif")
NOTICED = 0.02  # "bounded away from 0": regret a round
ABOUT = 1.5  # "about as good": at most this multiple of the other's regret
LOST = 0.1  # utility a round, of the 1/7 that is lost in the limit
ROUNDING = 1e-6  # of a ratio that is the same in every run

STAYING = [Place("adversarial", name, 10**6) for name in ("arxiv", "sushi")]
FLIPS = Place("adversarial", "flips:arms=10", 10**6)
SHADOW = Place("adversarial", "shadow:arms=10,guesses=both", 10**6)
HARD = "flips:arms=10,what=favourite,gap=0.02,phases=1"
HORIZONS = (316, 1_000, 3_162, 10_000, 31_623, 100_000, 316_228, 1_000_000)
ANYTIME = [Place("anytime", name, 10**6) for name in ("arxiv", "cyclic", "sushi", HARD)]
CONSTANT = [Place("links", f"links-{link}.txt", 10**5) for link in ("linear", "bradley-terry", "probit")]
CHANGING = Place("links", "links-changing.txt", 10**5)


def bounded(place: Place, text: str, winner: str = "borda", factor: float = 1.0) -> Question:
    """The mean regret is a share below 1 of the Borda bound times ``factor``, at every horizon or checkpoint."""
    algorithm, parameters = choice(text)[1:3]
    arms, subject = len(find(place.problem, FOLDER).arms), Subject(place, text, winner)

    def bound(t: int) -> float:
        return factor * algorithm.bound("borda", arms, t, **parameters)  # type: ignore[operator]

    kind = "mean / bound" if winner == "borda" else "mean utility regret / bound"
    name = f"{kind} of {subject.label}, {place.problem_name}, any T"
    return Question(name, (subject,), share(bound, always=True), below=1)


def constants(place: Place) -> tuple[float, float]:
    """The least and the most that constant utilities can lose for each unit of Borda regret."""
    model = find(place.problem, FOLDER)
    assert isinstance(model, UtilityModel)
    link, x = link_code(model.link), model.utilities()
    return 1 / slope(link, 0.0), stretch(link, x.size, float(x.max() - x.min()))


def under_links() -> Iterator[Question]:
    """Borda regret under its bound; utility regret under that bound times the constant of the link."""
    for place in CONSTANT:
        yield bounded(place, "exp3+unif")
        yield bounded(place, "exp3+unif", "utility", constants(place)[1])


def exchanges() -> Iterator[Question]:
    """Utility regret for each unit of Borda regret lies between the constants of the link."""
    for place in CONSTANT:
        low, high = constants(place)
        yield asking.exchange(place, "exp3+unif", above=low * (1 - ROUNDING), below=high * (1 + ROUNDING))


@cache
def claims() -> tuple[Claim, ...]:
    """All of them, in the order of the report."""
    return (
        Claim(
            "A1",
            "adversarial",
            "An algorithm whose next arms can be predicted has linear regret against its own shadow: UCB+UnifK-1, "
            "WS-W, RMED1 and RUCB.",
            "Against the shadow, the exponent of mean regret as a power of t over the last decade is above 0.9, and a "
            "round of the last half adds more than 0.02.",
            (
                *linear(SHADOW, *PREDICTABLE),
                *(asking.per_round(SHADOW, algorithm, above=NOTICED) for algorithm in PREDICTABLE),
            ),
        ),
        Claim(
            "A2",
            "adversarial",
            "The regret of an algorithm that draws its arms does not grow linearly there: Exp3+UnifK-1, "
            "Tsallis-INF+UnifK-1, Exp3-IX+UnifK-1 and D-EXP3.",
            "Against the shadow, the exponent over the last decade is below 0.9, or regret ends below 0 and so did not "
            "grow.",
            tuple(Grows(Subject(SHADOW, algorithm), linearly=False) for algorithm in DRAWING),
        ),
        Claim(
            "A3",
            "adversarial",
            "Exp3+UnifK-1 and Tsallis-INF+UnifK-1 stay below their bounds in every world.",
            "In each of the four worlds the mean regret is below the algorithm's own bound, at each horizon for the "
            "first and at each checkpoint for the second, which needs no horizon (shown where it comes nearest). "
            "Against the shadow the bounds are for a comparison with any arm that is fixed beforehand; measured is "
            "more, a comparison with the arm that is best in the very run.",
            tuple(bounded(place, text) for text in BOTH_WORLDS for place in (*STAYING, FLIPS, SHADOW)),
        ),
        Claim(
            "A4",
            "adversarial",
            "Where chances stay, Tsallis-INF+UnifK-1 is about as good as UCB+UnifK-1, or better.",
            "On arxiv and sushi, its mean final regret is less than 1.5 times that of UCB+UnifK-1, run by run on equal "
            "random streams.",
            tuple(asking.ratio(place, "tsallis+unif", "ucb+unif", below=ABOUT) for place in STAYING),
        ),
        Claim(
            "A5",
            "anytime",
            "Not to know the horizon costs Exp3+UnifK-1 no more than the factor √2 that its bound predicts.",
            "On each problem and at each of the eight horizons, the mean regret of the anytime rate is less than √2 "
            "times that of the rate tuned to the horizon, run by run. Predicted is the ratio of two bounds, measured "
            "that of two regrets.",
            tuple(
                asking.ratio(place._replace(horizon=horizon), "exp3+unif:rate=anytime", "exp3+unif", below=math.sqrt(2))
                for place, horizon in product(ANYTIME, HORIZONS)
            ),
        ),
        Claim(
            "A6",
            "anytime",
            "Both rates stay below their bounds at every horizon.",
            "On each problem the mean regret is below the bound of the rate at each of the eight horizons (shown where "
            "it comes nearest).",
            tuple(bounded(place, text) for place in ANYTIME for text in ("exp3+unif", "exp3+unif:rate=anytime")),
        ),
        Claim(
            "A7",
            "links",
            "Under every link the Borda bound holds, and for constant utilities C times that bound holds for utility "
            "regret.",
            "For each link the mean Borda regret of Exp3+UnifK-1 is below the bound of the Borda theorem, and its mean "
            "utility regret below C times that bound, at each horizon (shown where it comes nearest). C = K / (2c + "
            "(K-2) m) is 2 for the linear link; c is the chord of the link up to the largest gap of utilities, m its "
            "slope there.",
            tuple(under_links()),
        ),
        Claim(
            "A8",
            "links",
            "A unit of Borda regret costs exactly 2 of utility under the linear link, and more under the flatter ones.",
            "The ratio of the two mean regrets of Exp3+UnifK-1 over the same runs lies between 1/σ'(0) and C, where σ "
            "is the link: both are 2 for the linear one, and the least is 4 for Bradley-Terry and √(2π) for probit.",
            tuple(exchanges()),
        ),
        Claim(
            "A9",
            "links",
            "For utilities that change, the utility theorem is lost under a bent link: utility regret is linear, while "
            "Borda regret is not.",
            "Where the arm with more utility wins fewer duels, a round of the last half costs each of the three "
            "algorithms more than 0.1 of utility (1/7 in the limit; between the last two horizons for the one that is "
            "tuned to them), while the exponent of its Borda regret is below 0.9, or that regret ends below 0.",
            (
                *(asking.per_round(CHANGING, a, above=LOST, winner="utility") for a in (*BOTH_WORLDS, "ucb+unif")),
                *(Grows(Subject(CHANGING, a), linearly=False) for a in (*BOTH_WORLDS, "ucb+unif")),
            ),
        ),
    )


def answer(measured: Evidence) -> tuple[Verdict, ...]:
    """The verdicts on these claims, from what was measured of each experiment, by its id; parts may be missing."""
    evidence = {name: joined(each) for name, each in measured.items()}
    return tuple(claim.judge(evidence) for claim in claims())
