"""Everything in a specification that can be wrong is found before anything runs."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from duelling.errors import InputError, unknown
from duelling.lab.grids.specification import Experiment, Specification
from duelling.lab.simulate import checkpoint_rounds
from duelling.lab.stages import PLAYS, set_up
from duelling.problems.base import Problem
from duelling.problems.reading.named import problem as find
from duelling.problems.sequence import exact_sequence
from duelling.registry.choice import choice


class _Wrong(Exception):
    """A field, and what is wrong with it."""


def check(specification: Specification) -> None:
    """Raise an error for the first thing that is wrong; it names the file, the experiment and the field."""
    names = [each.id.lower() for each in specification.experiments]  # some file systems do not tell case
    for n, each in enumerate(specification.experiments):
        if names[n] in names[:n]:
            raise specification.blame(n, "id", f"must differ from all others, got {each.id!r} again")
        try:
            _check(each, specification.folder)
        except _Wrong as wrong:
            raise specification.blame(n, *wrong.args) from None


@contextlib.contextmanager
def _field(name: str) -> Iterator[None]:
    try:
        yield
    except InputError as error:
        raise _Wrong(name, error) from None


def _check(experiment: Experiment, folder: Path) -> None:
    with _field("algorithms"):
        choices = [choice(text) for text in experiment.algorithms]
    with _field("checkpoints"):
        for horizon in experiment.horizons:
            checkpoint_rounds(horizon, experiment.checkpoints)
    for text in experiment.problems:
        with _field("problems"):
            problem: Problem = find(text, folder)
        known = PLAYS[problem.world].concepts
        with _field("winners"):
            for name in experiment.winners:
                if name not in known:
                    raise unknown("winner", name, known)
        if experiment.period is not None:
            with _field("period"):
                problem = exact_sequence(problem, period=experiment.period, seed=experiment.seed)
        for horizon in experiment.horizons:
            with _field("horizons"):
                problem.start(horizon)
            with _field("winners"):
                set_up(problem, experiment.winners, np.array([horizon]))
            with _field("algorithms"):
                for chosen in choices:
                    chosen.check_world(problem.world, problem.name)
                    chosen.start(len(problem.arms), horizon, *problem.given)
