"""duelling arena ask, tell: a question out, an answer in."""

from typing import Annotated, Any

import typer

from duelling.cli.arena.common import MAIN, Name, Place, Ticket, opened
from duelling.cli.common import AsJson, print_json, whole_number


def ask(
    place: Place,
    voter: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who is asked; without it everybody is anonymous.")
    ] = None,
    n: Annotated[
        int | None, typer.Option("-n", parser=whole_number, metavar="N", help="So many questions at once, as a list.")
    ] = None,
    name: Name = MAIN,
    as_json: AsJson = False,
) -> None:
    """Ask for the next question: two items, and the ticket with which its answer comes back."""
    with opened(place, name) as arena:
        tickets = [arena.ask(voter=voter)] if n is None else arena.ask(n, voter=voter)
    if as_json:
        shown = [ticket_dict(ticket) for ticket in tickets]
        print_json(shown[0] if n is None else shown)
        return
    for ticket in tickets:
        case = "" if ticket.case is None else f"  {one_line(ticket.case)}"
        print(f"{ticket.id}  left: {ticket.left}  right: {ticket.right}{case}")


def ticket_dict(ticket: Any) -> dict[str, Any]:
    """A ticket for programs."""
    found = {"ticket": ticket.id, "left": ticket.left, "right": ticket.right}
    return found if ticket.case is None else found | {"case": ticket.case}


def tell(
    place: Place,
    ticket: Ticket,
    answer: Annotated[str, typer.Argument(metavar="left|right|tie|bad|skip", help="Which item is better.")],
    took: Annotated[
        int | None, typer.Option(parser=whole_number, metavar="MS", help="How many milliseconds it took.")
    ] = None,
    name: Name = MAIN,
    as_json: AsJson = False,
) -> None:
    """Tell the answer to a question. The same answer again is fine, another one is refused."""
    from duelling.errors import one_of
    from duelling.live.tickets import ANSWERS

    said = one_of("answer", answer, ANSWERS)
    with opened(place, name) as arena:
        told = arena.tell(ticket, said, took=took)
    found = {"ticket": told.ticket, "answer": told.answer, "counted": told.counted}
    if as_json:
        print_json(found if told.counted else found | {"why": told.why})
    else:
        print(f"{told.answer}: counted" if told.counted else f"{told.answer}: not counted, {told.why}")


def one_line(text: str) -> str:
    """A text of several lines as one that a terminal can show."""
    from duelling.errors import one_line as shown

    return shown(text)
