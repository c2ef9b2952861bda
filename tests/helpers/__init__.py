"""What several tests share. Tests import from here and from ``tests.naive``, never from each other."""
