"""Regret as a function of the horizon: the runs for several horizons, put together."""

from typing import TYPE_CHECKING

import numpy as np

from duelling.core.regrets import REGRETS
from duelling.registry.choice import choice

if TYPE_CHECKING:
    from duelling.lab.grids.measured import Course, Measured


def joined(measured: "Measured") -> "Measured":
    """An experiment against horizons, with one curve over all horizons under the longest one; others stay as they are.

    An algorithm that needs no horizon plays its shorter runs as the beginning of its longest ones. Its curve is that of
    the longest runs, from the shortest horizon on. The curve of an algorithm that is tuned to its horizon has a point
    for each horizon, the final regret there. What was measured at the shorter horizons is kept.
    """
    about = measured.experiment
    if about.against == "rounds":
        return measured
    horizons = sorted(about.horizons)
    regrets = dict(measured.regrets)
    for (problem, horizon, winner, text), longest in measured.regrets.items():
        if horizon == horizons[-1]:
            index = (problem, horizon, winner, text)
            if choice(text).algorithm.anytime:
                late = longest.t >= horizons[0]
                regrets[index] = longest._replace(
                    t=longest.t[late], weak=longest.weak[:, late], strong=longest.strong[:, late]
                )
            else:
                regrets[index] = _ends([measured.regrets[problem, each, winner, text] for each in horizons])
    return measured._replace(experiment=about.model_copy(update={"horizons": (horizons[-1],)}), regrets=regrets)


def _ends(regrets: "list[Course]") -> "Course":
    """The final regrets as one curve: a point for each horizon."""
    t = np.array([regret.t[-1] for regret in regrets])
    weak, strong = (np.stack([getattr(each, kind)[:, -1] for each in regrets], axis=1) for kind in REGRETS)
    return regrets[0]._replace(t=t, weak=weak, strong=strong)
