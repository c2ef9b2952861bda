"""Random streams: named by what they are for, never by the thread that uses them."""

import secrets
from typing import NamedTuple

import numpy as np

from duelling.errors import whole

LARGEST = 2**128  # a seed; more chance than anybody needs
FRESH = 2**53  # fresh seeds are smaller, so that any program reads them as they are
RUN, SEQUENCE, PROBLEM, NEXT, VOTERS, QUESTION, SIDE, SHUFFLE = range(8)  # the first number of a stream's key


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
    return _stream(seed, QUESTION, question)


def side_stream(seed: int, ticket: int) -> np.random.Generator:
    """Return the stream that decides which item of a ticket stands on the left."""
    return _stream(seed, SIDE, ticket)


def voters_stream(seed: int, ticket: int) -> np.random.Generator:
    """Return the stream from which simulated voters take and answer the ticket with this number."""
    return _stream(seed, VOTERS, ticket)


def _stream(seed: int, *key: int) -> np.random.Generator:
    """The stream with this key: what ``default_rng`` makes, in a third of its time."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(check_seed(seed), spawn_key=key)))
