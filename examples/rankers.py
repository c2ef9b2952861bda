"""Which search ranker is best? Clicks on interleaved results are votes.

Team-draft interleaving (Radlinski, Kurup and Joachims, 2008) mixes the results of two rankers into one list. In each
round a coin says who picks first; each of the two then adds its best document that is not in the list yet. A click is
a point for the ranker that brought the document, and the ranker with more points wins the comparison.

    python rankers.py            # who leads by clicks.csv, and which two to interleave next
    python rankers.py make       # make clicks.csv anew, with simulated people
"""

import csv
import sys
from pathlib import Path

import numpy as np

import duelling as du

CLICKS = Path(__file__).parent / "clicks.csv"
NOISE = {"words": 1.5, "meaning": 0.5, "fresh": 3.0, "mixed": 1.0}  # how far a simulated ranker is from the truth
SHOWN = 10  # documents


def team_draft(left, right, rng):
    """The list that is shown, and who brought each document: L or R."""
    shown, teams = [], ""
    while len(shown) < SHOWN:
        for team in "LR" if rng.random() < 0.5 else "RL":
            ranking = left if team == "L" else right
            shown.append(next(document for document in ranking if document not in shown))
            teams += team
    return shown, teams


def outcome(teams, clicks):
    """left, right or tie, by the places that were clicked, from 0 on."""
    points = [teams[place] for place in clicks]
    lead = points.count("L") - points.count("R")
    return "left" if lead > 0 else "right" if lead < 0 else "tie"


def votes(path=CLICKS):
    """A vote for each list of results that somebody saw."""
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            winner = outcome(row["teams"], [int(place) for place in row["clicks"].split()])
            yield {"left": row["left"], "right": row["right"], "winner": winner, "case": row["query"]}


def make(path=CLICKS, lists=300, seed=1):
    """Simulated people: they read from the top, click more often on what is relevant, and leave some time."""
    rng = np.random.default_rng(seed)
    with open(path, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["query", "left", "right", "teams", "clicks"])
        for number in range(1, lists + 1):
            left, right = rng.choice(list(NOISE), 2, replace=False).tolist()
            relevant = rng.random(40) < 0.2
            rankings = [np.argsort(-(relevant + NOISE[name] * rng.normal(size=40))).tolist() for name in (left, right)]
            shown, teams = team_draft(*rankings, rng)
            clicks = []
            for place, document in enumerate(shown):
                if rng.random() < (0.6 if relevant[document] else 0.05):
                    clicks.append(place)
                    if rng.random() < 0.5:
                        break
            rows.writerow([f"query {number}", left, right, teams, " ".join(map(str, clicks))])


def main():
    collected = list(votes())
    print(du.rank(collected, pairs="uniform", within=0.02))
    for left, right in du.next_pairs(collected, 1, pairs="uniform", within=0.02).select("left", "right").rows():
        print(f"\nInterleave next: {left} and {right}")


if __name__ == "__main__":
    make() if sys.argv[1:] == ["make"] else main()
