"""What a server tells, as the things that an arena in a file returns."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import numpy as np

from duelling.live.judgement import Judgement
from duelling.live.settings import Settings
from duelling.live.tickets import Ticket
from duelling.votes.forecast import Forecast
from duelling.votes.standings import Standings
from duelling.votes.tally import Tally
from duelling.votes.verdict import Verdict


def read_ticket(told: Mapping[str, Any], voter: str | None) -> Ticket:
    """Return a ticket with the names of its items."""
    return Ticket(
        id=told["id"],
        left=told["left"]["name"],
        right=told["right"]["name"],
        case=told.get("case"),
        voter=voter,
        expires=datetime.fromisoformat(told["expires"]).timestamp(),
        answers=tuple(told["answers"]),
    )


def read_settings(told: Mapping[str, Any]) -> Settings:
    """Return the settings of an arena; the seed is not told."""
    return Settings.model_validate({**told["settings"], "page": told["page"]})


def read_judgement(told: Mapping[str, Any]) -> Judgement:
    """Return whether one may stop."""
    ahead = told.get("forecast")
    return Judgement(
        goal=told["goal"],
        state=told["state"],
        winner=told.get("winner"),
        race=_texts(told["race"]),
        says=told["says"],
        forecast=ahead and Forecast(ahead["low"], ahead.get("high", float("inf")), ahead["says"]),
        votes=told["votes"],
        delta=told["delta"],
        assumes=_texts(told["assumes"]),
        warnings=_texts(told["warnings"]),
    )


def read_tally(told: Mapping[str, Any], name: str) -> Tally:
    """Return the votes, counted."""
    wins, ties, bad, votes = (np.array(told[key], dtype=np.int64) for key in ("wins", "ties", "bad", "voter_votes"))
    items, voters = _texts(told["items"]), _texts(told["voters"])
    return Tally(items, wins, ties, bad, told["left"], told["right"], voters, votes, name)


def read_standings(told: Mapping[str, Any], name: str) -> Standings:
    """Return the standings as the server computed them, with all their methods."""
    rows, matrix = told["items"], told["matrix"]
    order = [matrix["items"].index(row["item"]) for row in rows]

    def column(key: str) -> np.ndarray:
        return np.array([row.get(key, np.nan) for row in rows], dtype=float)

    def verdict(each: Mapping[str, Any], about: str) -> Verdict:
        winner = (each["winner"],) if each.get("winner") else ()
        race, assumes = _texts(each.get("race", ())), _texts(told["assumes"])
        return Verdict(about, each["state"], each["says"], winner, race, told["delta"], assumes)

    return Standings(
        items=_texts(row["item"] for row in rows),
        first=np.array([row["places"][0] for row in rows]),
        last=np.array([row["places"][1] for row in rows]),
        **{key: column(key) for key in ("score", "low", "high", "strength", "strength_se")},
        wins=np.array(matrix["wins"])[np.ix_(order, order)],
        ties=np.array(matrix["ties"])[np.ix_(order, order)],
        strength_note=told["strength_note"],
        place_notes=_texts(told["place_notes"]),
        groups=tuple(_texts(group) for group in told["groups"]),
        verdict=verdict(told["verdict"], "winner"),
        others=tuple(verdict(each, each["about"]) for each in told["others"]),
        forecast=told.get("forecast", ""),
        warnings=_texts(told["warnings"]),
        sides=told["sides"],
        people=None,
        votes=told["votes"],
        voters=told.get("voters", 0),
        pairs=told["pairs"],
        by_voter=told.get("by_voter"),
        delta=told["delta"],
        within=told["within"],
        source=name,
    )


def _texts(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(values)
