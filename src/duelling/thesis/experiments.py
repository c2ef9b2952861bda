"""The six experiments of the thesis, as specifications that are shipped with the package."""

from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duelling.experiments.specification import Experiment

IDS = ("borda-stochastic", "borda-vn", "copeland-exp3", "copeland-vn", "von-neumann", "utility")  # as in the thesis
QUICK_RUNS = 10


def experiments() -> tuple["Experiment", ...]:
    """All six at full scale, in the order of the thesis."""
    from duelling.experiments.specification import parse

    folder = resources.files("duelling.thesis") / "specifications"
    texts = {name: (folder / f"{name}.toml").read_text(encoding="utf-8") for name in IDS}
    return tuple(parse(text, f"{name}.toml").experiments[0] for name, text in texts.items())


def quick(experiment: "Experiment") -> "Experiment":
    """A tenth of the runs, for a first look.

    The horizons stay: the claims are about them, and next to compiling the kernels their rounds cost little. Fewer
    runs make wider intervals, and so leave more claims undecided.
    """
    return experiment.model_copy(update={"runs": QUICK_RUNS})
