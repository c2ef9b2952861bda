"""The compiler is started beside the arena, and nobody waits for it."""

import numpy as np
import pytest

from duelling.core.evidence.candidates import start_candidates
from duelling.core.jit import DISABLED, plain
from duelling.live import compiling

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


class Started:
    def start(self):
        """It is started later."""
