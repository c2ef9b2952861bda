"""The experiments of the thesis and those about its open questions: a file for each, and nothing else to add."""

import importlib
import pkgutil
from collections.abc import Iterable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from duelling.lab.grids.specification import Experiment
    from duelling.thesis.chapter import Chapter

FOLDER = Path(str(resources.files("duelling.thesis.experiments")))  # problems in files lie there too
QUICK_SHARE, QUICK_RUNS = 10, 3


@cache
def every() -> "dict[str, Chapter]":
    """All experiments by their ids, in the order of the report; the id of ``borda_vn.py`` is borda-vn."""
    found = {
        module.name.replace("_", "-"): importlib.import_module(f"{__name__}.{module.name}").CHAPTER
        for module in pkgutil.iter_modules(__path__)
    }
    return dict(sorted(found.items(), key=lambda item: item[1].rank))


def grids(ids: Iterable[str]) -> "tuple[Experiment, ...]":
    """The experiments with these ids at full scale, in the order of the report."""
    return tuple(chapter.experiment() for name, chapter in every().items() if name in set(ids))


def quick(experiment: "Experiment") -> "Experiment":
    """A tenth of the runs, but not fewer than three, for a first look.

    The horizons stay: the claims are about them, and next to compiling the kernels their rounds cost little. Fewer
    runs make wider intervals, and so leave more claims undecided.
    """
    return experiment.with_runs(lambda runs: max(runs // QUICK_SHARE, QUICK_RUNS))
