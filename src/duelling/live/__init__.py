"""The arena: ask for a pair, tell the answer, see who leads and whether you may stop."""
