"""What one file of ``experiments/`` declares: a grid, the words of the report about it, and the claims."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from duelling.thesis.claims.bounds import Proven
from duelling.thesis.claims.claim import Claim
from duelling.thesis.printed import Printed

if TYPE_CHECKING:
    from duelling.lab.grids.specification import Experiment


class Words(NamedTuple):
    """What the report says of an experiment to somebody who has not read the thesis."""

    section: str  # of the thesis; empty for an open question
    question: str
    setting: str
    said: str  # by the thesis, or what it left open
    figure: str = ""  # of the thesis, which shows the same


class Chapter(NamedTuple):
    """One experiment; its id is the name of its file."""

    grid: str  # a specification in TOML with this one experiment, at full scale
    words: Words
    claims: tuple[Claim, ...]
    proven: tuple[Proven, ...] = ()  # the measurements that a theorem covers; a claim of the thesis is about them all
    printed: tuple[Printed, ...] = ()  # numbers that the thesis prints, about the first problem of the grid
    names: Mapping[str, str] = {}  # for problems whose text is long or a file
    titles: Mapping[str, str] = {}  # of frames, where they say more than the problem's name

    @property
    def open(self) -> bool:
        """Whether it is about an open question of the thesis, and not one of its own experiments."""
        return not self.words.section

    @property
    def rank(self) -> tuple[bool, int]:
        """Its place in the report: the thesis's own experiments first, each group in the order of its claims."""
        return self.open, int(str(self.claims[0].number).removeprefix("A"))

    def experiment(self) -> "Experiment":
        """The experiment that ``grid`` declares, with the labels of its problems."""
        from duelling.lab.grids.specification import parse

        (found,) = parse(self.grid, "").experiments
        return found.model_copy(update={"labels": {**self.names, **self.titles}})
