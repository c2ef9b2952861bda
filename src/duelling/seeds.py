"""Random streams: named by what they are for, never by the thread that uses them."""

import secrets
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.random.bit_generator import ISeedSequence

from duelling.errors import whole

LARGEST = 2**128  # a seed; more chance than anybody needs
FRESH = 2**53  # fresh seeds are smaller, so that any program reads them as they are
RUN, SEQUENCE, PROBLEM, NEXT, VOTERS, QUESTION, SIDE, SHUFFLE = range(8)  # the first number of a stream's key

WORD = 2**32 - 1
POOL = 4  # words in which NumPy's SeedSequence collects chance
LEFT, RIGHT = 0xCA01F9DD, 0x4973F715  # the factors by which it mixes two words


class Streams(NamedTuple):
    """The two streams of one run."""

    learner: np.random.Generator
    problem: np.random.Generator


def check_seed(seed: float, name: str = "seed") -> int:
    """Return ``seed`` as an int; raise WrongValue, with this ``name``, unless it is a whole number from 0 to 2^128."""
    return whole(name, seed, 0, LARGEST)


def seed_or_fresh(seed: float | None) -> int:
    """Return ``seed``, checked; for None a fresh one, from the entropy of the system."""
    return secrets.randbelow(FRESH) if seed is None else check_seed(seed)


def streams(seed: int, run: int) -> Streams:
    """Return the streams of a run. They are the same for every algorithm, so that runs can be compared in pairs."""
    learner, problem = np.random.SeedSequence(check_seed(seed), spawn_key=(RUN, run)).spawn(2)
    return Streams(np.random.default_rng(learner), np.random.default_rng(problem))


def arm_order(seed: int, run: int, arms: int) -> np.ndarray:
    """Return the order in which a run that shuffles shows the arms; the same for every algorithm."""
    return _stream(seed, SHUFFLE, run).permutation(arms)


def sequence_stream(seed: int) -> np.random.Generator:
    """Return the stream from which an outcome sequence is drawn."""
    return _stream(seed, SEQUENCE)


def problem_stream(seed: int) -> np.random.Generator:
    """Return the stream from which a random problem is drawn."""
    return _stream(seed, PROBLEM)


def next_stream(seed: int, asked: int) -> np.random.Generator:
    """Return the stream from which the next pairs are drawn after so many questions."""
    return _stream(seed, NEXT, asked)


def question_stream(seed: int, question: int) -> np.random.Generator:
    """Return the stream from which an arena draws its n-th question."""
    return _numbered_stream(seed, QUESTION, question)


def side_stream(seed: int, ticket: int) -> np.random.Generator:
    """Return the stream that decides which item of a ticket stands on the left."""
    return _numbered_stream(seed, SIDE, ticket)


def voters_stream(seed: int, ticket: int) -> np.random.Generator:
    """Return the stream from which simulated voters take and answer the ticket with this number."""
    return _stream(seed, VOTERS, ticket)


def _stream(seed: int, *key: int) -> np.random.Generator:
    """The stream with this key: what ``default_rng`` makes, in a third of its time."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(check_seed(seed), spawn_key=key)))


def _numbered_stream(seed: int, key: int, number: int) -> np.random.Generator:
    """The same for a key and a number below 2^32, in half of that time: an arena makes two of them for every vote.

    What ``SeedSequence`` makes of the seed and the key is the same for all numbers. NumPy promises that it never
    changes, and a test compares the streams.
    """
    (a, b, c, d), steps = _mixed(seed, key)
    a, b, c, d = (_mix(word, _hashed(number, *step)) for word, step in zip((a, b, c, d), steps, strict=True))
    words = [_hashed(word, *step) for word, step in zip((a, b, c, d, a, b, c, d), _OUT, strict=True)]
    start: Any = _Words(np.array(words, np.uint32).view(np.uint64))
    return np.random.Generator(np.random.PCG64(start))


class _Words(ISeedSequence):
    """The words that a generator starts from."""

    def __init__(self, words: np.ndarray) -> None:
        self.words = words

    def generate_state(self, n_words: int, dtype: Any = np.uint32) -> np.ndarray:
        return self.words


def _steps(constant: int, factor: int, count: int) -> list[tuple[int, int]]:
    """The constants of the first steps of a hash: each has its own, and the one after it."""
    found = [constant]
    for _ in range(count):
        found.append(found[-1] * factor & WORD)
    return [*pairwise(found)]


_IN = _steps(0x43B0D7E5, 0x931E8875, POOL * POOL + 8 * POOL)
_OUT = _steps(0x8B51F9DD, 0x58F38DED, 8)


def _hashed(word: int, constant: int, factor: int) -> int:
    word = (word ^ constant) * factor & WORD
    return word ^ word >> 16


def _mix(one: int, other: int) -> int:
    word = (LEFT * one - RIGHT * other) & WORD
    return word ^ word >> 16


@lru_cache(64)
def _mixed(seed: int, key: int) -> tuple[list[int], list[tuple[int, int]]]:
    """The pool after the seed and the key, and the steps for the next word."""
    seed, step = check_seed(seed), iter(_IN)
    parts = [seed >> 32 * k & WORD for k in range(max(POOL, -(-seed.bit_length() // 32)))]
    pool = [_hashed(part, *next(step)) for part in parts[:POOL]]
    for source in range(POOL):
        for target in range(POOL):
            if source != target:
                pool[target] = _mix(pool[target], _hashed(pool[source], *next(step)))
    for word in (*parts[POOL:], key):
        pool = [_mix(each, _hashed(word, *next(step))) for each in pool]
    return pool, [next(step) for _ in range(POOL)]
