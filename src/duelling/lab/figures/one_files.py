"""The files of the figures of one simulation: one for each winner."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from duelling.canvas import content
from duelling.lab.results import Result

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def pictures(result: Result, regret: str, *, log: bool) -> dict[str, bytes]:
    """A figure for each winner as PNG and as PDF, by the names of their files.

    ``log``: on logarithmic axes, if some regret is positive.
    """
    found: dict[str, bytes] = {}
    for winner in result.winners:
        figure = result.plot(regret, winner, log=log and _positive(result, regret, winner))
        found |= _forms(figure, _name(result, winner))
    return found


def pictures_again(result: Result, regret: str, logs: Sequence[bool]) -> dict[str, bytes]:
    """As ``pictures``, on straight axes, on logarithmic ones or on both; the names of the files say which."""
    found: dict[str, bytes] = {}
    for log in logs:
        for winner in result.winners:
            if not log or _positive(result, regret, winner):
                ending = ("" if regret == "weak" else f"-{regret}") + ("-log" if log else "")
                found |= _forms(result.plot(regret, winner, log=log), _name(result, winner) + ending)
    return found


def _positive(result: Result, regret: str, winner: str) -> bool:
    return bool((result.regret(regret)[..., result.concept(winner)] > 0).any())


def _name(result: Result, winner: str) -> str:
    return f"regret-{winner}" if result.concept(winner) else "regret"


def _forms(figure: "Figure", name: str) -> dict[str, bytes]:
    return {f"{name}.{form}": content(figure, form) for form in ("png", "pdf")}
