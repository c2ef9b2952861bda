"""Every algorithm of the catalogue, as tests go over them."""

from duelling.core.jit import DISABLED
from duelling.registry.facts import ALGORITHMS, BANDITS

PLAYERS = list(ALGORITHMS.every())


def made_of(bandit):
    """What reductions make of a bandit, but for X+unif."""
    return [name for y in ("sparring", "doubler", "multisbm") if (name := f"{bandit}-{y}") in PLAYERS]


# these bandits play in X+unif, and the reductions with two others: what is made of them owes what its parts owe
OTHERS = [name for name in BANDITS.every() if name not in ("exp3", "ucb")]
MADE = {name for bandit in OTHERS for name in made_of(bandit)}
BY_TURNS = {made_of(bandit)[k % len(made_of(bandit))] for k, bandit in enumerate(OTHERS)}  # plain Python shows it
APART = [name for name in PLAYERS if name not in MADE]
KNOWN = [*PLAYERS, *(f"{name}:{text}" for name in PLAYERS for text in ALGORITHMS.find(name).examples)]
LEFT_OUT = MADE - BY_TURNS if DISABLED else MADE
TEXTS = [text for text in KNOWN if text.partition(":")[0] not in LEFT_OUT]  # with their settings
SHORT = {"sparring-fpl": "steps=20", "projected-gd": "outer=20"}  # their games take plain Python minutes
