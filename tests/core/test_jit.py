"""Compiled or in plain Python: the same results, helpers are called alike, and nobody waits without need."""

import json
import os
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from duelling.core import jit as jit_module
from duelling.core.jit import entry, interpreted, jit
from duelling.core.protocol import choose, update
from duelling.lab.simulate import simulate
from duelling.registry.choice import choice
from tests.helpers.modes import INTERPRETED

QUICK = """
import numpy as np
import duelling
from duelling.kernels import choose, interpreted, update
from duelling.registry.choice import choice
with interpreted():
    learner = choice("tsallis+unif").start(10, 1000)
    duel = choose(learner, 1, np.random.default_rng(0))
    update(learner, 1, duel, 1)
"""
SLOW_TO_IMPORT = {"numba", "scipy", "polars", "pydantic", "matplotlib", "rich", "typer", "jinja2"}
TIMES_NUMPY = 2.5


@jit
def power(x, n=2):
    return 1 if n == 0 else x * power(x, n - 1)


@jit
def ahead(x, y=1, z=0):
    return x - y + z


@entry
def both(x):
    return power(x), power(x, n=3), ahead(x), ahead(x, z=5)


def alone(code: str, **environment: str) -> str:
    """What a fresh process prints."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=env | environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_helpers_take_defaults_and_names_and_may_call_themselves():
    assert (power(3), power(3, n=3), ahead(3), ahead(3, z=5)) == both(3) == (9, 27, 2, 7)
    with interpreted():
        assert (power(3), power(3, n=3), ahead(3), ahead(3, z=5)) == both(3) == (9, 27, 2, 7)


@pytest.fixture
def nothing_is_compiled(monkeypatch):
    def refuse(self, *arguments):
        raise AssertionError(f"{self.__name__} is compiled")

    monkeypatch.setattr(jit_module.Entry, "kernel", refuse)


def test_interpreted_reaches_verbs_in_verbs_helpers_and_loops(nothing_is_compiled):
    with interpreted():
        learner, rng = choice("exp3-sparring").start(4, 100), np.random.default_rng(0)  # two bandits in a learner
        update(learner, 1, choose(learner, 1, rng), 1)
        assert both(2) == (4, 8, 1, 6)
        simulate("cyclic", ["exp3+unif", "rucb"], horizon=20, runs=3, threads=2)


def test_interpreted_ends_with_its_block_also_after_an_error_and_inside_another():
    with interpreted():
        with pytest.raises(KeyError), interpreted():
            raise KeyError
        assert jit_module._PLAIN.get()
    assert jit_module._PLAIN.get() == INTERPRETED


def test_interpreted_is_for_its_own_thread():
    inside, outside = threading.Barrier(2), []
    thread = threading.Thread(target=lambda: (inside.wait(), outside.append(jit_module._PLAIN.get()), inside.wait()))
    thread.start()
    with interpreted():
        inside.wait()
        inside.wait()
    thread.join()
    assert outside == [INTERPRETED]


EVERYBODY = """
import json, sys
import numpy as np
from duelling.kernels import interpreted
from duelling.lab.simulate import simulate
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from duelling.testing.playing import play
PROBLEMS = {
    "contexts": "contexts:arms=4,contexts=3,policies=20",
    "continuous": "continuous:quadratic,body=ball,dimension=3",
}
found = {}
with interpreted():
    for name, facts in ALGORITHMS.every().items():
        if facts.world == "arms":
            found[name] = play(choice(name).start(6, 100), 100, np.random.default_rng(2))
        else:
            found[name] = simulate(PROBLEMS[facts.world], name, horizon=50, runs=2, threads=2).weak.tolist()
assert "numba" not in sys.modules
print(json.dumps(found))
"""


@pytest.mark.skipif(not INTERPRETED, reason="once is enough: it starts processes of its own")
def test_everybody_plays_the_same_without_the_compiler_as_with_the_compiler_disabled():
    """To the last bit, and numba is imported in neither way."""
    one, two = (json.loads(alone(EVERYBODY, NUMBA_DISABLE_JIT=setting)) for setting in ("0", "1"))
    assert len(one) > 50
    assert one == two


@pytest.mark.skipif(not INTERPRETED, reason="once is enough: it starts processes of its own")
def test_a_simulation_with_the_compiler_disabled_does_not_import_it():
    code = (
        "import sys, duelling as du; du.simulate('cyclic', 'rucb', horizon=10, runs=2); print('numba' in sys.modules)"
    )
    assert alone(code, NUMBA_DISABLE_JIT="1") == "False\n"


def test_a_first_duel_imports_nothing_that_is_slow_to_import():
    modules = alone(QUICK + "import sys; print(*sys.modules)", NUMBA_DISABLE_JIT="0").split()
    assert SLOW_TO_IMPORT & set(modules) == set()


def test_a_first_duel_in_plain_python_is_there_soon():
    """At most 2.5 times as late as numpy. The best of a few tries each, by turns, as many as a busy machine needs."""
    took = {"import numpy": np.inf, QUICK: np.inf}
    alone(QUICK)  # keeps the translated modules
    for _ in range(10):
        for code in took:
            begun = time.perf_counter()
            alone(code, NUMBA_DISABLE_JIT="0")
            took[code] = min(took[code], time.perf_counter() - begun)
        if took[QUICK] < TIMES_NUMPY * took["import numpy"]:
            return
    raise AssertionError(f"{took[QUICK] / took['import numpy']:.1f} times as late as numpy")


@pytest.mark.compiled
def test_sources_that_changed_after_the_start_are_not_kept_on_disk(monkeypatch):
    """What was imported may be an older text than the one that would name the folder."""
    assert jit_module._folder() is not None
    monkeypatch.setattr(jit_module, "BEGUN", 0.0)
    assert jit_module._folder() is None
