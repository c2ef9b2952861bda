"""Cardinal bandits: they pull one arm a round and learn its loss. Importing this folder declares all of them."""

from duelling.bandits import exp3, exp3ix, exp3p, tsallis, ucb

__all__ = ["exp3", "exp3ix", "exp3p", "tsallis", "ucb"]
