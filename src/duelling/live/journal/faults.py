"""Named moments of a commit; tests put something in place of ``point`` to end the process there."""

POINTS = ("after lock", "after begin", "after insert", "before commit", "after commit", "before reply")


def point(name: str) -> None:
    """Do nothing: a commit has come to the moment ``name``."""
