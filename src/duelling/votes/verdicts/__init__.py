"""What may be said now: a function of the counts for each kind of statement, at its own level."""
