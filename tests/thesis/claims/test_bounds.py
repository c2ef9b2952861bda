"""Which measurements theorems cover, and when a bound is broken."""

import math

import numpy as np
import pytest

from duelling.lab.grids.measured import Course
from duelling.thesis.claims.bounds import Proven
from duelling.thesis.claims.questions import Case, Subject
from duelling.thesis.experiments import every
from tests.helpers.claims import LONG, PLAN, SHORT, THESIS, but, noise, verdicts
from tests.naive import claims as naive

pytestmark = pytest.mark.plain


def covered(experiment):
    """What the facts of the algorithms have a bound for, in declared order; fixed outcomes need a bound for those."""
    fixed, winner = experiment.period is not None, experiment.winners[0]
    for name in experiment.problems:
        for horizon in experiment.horizons:
            for text in experiment.algorithms:
                algorithm, parameters = PLAN.choices[text].algorithm, PLAN.choices[text].parameters
                problem, subject = PLAN.problems[name], Subject(Case(name, horizon), algorithm.name)
                preference = None if fixed else problem.preference(horizon)
                bound = algorithm.bound(winner, len(problem.arms), horizon, preference, **parameters)
                if bound is not None and (algorithm.adversarial or not fixed):
                    yield Proven(subject)
                    if (algorithm.name, winner) == ("exp3+unif", "utility"):
                        yield Proven(subject, printed=True)


@pytest.mark.parametrize("experiment", THESIS, ids=lambda each: each.id)
def test_what_theorems_cover_is_listed(experiment):
    assert every()[experiment.id].proven == tuple(covered(experiment))


def test_bounds_cover_what_theorems_speak_of():
    proven = [(name, each) for name, chapter in every().items() for each in chapter.proven]
    assert {(name, each.subject.algorithm) for name, each in proven} == {
        ("borda-stochastic", "exp3+unif"),
        ("borda-stochastic", "ws-w"),
        ("borda-vn", "exp3+unif"),
        ("von-neumann", "exp3-sparring"),
        ("von-neumann", "exp3p-sparring"),
        ("utility", "exp3+unif"),
        ("utility", "ws-w"),
        ("utility", "rex3"),
    }
    assert sum(each.printed for _, each in proven) == 2
    assert not any(each.subject == (("arxiv", SHORT, ""), "ws-w", None) for _, each in proven)  # two arms tie
    assert any(each.subject == (("cyclic", SHORT, ""), "ws-w", None) for _, each in proven)


def test_a_bound_for_every_round_is_broken_at_any_checkpoint(good):
    """At one checkpoint all runs lie just above it, at a later one half of them far above and half below."""
    t, z = np.array([100, LONG]), noise(5)[:, None]
    bound = 4 * np.sqrt(t * 16 * math.log(16))
    weak = bound * np.hstack([1.2 + 0.001 * z, 0.9 + 2 * z])
    broken = ("von-neumann", "different_winners", LONG, "exp3-sparring", Course(t, weak, weak))
    verdict = verdicts(but(good, broken))[11]
    assert [reading.value for reading in verdict.readings if reading.says == "against"] == [pytest.approx(1.2)]
    assert naive.Rules(but(good, broken)).claim12() == verdict.verdict == "does not hold"
