"""What loops borrow: draws with NumPy's bits, and states that nobody counts. It leans on private names of numba."""

import resource
from typing import NamedTuple

import numpy as np
import pytest

from duelling.core.jit import borrowed, entry, generic, jit, loop
from duelling.core.protocol import Duel, choose, update
from duelling.errors import InputError
from duelling.lab.stages import set_up
from duelling.problems.reading.named import problem
from duelling.seeds import streams

pytestmark = pytest.mark.compiled
CHANGED = "numba or NumPy has changed: mend core/native.py, "


@loop
def draws(rng, n, kind):
    """Uniform numbers, among others of another kind."""
    rng = borrowed(rng)
    found = np.zeros(n)
    for k in range(n):
        found[k] = rng.random()
        if kind == 1:
            found[k] += rng.beta(2.0, 3.0)
        elif kind == 2:
            found[k] += rng.standard_normal() + rng.exponential(2.0)
        elif kind == 3:  # takes half a word, and leaves the other half to the next
            found[k] += rng.random(dtype=np.float32)
        elif kind == 4:
            found[k] += rng.integers(0, 1000)
    return found


@pytest.mark.parametrize("kind", range(5))
def test_a_loop_draws_what_numpy_draws_and_leaves_the_stream_where_numpy_does(kind):
    """Uniform numbers to the last bit; numba's own functions for others may differ from NumPy's in the last place."""
    other = [
        lambda rng: 0.0,
        lambda rng: rng.beta(2.0, 3.0),
        lambda rng: rng.standard_normal() + rng.exponential(2.0),
        lambda rng: rng.random(dtype=np.float32),
        lambda rng: rng.integers(0, 1000),
    ][kind]
    for seed in range(20):
        ours, numpys = (np.random.default_rng(seed) for _ in range(2))
        found, wanted = draws(ours, 200, kind), [numpys.random() + other(numpys) for _ in range(200)]
        np.testing.assert_allclose(found, wanted, rtol=0 if kind == 0 else 1e-12, err_msg=CHANGED)
        assert ours.bit_generator.state == numpys.bit_generator.state, CHANGED + "the stream is elsewhere"


def test_numpy_keeps_its_state_where_we_look_for_it():
    """Otherwise a loop calls NumPy for each number: right, and three times as slow."""
    from duelling.core.native import layout_is_known  # imports numba, for which plain tests do not wait

    assert layout_is_known(), CHANGED + "layout_is_known"


def test_a_loop_refuses_a_generator_of_another_kind():
    with pytest.raises(InputError, match=r"rng must be one that np.random.default_rng makes, got Generator\(MT19937\)"):
        draws(np.random.Generator(np.random.MT19937(0)), 1, 0)


class Pair(NamedTuple):
    x: np.ndarray
    y: np.ndarray


class Outer(NamedTuple):
    inner: Pair
    z: float


@generic
def walk(s, n):
    """Change an array that depends on the step."""


def _walk(s: Outer, n):
    total = np.zeros(1)[0]  # makes an array, so that this verb counts
    for k in range(n):
        part = s.inner.x
        if k % 3 == 0:
            part = s.inner.y
        part[k % part.size] += 1.0
        total += part[0]
    return total


walk.register(Outer, _walk)


@entry
def counted(s, n):
    return walk(s, n)


@loop
def uncounted(s, n):
    return walk(borrowed(s), n)


def test_references_to_borrowed_arrays_are_not_counted():
    """Numba leaves out what counts an owner that is not there: ``meminfo`` and ``parent`` are its names for owners."""
    states = [Outer(Pair(np.zeros(3), np.zeros(4)), 0.0) for _ in range(2)]
    assert counted(states[0], 100) == uncounted(states[1], 100)
    np.testing.assert_array_equal(states[0].inner.x, states[1].inner.x)
    codes = [next(iter(f.kernel(states[0]).inspect_llvm().values())) for f in (counted, uncounted)]
    counts = [code.count("call void @NRT_incref") for code in codes]
    assert counts[0] > 0, "the test has nothing to show"
    assert counts[1] == 0, CHANGED + "_forget: references are counted all the same"


class Wasteful(NamedTuple):
    """A user's own learner that makes arrays in its verbs, and passes them on."""

    counts: np.ndarray


@jit
def fresh(counts, n):
    made = np.zeros(n)
    for i in range(counts.size):
        made[i] = counts[i]
    return made


def _choose(s: Wasteful, t, rng):
    made = fresh(s.counts, 100_000)
    i = int(rng.random() * s.counts.size)
    kept = made if made[i] > 3 else s.counts
    return Duel(i, int(kept.argmin()) % s.counts.size, 1.0, 1.0)


def _update(s: Wasteful, t, duel, outcome):
    s.counts[duel.first] += 1


def test_a_kernel_of_a_user_may_make_arrays_and_they_are_freed():
    """4000 arrays of 0.8 MB would be 3.2 GB."""
    choose.register(Wasteful, _choose)
    update.register(Wasteful, _update)
    sushi = problem("sushi")
    stage, learner = set_up(sushi, ["borda"], np.array([4000])), Wasteful(np.zeros(16))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert stage.run(learner, np.array([4000]), streams(0, 0), np.zeros((2, 1, 1))).left == 0
    assert learner.counts.sum() == 4000
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 1_000_000  # kilobytes; compiling takes some
