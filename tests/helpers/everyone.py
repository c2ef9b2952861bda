"""Every algorithm of the catalogue, as tests go over them."""

from duelling.core.jit import DISABLED
from duelling.registry.facts import ALGORITHMS, BANDITS

PLAYERS = list(ALGORITHMS.every())
# made of a bandit that plays in X+unif and of a reduction that plays with two others: plain Python shows what they owe
MADE = {f"{x}-{y}" for x in {*BANDITS.every()} - {"exp3", "ucb"} for y in ("sparring", "doubler", "multisbm")}
APART = [name for name in PLAYERS if name not in MADE]
KNOWN = [*PLAYERS, *(f"{name}:{text}" for name in PLAYERS for text in ALGORITHMS.find(name).examples)]
TEXTS = [text for text in KNOWN if DISABLED or text.partition(":")[0] not in MADE]  # with their settings
SHORT = {"sparring-fpl": "steps=20", "projected-gd": "outer=20"}  # plain Python solves their games for minutes
