"""The votes of an arena as a frame."""

from typing import TYPE_CHECKING

import numpy as np

from duelling.live.questions import COUNTED
from duelling.live.state import State
from duelling.live.tickets import ticket_id

if TYPE_CHECKING:
    import polars as pl


def votes_frame(state: State) -> "pl.DataFrame":
    """A row for each vote that counts, in the order of drawing."""
    import polars as pl

    table, questions = state.questions.table, state.questions
    rows = np.flatnonzero(table["status"] == COUNTED)
    found = []
    for row in rows.tolist():
        offer = questions.answering(row + 1)
        pair = [int(table["first"][row]), int(table["second"][row])]
        left, right = (state.items.name(k) for k in (pair[::-1] if offer.flipped else pair))
        answer = state.answer(row + 1)
        case = int(table["case"][row])
        found.append(
            {
                "ticket": ticket_id(state.secret, state.name, offer, *pair),
                "question": row + 1,
                "left": left,
                "right": right,
                "winner": {"left": left, "right": right, "bad": "both bad"}.get(answer, "tie"),
                "answer": answer,
                "voter": state.people.name(offer.voter),
                "case": state.cases[case].text if case >= 0 else None,
            }
        )
    schema = {
        "ticket": pl.String,
        "question": pl.Int64,
        **dict.fromkeys(("left", "right", "winner", "answer", "voter", "case"), pl.String),
    }
    return pl.DataFrame(found, schema=schema)
