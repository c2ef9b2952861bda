"""Who has seen every pair: such a voter is asked nothing more, unless the organiser changes something."""

from collections import Counter
from itertools import combinations

from duelling.live.people import Voter, pair_code
from duelling.live.state import State

MOST = 10_000  # voters that are looked at, those who came last: nobody votes meanwhile


def finished(state: State) -> int:
    """How many voters have seen every pair of items that compete, as often as they may."""
    return sum(has_seen_all(state, voter) for voter in state.people.all[-MOST:] if not voter.barred)


def has_seen_all(state: State, voter: Voter) -> bool:
    """Whether a voter has answered or skipped every pair, but those about what is his own."""
    repeats, members = state.settings.repeats, state.items.roster.members.tolist()
    items = [item for item in members if item not in voter.owns] if voter.owns else members
    pairs, seen = len(items) * (len(items) - 1) // 2, len(voter.answered) + len(voter.skipped)
    if repeats is None or pairs == 0 or seen < pairs * repeats:
        return False
    counts = Counter([*voter.answered, *voter.skipped])
    return all(counts[pair_code(*pair)] >= repeats for pair in combinations(items, 2))
