"""Contexts in turn and points of a box: learners of other worlds are checked as well."""

import re
from typing import Any, NamedTuple

import numpy as np
import pytest

from duelling.core.jit import DISABLED, interpreted
from duelling.core.protocol import Duel, choose, update
from duelling.registry.facts import algorithm
from duelling.registry.known import kept
from duelling.testing import check_algorithm
from duelling.testing.laws import COMPILED, LAWS
from duelling.worlds.contexts.protocol import observe
from tests.helpers.uneasy import SAID, broken

pytestmark = pytest.mark.plain  # what is checked is played in plain Python


class Careless(NamedTuple):
    fault: int
    w: np.ndarray


class Points(NamedTuple):
    first: np.ndarray
    second: np.ndarray


def _choose_points(s: Careless, t, rng):
    away = 3.0 if s.fault == 1 and t == 5 else rng.uniform(-1, 1)
    return Points(s.w.copy(), np.full(s.w.size, away))


def _update_points(s: Careless, t, duel, outcome):
    if outcome < 0 or (s.fault == 2 and t % 7 == 0):
        s.w[:] = duel.second if s.fault != 2 else np.nan


choose.register(Careless, _choose_points)


update.register(Careless, _update_points)


class Blind(NamedTuple):
    seen: np.ndarray  # the context


def _observe_badly(s: Blind, t, context):
    s.seen[0] = context


def _choose_badly(s: Blind, t, rng):
    return Duel(9 if s.seen[0] == 1 else 0, 0, 1.0, 1.0)


def _update_badly(s: Blind, t, duel, outcome):
    pass


observe.register(Blind, _observe_badly)


choose.register(Blind, _choose_badly)


update.register(Blind, _update_badly)


@pytest.mark.slow
def test_a_learner_of_points_is_checked_in_a_box_and_the_report_says_which_facts_have_no_meaning_there():
    with interpreted():
        report = check_algorithm("dbgd")
    assert [finding.law for finding in report.findings][: len(LAWS)] == list(LAWS)
    assert str(report).splitlines()[-5:] == [
        "folds=True (measured; as declared): yes",
        "self_duels=True (measured; as declared): yes",
        "opponent: not measured, because no point is drawn uniformly from all others",
        "takes_any_vote=True (measured; as declared): yes",
        "true_chances: not measured, because a duel of points carries no chances",
    ]


@pytest.mark.slow
def test_a_learner_with_contexts_is_checked_and_they_come_in_turn():
    with interpreted():
        report = check_algorithm("sparring-exp4p")
    assert [str(finding) for finding in report.findings if not str(finding).endswith(": yes")] == [
        "a newcomer is shown: not measured, because nobody comes late among contexts or points",
        "what it finds has groups in order: not measured, because it does not stop by itself",
        f"{COMPILED}: not measured, because {'NUMBA_DISABLE_JIT is set' if DISABLED else 'only plain Python was run'}",
    ]


@pytest.mark.parametrize(
    ("fault", "law", "reason"),
    [
        (1, "pairs are arms", r"choose must return points of the body, got .* and \[3. 3.\] in round 5"),
        (2, "pairs are arms", r"choose must return points of the body, got \[nan nan\] and .* in round"),
    ],
)
def test_a_broken_learner_of_points_is_found(fault, law, reason):
    with kept(), interpreted():

        @algorithm("careless", **SAID, world="continuous")
        def start(space: Any, horizon: int) -> Careless:
            return Careless(fault, np.zeros(space.body.dimension))

        found = broken("careless")
    (name,) = [each for each in LAWS if each.startswith(law)]
    assert re.match(reason, found[name]), found


def test_a_learner_that_fails_in_one_context_is_found():
    with kept(), interpreted():

        @algorithm("blind", **SAID, world="contexts")
        def start(arms: int, horizon: int, policies: np.ndarray) -> Blind:
            return Blind(np.zeros(1, np.int64))

        found = broken("blind")
    assert found["pairs are arms, and chances are chances"].startswith("choose must return arms from 0 to 1, got 9")
