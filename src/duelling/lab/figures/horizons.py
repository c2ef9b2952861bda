"""Regret as a function of the horizon: the runs for several horizons, put together."""

from typing import TYPE_CHECKING

import numpy as np

from duelling.registry.choice import choice

if TYPE_CHECKING:
    from duelling.lab.grids.store import Course, Measured


def joined(measured: "Measured") -> "Measured":
    """An experiment against horizons with its longest one alone, where all others are put; any other as it is.

    A run of an algorithm that needs no horizon is the beginning of its longer ones, so the longest have all of it, from
    the shortest horizon on. One that is tuned to its horizon has a point for each of them, its final regret. What was
    measured at the shorter horizons stays beside it.
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
    """The final regrets, one after another."""
    t = np.array([regret.t[-1] for regret in regrets])
    weak, strong = (np.stack([getattr(each, kind)[:, -1] for each in regrets], axis=1) for kind in ("weak", "strong"))
    return regrets[0]._replace(t=t, weak=weak, strong=strong)
