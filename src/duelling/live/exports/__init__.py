"""What leaves an arena: votes as tables, preference pairs, a matrix, the journal."""
