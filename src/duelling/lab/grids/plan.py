"""A plan: a specification in which every text is resolved, and everything that can be wrong has been checked.

The plan travels through the grid. Whatever plays or judges an experiment takes its problems and its algorithms from
here and reads no text again. Figures are drawn from the results on disk, which hold all that figures need of a problem.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

import numpy as np

from duelling.errors import InputError
from duelling.lab.grids.specification import Experiment, Specification
from duelling.lab.grids.units import Unit
from duelling.lab.simulate import checkpoint_rounds
from duelling.lab.stages import parse_winners, set_up
from duelling.problems.base import Problem
from duelling.problems.reading.named import problem as find
from duelling.problems.sequence import exact_sequence
from duelling.registry.choice import Choice, choice

T = TypeVar("T")


class Plan(NamedTuple):
    """What a specification declares; the dictionaries are keyed by the texts of the specification."""

    specification: Specification
    problems: dict[str, Problem]
    choices: dict[str, Choice]  # algorithms with their parameters
    units: tuple[Unit, ...]  # in the order in which the specification declares them


class _Wrong(Exception):
    """A field, and what is wrong with it."""


def resolve(specification: Specification) -> Plan:
    """The plan of a specification; raises for the first thing that is wrong, before anything runs.

    The error names the file, the experiment and the field.
    """
    plan = Plan(specification, {}, {}, ())
    names = [each.id.lower() for each in specification.experiments]  # some file systems do not tell case
    units: list[Unit] = []
    for n, each in enumerate(specification.experiments):
        if names[n] in names[:n]:
            raise specification.blame(n, "id", f"must differ from all others, got {each.id!r} again")
        try:
            units += _units(each, plan)
        except _Wrong as wrong:
            raise specification.blame(n, *wrong.args) from None
    return plan._replace(units=tuple(units))


@contextlib.contextmanager
def _field(name: str) -> Iterator[None]:
    try:
        yield
    except InputError as error:
        raise _Wrong(name, error) from None


def _look_up(texts: Iterable[str], known: dict[str, T], find: Callable[[str], T]) -> None:
    for text in texts:
        if text not in known:
            known[text] = find(text)


def _units(experiment: Experiment, plan: Plan) -> Iterator[Unit]:
    """The units of one experiment; its problems and choices are added to the plan."""
    with _field("algorithms"):
        _look_up(experiment.algorithms, plan.choices, choice)
    with _field("checkpoints"):
        for horizon in experiment.horizons:
            checkpoint_rounds(horizon, experiment.checkpoints)
    for text in experiment.problems:
        with _field("problems"):
            _look_up([text], plan.problems, lambda name: find(name, plan.specification.folder))
        played = problem = plan.problems[text]
        with _field("winners"):
            parse_winners(experiment.winners, problem.world)
        if experiment.period is not None:
            with _field("period"):
                played = exact_sequence(problem, period=experiment.period, seed=experiment.seed)
        for horizon in experiment.horizons:
            with _field("horizons"):
                played.start(horizon)
            with _field("winners"):
                set_up(played, experiment.winners, np.array([horizon]))
            for algorithm in experiment.algorithms:
                unit = Unit(
                    experiment=experiment.id,
                    problem=text,
                    horizon=horizon,
                    chosen=plan.choices[algorithm],
                    winners=experiment.winners,
                    period=experiment.period,
                    runs=experiment.runs,
                    seed=experiment.seed,
                    checkpoints=experiment.checkpoints,
                    origin=problem,
                    played=played,
                )
                with _field("algorithms"):
                    unit.check()
                yield unit
