"""Votes as the rows that a server takes."""

import math
from typing import Any

from duelling.votes.ballots import Ballots

ANSWERS = {1: "left", 0: "tie", -1: "right"}


def rows_of(ballots: Ballots) -> list[dict[str, Any]]:
    """A row for each vote, without what is not known."""
    columns = (ballots.left, ballots.right, ballots.outcome, ballots.bad, ballots.voter, ballots.case, ballots.time)
    rows = []
    for left, right, outcome, bad, voter, case, time in zip(*(each.tolist() for each in columns), strict=True):
        row = {"left": ballots.items[left], "right": ballots.items[right], "answer": "bad" if bad else ANSWERS[outcome]}
        more = {
            "voter": ballots.voters[voter] if voter >= 0 else None,
            "case": ballots.cases[case] if case >= 0 else None,
        }
        more["time"] = None if math.isnan(time) else time
        rows.append(row | {name: value for name, value in more.items() if value is not None})
    return rows
