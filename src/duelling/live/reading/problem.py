"""An arena as a problem for the laboratory, by a text such as ``arena:logos.db,name=main,smoothing=0.5``."""

from pathlib import Path

from duelling.problems.matrix import PreferenceMatrix
from duelling.registry.makers import reader
from duelling.registry.parameters import Parameter, path_and_settings
from duelling.votes.reading.problem import SMOOTHING

PARAMETERS = {"name": Parameter("name", str, "main", "Which arena, where a place holds several."), **SMOOTHING}
EXAMPLE = "arena:FILE,smoothing=0.5"


@reader("arena", examples=("arena:",), parameters=PARAMETERS)
def problem_of_arena(text: str, folder: Path) -> PreferenceMatrix:
    """The shares of the votes in an arena, from ``FILE,name=main,smoothing=0.5`` or ``postgresql://...``."""
    from duelling.live.arena import Arena

    place, given = path_and_settings("arena", text, PARAMETERS, EXAMPLE)
    where = place if "://" in place else folder / place
    with Arena(where, name=given.get("name", "main")) as arena:
        return arena.problem(given.get("smoothing"))
