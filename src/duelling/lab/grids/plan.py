"""A plan: a specification in which every text is resolved, and everything that can be wrong has been checked.

The plan travels through the grid. Whatever plays or judges an experiment takes its problems and its algorithms from
here and reads no text again. Figures are drawn from the results on disk, which hold all that figures need of a problem.
"""

import contextlib
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

import numpy as np

from duelling.errors import InputError
from duelling.lab.grids.regret_units import RegretUnit
from duelling.lab.grids.specification import Experiment, Specification
from duelling.lab.grids.stop_units import StopUnit, choose_to_stop
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
            units += (_stops if each.stops else _regrets)(each, plan)
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


def _problem(text: str, plan: Plan) -> Problem:
    """The problem with this text, which is added to the plan."""
    with _field("problems"):
        _look_up([text], plan.problems, lambda name: find(name, plan.specification.folder))
    return plan.problems[text]


def _checked(unit: Unit) -> Unit:
    with _field("algorithms"):
        unit.check()
    return unit


def _stops(experiment: Experiment, plan: Plan) -> Iterator[Unit]:
    """The units of an experiment in which algorithms stop by themselves; its problems are added to the plan."""
    assert experiment.delta is not None
    with _field("algorithms"):
        choices = [choose_to_stop(text, experiment.delta) for text in experiment.algorithms]
    for text in experiment.problems:
        problem = _problem(text, plan)
        for chosen in choices:
            yield _checked(
                StopUnit(
                    experiment=experiment.id,
                    problem=text,
                    horizon=experiment.limit,
                    chosen=chosen,
                    delta=experiment.delta,
                    within=experiment.slack(text),
                    runs=experiment.runs_on(text),
                    seed=experiment.seed,
                    origin=problem,
                )
            )


def _regrets(experiment: Experiment, plan: Plan) -> Iterator[Unit]:
    """The units of an experiment with horizons; its problems and choices are added to the plan."""
    with _field("algorithms"):
        _look_up(experiment.algorithms, plan.choices, choice)
    with _field("checkpoints"):
        for horizon in experiment.horizons:
            checkpoint_rounds(horizon, experiment.checkpoints)
    for text in experiment.problems:
        played = problem = _problem(text, plan)
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
                yield _checked(
                    RegretUnit(
                        experiment=experiment.id,
                        problem=text,
                        horizon=horizon,
                        chosen=plan.choices[algorithm],
                        winners=experiment.winners,
                        period=experiment.period,
                        shuffle=experiment.shuffle,
                        runs=experiment.runs,
                        seed=experiment.seed,
                        checkpoints=experiment.checkpoints,
                        origin=problem,
                        played=played,
                    )
                )
