"""Evidence that grows vote by vote and holds at every look: e-values, and intervals made of them."""
