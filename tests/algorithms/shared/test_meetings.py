"""Counts of the pairs that meet, beside a dict; room for those that an algorithm asks for, whoever else votes."""

import numpy as np
import pytest

from duelling.algorithms.shared import meetings
from duelling.algorithms.shared.meetings import count, meet, wins_of
from duelling.core.fields import walk
from duelling.registry.choice import choice

pytestmark = pytest.mark.edges


def test_counts_are_those_of_a_dict():
    s, rng, slow = meetings.start(9, 36), np.random.default_rng(0), {}
    for _ in range(400):
        i, j, outcome = (*rng.integers(9, size=2).tolist(), int(rng.integers(-1, 2)))
        count(s, i, j, outcome)
        if i != j:
            for pair, half in (((i, j), outcome), ((j, i), -outcome)):
                slow[pair] = slow.get(pair, 0.0) + (1 + half) / 2
        assert wins_of(s, i, j) == ((slow.get((i, j), 0.0), slow.get((j, i), 0.0)) if i != j else (0.0, 0.0))
    assert s.taken[0] == 36
    for (i, j), wins in slow.items():
        assert wins_of(s, i, j) == (wins, slow[j, i])


def test_who_is_asked_for_finds_room_and_others_wait_until_some_are_out():
    """Of 4000 arms anybody may vote on any pair: they fill half of the table, and what is asked for fills the rest."""
    arms, rng = 4000, np.random.default_rng(1)
    s, out = meetings.start(arms, 10), np.zeros(arms)
    size = s.pair.size
    for i, j in rng.integers(arms, size=(size, 2)):
        count(s, i, j, 1)
    assert s.taken[0] == size // 2
    unknown = next((i, j) for i in range(arms) for j in range(i) if wins_of(s, i, j) == (0.0, 0.0))
    count(s, *unknown, 1)
    assert wins_of(s, *unknown) == (0.0, 0.0)
    meet(s, *unknown, out)
    count(s, *unknown, 1)
    assert wins_of(s, *unknown) == (1.0, 0.0)
    out[:] = 1.0
    out[[*unknown]] = 0.0
    s.taken[0] = size  # as if it were full
    meet(s, *unknown, out)
    assert (s.taken[0], wins_of(s, *unknown)) == (1, (1.0, 0.0))


@pytest.mark.plain
@pytest.mark.parametrize("name", ["merge-rucb", "merge-dts"])
def test_ten_thousand_arms_fit_into_300_megabytes(name):
    assert sum(np.asarray(part).nbytes for _, part in walk(choice(name).start(10_000, 1))) < 300e6
