"""A declared grid: its specification, its units of work, their results on disk, and the players that play them."""
