"""Cardinal bandits: they pull one arm a round and learn its loss."""
