"""What a table of standings shows, wherever it is printed."""

HEADINGS = ("place", "item", "score", "interval", "votes (won/tied/lost)", "strength")
SHOWN = 40  # items in a printed table; ``frame`` has all of them
DISPLAY_ONLY = ("score", "strength", "strength_se", "forecast", "noted")  # nothing is promised about these numbers
