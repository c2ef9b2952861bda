"""Parts of kernels are linked into their callers, and there is no machine code of them alone."""

import importlib
import os
import subprocess
import sys

import numpy as np
import pytest

from duelling.core import jit as jit_module
from duelling.core.jit import entry, interpreted, jit
from duelling.core.protocol import choose, update
from duelling.registry.choice import choice

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


PLAY = """
import numpy as np
from duelling.core.protocol import choose, update
from duelling.registry.choice import choice
rng, state = np.random.default_rng(3), choice("rucb").start(5, 100)
for t in range(1, 60):
    duel = choose(state, t, rng)
    update(state, t, duel, 1 if duel.first < duel.second else -1)
    print(int(duel.first), int(duel.second))
"""


def test_what_comes_from_disk_plays_as_what_was_compiled_and_as_plain_python(tmp_path):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", PLAY]
    compiled, loaded = (subprocess.check_output(command, env=environment, text=True) for _ in range(2))
    rng, state, pairs = np.random.default_rng(3), choice("rucb").start(5, 100), []
    with interpreted():
        for t in range(1, 60):
            duel = choose(state, t, rng)
            update(state, t, duel, 1 if duel.first < duel.second else -1)
            pairs.append(f"{int(duel.first)} {int(duel.second)}\n")
    assert compiled == loaded == "".join(pairs)
