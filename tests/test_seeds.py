"""Random streams: the same for one name, different for any other."""

import itertools

import numpy as np
import pytest

from duelling.errors import WrongValue
from duelling.seeds import (
    QUESTION,
    SIDE,
    problem_stream,
    question_stream,
    sequence_stream,
    side_stream,
    streams,
    voters_stream,
)

pytestmark = pytest.mark.plain


def drawn(seed):
    """The first numbers of all streams of a seed."""
    each = [rng for run in range(3) for rng in streams(seed, run)]
    each += [sequence_stream(seed), problem_stream(seed), voters_stream(seed, 0), voters_stream(seed, 1)]
    return [rng.random(4).tolist() for rng in each]


@pytest.mark.parametrize("seed", [0, 7, 2**70])
def test_a_stream_repeats_itself_and_no_other(seed):
    assert drawn(seed) == drawn(seed)
    assert all(a != b for a, b in itertools.combinations(drawn(seed) + drawn(seed + 1), 2))


@pytest.mark.parametrize("seed", [-1, 1.5, True, "0", None])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(WrongValue, match=f"seed must be a whole number from 0 on, got {seed!r}"):
        streams(seed, 0)


def test_a_whole_number_of_numpy_is_a_seed():
    assert streams(np.int64(3), 1).learner.random() == streams(3, 1).learner.random()


@pytest.mark.parametrize("seed", [0, 7, 2**32 - 1, 2**32, 2**70, 2**127 + 5, 2**128])
@pytest.mark.parametrize("number", [0, 1, 12345, 2**31, 2**32 - 1])
def test_the_streams_of_an_arena_are_those_of_numpy(seed, number):
    for stream, key in ((question_stream, QUESTION), (side_stream, SIDE)):
        numpys = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(key, number)))
        assert stream(seed, number).random(8).tolist() == numpys.random(8).tolist()
