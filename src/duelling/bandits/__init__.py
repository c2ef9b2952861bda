"""Cardinal bandits: they pull one arm in each round and learn its loss."""
