"""Algorithms that play until they are sure. The random problems are those of seed 0: none was picked."""

from duelling.thesis.chapter import Chapter, Words
from duelling.thesis.claims.claim import Claim
from duelling.thesis.claims.stops import Fewer, Place, SeldomWrong

GRID = """
[[experiment]]
id = "stopping"
title = "How many votes until one may stop"
problems = [
    "cyclic",
    "mslr5-condorcet",
    "arxiv",
    "sushi",
    "random:bradley-terry,arms=5",
    "random:bradley-terry,arms=20",
    "random:bradley-terry,arms=100",
    "random:borda-differs,arms=5",
    "random:borda-differs,arms=20",
    "random:hard-condorcet,arms=100,gap=0.2",
]
algorithms = [
    "race",
    "race:pairs=uniform",
    "borda-stop",
    "borda-elimination",
    "savage-borda",
    "champion",
    "champion:pairs=uniform",
    "savage",
    "merge-dts",
]
delta = 0.05
within = {sushi = 0.05}
limit = 200_000
runs = 15

[experiment.own_runs]
cyclic = 150
mslr5-condorcet = 120
arxiv = 150
"random:bradley-terry,arms=5" = 150
"random:bradley-terry,arms=20" = 20
"random:borda-differs,arms=5" = 150
"""

BORDA_RULES = ("borda-stop", "borda-elimination", "savage-borda")
RULES = (
    "race",
    "race:pairs=uniform",
    *BORDA_RULES,
    "champion",
    "champion:pairs=uniform",
    "savage",
    "merge-dts",
)
OURS = ("race", "champion")
QUARTER, HALF = 1 / 4, 1 / 2
HARDLY = 1.1  # "not more": so many times as much

SMALLEST = Place("cyclic", "cyclic")  # four arms
OTHERS = (
    Place("mslr5-condorcet", "mslr5"),
    Place("arxiv", "arxiv"),
    Place("sushi", "sushi"),
    Place("random:bradley-terry,arms=5", "Bradley-Terry, K = 5"),
    Place("random:bradley-terry,arms=20", "Bradley-Terry, K = 20"),
    Place("random:bradley-terry,arms=100", "Bradley-Terry, K = 100"),
    Place("random:borda-differs,arms=5", "two winners, K = 5"),
    Place("random:borda-differs,arms=20", "two winners, K = 20"),
    Place("random:hard-condorcet,arms=100,gap=0.2", "one beats all, K = 100"),
)
PLACES = (SMALLEST, *OTHERS)

CHAPTER = Chapter(
    grid=GRID,
    words=Words(
        section="",
        question="How many votes are needed until the best is known, and may one believe it?",
        setting="A rule shows pairs, looks at the votes after each of them, and stops when it is sure; its verdict may "
        "be wrong with chance δ = 0.05. Race and Champion weigh evidence that holds at every look. Race draws its "
        "pairs among the arms that may still have the largest Borda score; Champion lets the arm with the least "
        "evidence against it meet the others, until it has beaten them all. With uniform pairs they are the same tests "
        "on pairs that nobody chose. The older rules draw intervals around scores or chances. Four problems are data "
        "sets. The others are random: Bradley-Terry has utilities with standard deviation 1; in two winners the "
        "Condorcet winner wins narrowly, and another arm has the larger score; in one beats all, the best arm wins "
        "with chance 0.7 against everybody, and all other pairs are decided still more clearly, either way round. On "
        "sushi the two best arms have nearly equal scores, and a verdict may be 0.05 worse than the winner; the older "
        "rules know no such distance and look for the winner itself. Champion proves that its arm beats every other "
        "one. SAVAGE and MergeDTS take for granted that such an arm exists, and send an arm away as soon as it has "
        "lost to any other. MergeDTS makes its own chance of failure of the most rounds that it may play.",
        said="The thesis counts what is lost while an algorithm learns, and does not ask when it has learnt enough. "
        "Whoever collects votes asks just that.",
    ),
    claims=(
        Claim(
            "A10",
            "Race needs at most a quarter of the duels of the best older rule for the Borda winner, on each problem.",
            "For each problem and each of Borda stop, the Borda reduction with elimination and SAVAGE for Borda: the "
            "median over runs of the duels of Race until a right verdict, divided by the other's in the run with the "
            "same number, is below 1/4.",
            tuple(Fewer(place, "race", rule, QUARTER) for place in PLACES for rule in BORDA_RULES),
        ),
        Claim(
            "A11",
            "Champion needs at most half of the duels of SAVAGE on each problem with five arms or more.",
            "The same with Champion, SAVAGE and 1/2.",
            tuple(Fewer(place, "champion", "savage", HALF) for place in OTHERS),
        ),
        Claim(
            "A12",
            "Neither needs more than 1.1 times the duels that uniform pairs need with the same test.",
            "The same with Race, Champion, either of them with uniform pairs, and 1.1.",
            tuple(
                Fewer(place, text, f"{text}:pairs=uniform", HARDLY) for text in ("race", "champion") for place in PLACES
            ),
        ),
        Claim(
            "A13",
            "No rule is wrong more often than it may be.",
            "The exact interval of the share of wrong verdicts of each rule, on all problems together, lies below δ; "
            "and on no problem does its interval lie above δ. A run without a verdict is not wrong. The exact interval "
            "takes runs on different problems as independent: they share random streams, but not chances.",
            tuple(SeldomWrong(PLACES, text) for text in RULES),
        ),
    ),
    names={
        "mslr5-condorcet": "mslr5",
        **{place.problem: place.called.partition(",")[0] for place in OTHERS if place.problem.startswith("random:")},
    },
)
