"""The six experiments of the thesis and three more about its open questions, shipped with the package."""

from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duelling.lab.grids.specification import Experiment

IDS = ("borda-stochastic", "borda-vn", "copeland-exp3", "copeland-vn", "von-neumann", "utility")  # as in the thesis
OPEN_IDS = ("adversarial", "anytime", "links")  # of the open questions
FOLDER = Path(str(resources.files("duelling.thesis"))) / "specifications"  # problems in files lie there too
QUICK_SHARE, QUICK_RUNS = 10, 3


def experiments() -> tuple["Experiment", ...]:
    """All six at full scale, in the order of the thesis."""
    return _read(IDS)


def open_questions() -> tuple["Experiment", ...]:
    """Those that the thesis could not do, at full scale."""
    return _read(OPEN_IDS)


def _read(names: tuple[str, ...]) -> tuple["Experiment", ...]:
    from duelling.lab.grids.specification import read

    return tuple(read(FOLDER / f"{name}.toml").experiments[0] for name in names)


def quick(experiment: "Experiment") -> "Experiment":
    """A tenth of the runs, but not fewer than three, for a first look.

    The horizons stay: the claims are about them, and next to compiling the kernels their rounds cost little. Fewer
    runs make wider intervals, and so leave more claims undecided.
    """
    return experiment.model_copy(update={"runs": max(experiment.runs // QUICK_SHARE, QUICK_RUNS)})
