"""What the report says of the open questions."""

from duelling.thesis.words import Words

PROBLEMS = {  # names for what would be long, or a file
    "flips:arms=10": "flips",
    "shadow:arms=10,guesses=both": "shadow",
    "flips:arms=10,what=favourite,gap=0.02,phases=1": "one of ten",
    "links-linear.txt": "linear",
    "links-bradley-terry.txt": "Bradley-Terry",
    "links-probit.txt": "probit",
    "links-changing.txt": "changing utilities",
}

FRAMES = {  # titles that tell what is to be seen, by experiment and problem
    ("adversarial", "arxiv"): "chances stay: arxiv",
    ("adversarial", "sushi"): "chances stay: sushi",
    ("adversarial", "flips:arms=10"): "the order turns round: flips",
    ("adversarial", "shadow:arms=10,guesses=both"): "what is foreseen loses: shadow",
}


def titles(experiment: str) -> dict[str, str]:
    """Names for the frames of an experiment, by the texts of its problems."""
    return PROBLEMS | {problem: title for (owner, problem), title in FRAMES.items() if owner == experiment}


OPEN_WORDS = {
    "adversarial": Words(
        section="",
        question="What is it worth to draw one's arms at random?",
        setting="Four worlds. In arxiv (6 arms) and sushi (16 arms) the chances never change. In flips ten arms "
        "stand in an order, and the better one of two wins 70% of their duels; but after 100 rounds the order turns "
        "round, then after 200, and so on, each phase twice as long as the one before. Nobody is harmed by that: "
        "whoever follows loses less than any single arm, which is among the worst again and again, and regret is "
        "negative. The shadow is an adversary: before every round it asks a copy of the learner, with coins of its "
        "own, what it would show next, and makes these arms lose to all others; a favoured arm beats all the rest. It "
        "knows everything but the coins of the round. A learner whose next arms follow from what it has seen shows "
        "what loses in every round, for ever, while the favoured arm would have been good. A learner that draws its "
        "arms is guessed no more often than chance allows, and its second arm even gains on the best single one. "
        "(D-EXP3 is made to keep strong regret small, which counts both arms of a duel and costs more to learn; the "
        "dashed bound is not one of its own.)",
        said="The thesis proves its bound for outcomes that an adversary picks, which no algorithm for fixed chances "
        "has, but all its experiments have chances or sequences that repeat; there such algorithms are better. It asks "
        "whether one algorithm can be good in both worlds. Tsallis-INF+UnifK-1 is such a one: the thesis's reduction "
        "over a younger bandit.",
    ),
    "anytime": Words(
        section="",
        question="What does it cost not to know how long one will play?",
        setting="Exp3+UnifK-1 with the rate of the theorem is told T, here each of eight horizons in turn, from 316 to "
        "a million rounds. With the anytime rate it is told nothing and plays on; a single run has its regret at all "
        "horizons. The problems are the three data sets, and one of ten, in which an arm wins 52% of its duels and the "
        "others are equal: about the hardest there is for some ten thousand rounds.",
        said="The thesis needs the horizon and asks for an algorithm that does not. Theory predicts what that costs in "
        "the worst case: the proven bound grows by the factor √2, at every T. That is a ratio of bounds. Measured is "
        "the ratio of regrets, which may be anything up to it, and below 1 too: the anytime rate is bold at first and "
        "careful later.",
    ),
    "links": Words(
        section="",
        question="And if utilities decide duels in another way?",
        setting="Eight arms with utilities in equal steps from 0 to 1, constant, under three links. The linear link is "
        "the thesis's: a gap of utilities is turned into a chance along a straight line. Bradley-Terry and probit bend "
        "it, so that a large gap adds little. In the fourth problem utilities change under the Bradley-Terry link: arm "
        "1 is far ahead of arm 2 in every third round and a little behind in the others, so that it has more utility "
        "on average and yet wins fewer duels.",
        said="The thesis proves its utility theorem for the linear link and asks about others. The Borda theorem holds "
        "for every link, since its proof never looks at utilities. For constant utilities it bounds utility regret "
        "too: by C times the Borda bound, where C is 2 for the linear link and follows from the slope of any other. "
        "For utilities that change, no algorithm can do it: duels do not tell a large gap from a larger one.",
    ),
}
