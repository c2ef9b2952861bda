"""The thesis: who wrote it, what it is called, and how it is cited."""

TITLE = "Duelling Bandits with Weak Regret in Adversarial Environments"
AUTHOR = "Lennard Hilgendorf"
UNIVERSITY = "University of Copenhagen"
YEAR = 2018
CITED = f"{AUTHOR}: {TITLE}. Master's thesis, {UNIVERSITY}, {YEAR}"
