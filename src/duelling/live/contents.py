"""What a ticket shows on each of its sides."""

from duelling.live.state import State
from duelling.live.tickets import Ticket


def content_of(state: State, ticket: Ticket | str, side: str) -> tuple[str, str | None]:
    """The kind and the content on this side: the answer to the ticket's case, or what the item always shows.

    Of an image it is the digest of its bytes; None where the name of the item is all there is.
    """
    _, offer = state.find(ticket)
    table, row = state.questions.table, offer.question - 1
    number = int(table["first" if (side == "left") != offer.flipped else "second"][row])
    case = int(table["case"][row])
    if case >= 0 and number in state.cases[case].contents:
        return state.cases[case].media, state.cases[case].contents[number]
    item = state.items.all[number]
    return item.media, item.content
