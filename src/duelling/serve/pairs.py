"""Who has seen every pair: such a voter is asked nothing more, unless the organiser changes something."""

from duelling.live.state import State

MOST = 10_000  # voters that are looked at, those who came last: nobody votes meanwhile


def finished(state: State) -> int:
    """How many voters have seen every pair of items that compete, as often as they may."""
    items, repeats = state.items.roster.members.tolist(), state.settings.repeats
    recent = state.people.all[-MOST:]
    return sum(voter.has_seen_all(items, repeats) for voter in recent if not voter.barred)
