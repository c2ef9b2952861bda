"""Parts of kernels are linked into their callers, and there is no machine code of them alone."""

import gc
import importlib
import resource

import numpy as np
import pytest

from duelling.core import jit as jit_module
from duelling.core.jit import entry, jit

pytestmark = pytest.mark.compiled
CHANGED = "numba has changed: mend core/parts.py"


@jit
def inner(x):
    if x < 0:
        raise ValueError("x is below zero", x)
    return x + 0.1


@jit
def outer(x):
    return inner(x) * 3


@entry
def kernel(x):
    return outer(x) + inner(x)


@entry
def another(x):
    return inner(x)


def test_the_machine_code_of_a_part_is_in_its_callers_alone(monkeypatch):
    library = importlib.import_module("numba.core.codegen").JITCodeLibrary
    translate, translated = library._finalize_specific, []
    another(0.5)  # translates what numba has for all kernels

    def listen(self):
        translated.append(self.name)
        translate(self)

    monkeypatch.setattr(library, "_finalize_specific", listen)
    x = np.float32(0.5)  # no other test calls it with one
    assert kernel(x) == (x + 0.1) * 3 + (x + 0.1)
    assert translated == ["kernel"], f"{CHANGED}: another method translates"


@pytest.mark.parametrize("call", [kernel, another])
def test_an_error_of_a_part_keeps_its_values(call):
    """Numba looks them up in the environment of the part."""
    with pytest.raises(ValueError, match="below zero") as error:
        call(-2.5)
    assert error.value.args == ("x is below zero", -2.5)


def test_so_it_does_in_a_kernel_of_numba_itself():
    own = jit_module._compiler().njit(lambda x: outer(x))
    assert own(0.5) == (0.5 + 0.1) * 3
    with pytest.raises(ValueError, match="below zero") as error:
        own(-1.0)
    assert error.value.args == ("x is below zero", -1.0)


def test_so_it_does_in_a_kernel_from_disk(tmp_path):
    compiled, loaded = (jit_module._compile(kernel.py_func, tmp_path) for _ in range(2))
    assert compiled(0.3) == loaded(0.3) == (0.3 + 0.1) * 3 + (0.3 + 0.1)
    assert sum(loaded.stats.cache_hits.values()) == 1
    with pytest.raises(ValueError, match="below zero") as error:
        loaded(-2.0)
    assert error.value.args == ("x is below zero", -2.0)


def test_calls_inside_a_kernels_compilation_map_no_memory():
    """Somewhere Python's chunk of frames ends, and a loop that calls across its end maps memory with each call."""
    with_room = importlib.import_module("duelling.core.parts")._with_room

    def step():
        return None

    step.__code__ = step.__code__.replace(
        co_stacksize=100
    )  # larger than the frame of the next, so that some depth has no room for it

    def deep(depth):
        if depth:
            return deep(depth - 1)
        before = resource.getrusage(resource.RUSAGE_THREAD).ru_minflt
        for _ in range(500):
            step()
        return resource.getrusage(resource.RUSAGE_THREAD).ru_minflt - before

    assert max(deep(depth) for depth in range(300)) > 400, "the test has nothing to show"
    assert max(with_room(deep, depth) for depth in range(300)) < 100


def test_nobody_looks_for_garbage_while_a_kernel_is_compiled():
    """The compiler makes 300,000 objects that stay until it is done: to go through them took a tenth of the time."""
    found, seen = [], []

    @jit_module.jit
    def broken(x):
        return x.nowhere

    def resolve(*_):
        seen.append(gc.isenabled())
        return lambda x: x + 1.0

    def stub(x):
        return x

    jit_module._declare(stub, resolve, jit_module.PART)
    for collecting in (True, False):
        (gc.enable if collecting else gc.disable)()
        try:
            assert jit_module._compile(lambda x: stub(x), None)(1.0) == 2.0
            with pytest.raises(Exception, match="nowhere"):
                jit_module._compile(lambda x: broken(x), None)(1.0)
            found.append(gc.isenabled())
        finally:
            gc.enable()
    assert found == [True, False]
    assert seen
    assert not any(seen)
