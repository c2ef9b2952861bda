"""Compiled or in plain Python: the same results, helpers are called alike, and nobody waits without need."""

import json
import math
import os
import re
import resource
import subprocess
import sys
import threading
from types import SimpleNamespace

import numpy as np
import pytest

from duelling.core import disk
from duelling.core import jit as jit_module
from duelling.core.jit import entry, interpreted, jit, kept_on_disk
from duelling.core.protocol import choose, update
from duelling.lab.simulate import simulate
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from tests.helpers.damage import DAMAGES, damage, small_files
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
DUELLING = [sys.executable, "-m", "duelling"]


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


def test_nothing_is_compiled_to_start(nothing_is_compiled):
    """What ``start`` calls once would take longer to compile than everything else that it does."""
    for name, algorithm in ALGORITHMS.every().items():
        if algorithm.world == "arms":
            choice(name).start(8, 1000)


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


@pytest.mark.slow
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


def time_of_children():
    """The processor time of all programs that this one has started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_a_first_duel_in_plain_python_is_there_soon():
    """In at most 2.5 times the processor time of numpy. The best of a few tries each, by turns, as many as it needs."""
    took = {"import numpy": np.inf, QUICK: np.inf}
    alone(QUICK)  # keeps the translated modules
    for _ in range(10):
        for code in took:
            begun = time_of_children()
            alone(code, NUMBA_DISABLE_JIT="0")
            took[code] = min(took[code], time_of_children() - begun)
        if took[QUICK] < TIMES_NUMPY * took["import numpy"]:
            return
    raise AssertionError(f"{took[QUICK] / took['import numpy']:.1f} times the time of numpy")


@pytest.mark.compiled
def test_sources_that_changed_after_the_start_are_not_kept_on_disk(monkeypatch):
    """What was imported may be an older text than the one that would name the folder."""
    assert jit_module._folder() is not None
    monkeypatch.setattr(jit_module, "BEGUN", 0.0)
    assert jit_module._folder() is None


def square(x):
    return x * x


def adder(n):
    def add(x):
        return x + n

    return add


@pytest.mark.compiled
def test_functions_that_were_made_in_others_do_not_share_their_machine_code(tmp_path):
    assert [jit_module._compile(adder(n), tmp_path)(1) for n in (1, 2)] == [2, 3]


@pytest.mark.compiled
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_whatever_is_damaged_is_compiled_again_and_said_once(ending, tmp_path, caplog, monkeypatch):
    monkeypatch.setattr(disk, "_warned", False)
    jit_module._compile(square, tmp_path)(3)
    for kind in DAMAGES:
        damage(next(tmp_path.glob(f"*.{ending}")), kind, np.random.default_rng(0))
        kernel, again = (jit_module._compile(square, tmp_path) for _ in range(2))
        assert (kernel(3), again(3)) == (9, 9)
        assert (sum(kernel.stats.cache_hits.values()), sum(again.stats.cache_hits.values())) == (0, 1)
        for path in tmp_path.glob("*.nbc"):  # those that the index does not name
            if path.name not in again._cache._read_index().values():
                path.unlink()
    assert re.fullmatch(r"duelling: kernels are compiled again, '\S+' is damaged", "\n".join(caplog.messages))


@pytest.mark.compiled
def test_a_full_disk_is_said_once_and_the_kernel_runs(tmp_path, caplog, monkeypatch):
    monkeypatch.setattr(disk, "_warned", False)
    for room in (0, 100, 5000):  # the first has no room for anything, the last none for the machine code
        with small_files(room):
            assert jit_module._compile(square, tmp_path)(3) == 9
    assert list(tmp_path.iterdir()) == []
    assert len(caplog.messages) == 1
    assert "cannot be written: File too large" in caplog.text


@pytest.mark.compiled
def test_what_is_kept_on_disk_is_counted(tmp_path):
    kernel = jit_module._compile(square, tmp_path)
    of_kernel = SimpleNamespace(kernel=lambda: kernel)
    assert kept_on_disk(of_kernel) == 0
    kernel(3), kernel(0.5), kernel(4)
    assert kept_on_disk(of_kernel) == 2
    kernel = jit_module._compile(square, None)
    assert kept_on_disk(of_kernel) is None
    with interpreted():
        assert kept_on_disk(of_kernel) is None


@pytest.mark.compiled
def test_a_folder_that_another_process_removed_is_no_error(tmp_path):
    kernel = jit_module._compile(square, tmp_path / "gone")
    assert kernel(3) == 9
    assert kept_on_disk(SimpleNamespace(kernel=lambda: kernel)) == 0


def simulated(cache):
    """What a program with this cache prints, on both streams."""
    command = [*DUELLING, "simulate", "cyclic", "ws-w", "--horizon", "100", "--runs", "3"]
    command += ["--winner", "condorcet", "--json"]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "NUMBA_OPT": "0"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["results"][0]["weak"], done.stderr


@pytest.mark.compiled
def test_a_program_with_a_damaged_cache_prints_the_same_and_one_line_more(tmp_path):
    first, silence = simulated(tmp_path)
    assert silence == ""
    for path in tmp_path.rglob("*.nbc"):  # a damaged index is above
        damage(path, "bit", np.random.default_rng(0))
    again, line = simulated(tmp_path)
    assert again == first
    assert re.fullmatch(r"duelling: kernels are compiled again, '\S+' is damaged\n", line)
    assert simulated(tmp_path) == (first, "")


@pytest.mark.compiled
def test_a_program_whose_cache_others_can_write_prints_the_same_and_one_line_more(tmp_path):
    tmp_path.chmod(0o777)
    code = "import sys; sys.stderr = sys.stdout; from duelling.core.evidence.pairs import log_limit; "
    line, result = alone(code + "print(log_limit(0.05))", NUMBA_CACHE_DIR=str(tmp_path)).splitlines()
    assert line == f"duelling: compiled kernels are not kept, others can write to '{tmp_path}'"
    assert float(result) == math.log(10.5)
    assert list(tmp_path.rglob("*.nb?")) == []


@pytest.mark.compiled
def test_a_user_without_a_home_has_no_cache(monkeypatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.delenv("HOME")
    monkeypatch.setattr(os, "getuid", lambda: 2**31 - 2)  # whom the system does not know
    assert jit_module._folder() is None
