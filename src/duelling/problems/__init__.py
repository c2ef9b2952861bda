"""How outcomes arise: matrices, utilities, sequences, changing preferences, votes, and the registry of known ones."""
