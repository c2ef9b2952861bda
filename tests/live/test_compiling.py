"""The compiler is started beside the arena, and nobody waits for it."""

from contextlib import nullcontext

import numpy as np
import pytest

from duelling.core.evidence.candidates import VERDICT, start_candidates
from duelling.core.jit import DISABLED, interpreted, plain
from duelling.core.states import numbers
from duelling.live import compiling
from duelling.live.decisions.ask import Ask
from duelling.live.decisions.tell import Tell
from duelling.votes.racing import worst_case
from tests.helpers.memory import arena

pytestmark = pytest.mark.skipif(DISABLED, reason="nothing is compiled here")


@pytest.fixture
def fresh(monkeypatch):
    monkeypatch.setattr(compiling, "_READY", {})


def mode(race, votes):
    with compiling.compiled_if_ready(race, votes):
        return "plain" if plain() else "compiled"


@pytest.mark.parametrize("counted", [True, False])
def test_few_votes_are_counted_in_python_until_the_compiler_is_ready(fresh, counted, monkeypatch):
    begun = []
    monkeypatch.setattr(
        compiling.threading, "Thread", lambda target, args, **_: begun.append((target, args)) or Started()
    )
    race = start_candidates(3, 0.05, counted=counted)
    assert mode(race, 10) == "plain"
    assert begun == []
    race.score[:, 0] = compiling.SOME
    assert [mode(race, 10), mode(race, 10)] == ["plain", "plain"]
    ((compile_it, kind),) = begun
    compile_it(*kind)
    assert mode(race, 1) == "compiled"
    assert np.array_equal(race.score[:, 1], np.zeros(3))


def test_whoever_counts_very_many_waits(fresh):
    assert mode(start_candidates(3, 0.05), compiling.MANY + 1) == "compiled"


def test_the_worst_case_is_the_same_wherever_it_is_counted():
    made = arena("abc", repeats=None)
    made.do(Ask(1))
    for _ in range(90):
        (ticket,) = made.do(Ask(1, "ann")).tickets
        made.do(Tell(ticket, "left" if ticket.left < ticket.right else "right"))
    evidence = made.state.policy.evidence
    found = [worst_case(evidence.race(), evidence.tickets(0), where) for where in (interpreted(), nullcontext())]
    assert [each.now[VERDICT] for each in found] == [0, 0]
    np.testing.assert_allclose(*map(numbers, found), rtol=1e-9)


class Started:
    def start(self):
        """It is started later."""
