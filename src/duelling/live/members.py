"""Who competes and who votes, as rows for people and programs."""

from typing import Any

import numpy as np

from duelling.live.questions import COUNTED
from duelling.live.state import State


def item_rows(state: State) -> list[dict[str, Any]]:
    """Each item there ever was: its name, whether it competes, what it shows, and how many votes are about it."""
    table, records, count = state.questions.table, state.records.table, state.records.counted
    counted = table["status"] == COUNTED
    sides = [each for side in ("first", "second") for each in (table[side][counted], records[side][count])]
    votes = sum(np.bincount(side, minlength=len(state.items)) for side in sides)
    return [
        {"item": item.name, "competes": item.active, "media": item.media, "votes": int(count)}
        for item, count in zip(state.items.all, np.asarray(votes), strict=True)
    ]


def voter_rows(state: State) -> list[dict[str, Any]]:
    """Each voter there ever was: the name, whether it is barred, and how many votes count, also from elsewhere."""
    table, records = state.questions.table, state.records
    given = [table["voter"][table["status"] == COUNTED], records.table["voter"][records.counted]]
    votes = sum(np.bincount(voters[voters >= 0], minlength=len(state.people)) for voters in given)
    return [
        {"voter": voter.name, "barred": voter.barred, "votes": int(count)}
        for voter, count in zip(state.people.all, np.asarray(votes), strict=True)
    ]
