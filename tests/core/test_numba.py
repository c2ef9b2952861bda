"""What this package knows of numba beyond its documentation. Each test says what breaks where another numba differs.

The messages that registry/compiler_messages.py parses have their tests beside it.
"""

import ctypes
import importlib
import math
import os
import pickle
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from packaging.requirements import Requirement

from duelling.core import disk
from duelling.core import jit as jit_module

ROOT = Path(__file__).parents[2]
CHANGED = "numba has changed: mend core/jit.py, "
pytestmark = pytest.mark.compiled


def square(x):
    return x * x


address = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(lambda x: 2 * x)


def double(x):
    return address(x)


class Pair(NamedTuple):
    x: float
    y: float


@pytest.fixture
def kernel(tmp_path):
    """A kernel that is kept in ``tmp_path``."""
    return jit_module._compile(square, tmp_path)


def test_the_installed_numba_is_one_that_is_allowed():
    """Versions beyond the bound may have changed what the other tests of this file look at."""
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    (numba,) = (need.specifier for need in map(Requirement, needs) if need.name == "numba")
    installed = metadata.version("numba")
    assert installed in numba
    major, minor = map(int, installed.split(".")[:2])
    assert f"{major}.{minor + 1}.0" not in numba, "numba must have an upper bound: the next minor version"


def test_a_kernel_has_a_place_for_its_cache(tmp_path):
    """``_compile`` puts a ``Shelf`` into ``kernel._cache``; it must have what numba's own cache has and numba calls."""
    caching = importlib.import_module("numba.core.caching")
    cache = jit_module._compiler().njit(square)._cache
    assert type(cache) is caching.NullCache, f"{CHANGED}_compile: a kernel keeps its cache elsewhere"
    shelf = jit_module.Shelf(square, tmp_path)
    assert {name for name in dir(cache) if not name.startswith("_")} - set(dir(shelf)) == {"enable", "disable", "flush"}


@pytest.mark.parametrize("name", ["_reduce", "_rebuild", "codegen", "library"])
def test_what_is_compiled_has_the_private_parts_that_are_used(kernel, name):
    kernel(3)
    (result,) = kernel.overloads.values()
    assert hasattr(result, name), f"{CHANGED}Shelf: a compiled function has no {name}"


def test_machine_code_is_saved_by_our_class_and_found_again(kernel, tmp_path):
    assert kernel(3) == 9
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".nbc", ".nbi"], f"{CHANGED}Shelf: nothing is saved"
    assert kernel.stats.cache_path == str(tmp_path), f"{CHANGED}Shelf: numba does not ask it for its folder"
    again = jit_module._compile(square, tmp_path)
    assert again(3) == 9
    assert sum(again.stats.cache_hits.values()) == 1, f"{CHANGED}Shelf: numba does not find what it wrote"


def test_a_processor_is_described(kernel):
    kernel(3)
    (result,) = kernel.overloads.values()
    triple, processor, features = result.codegen.magic_tuple()
    assert all(isinstance(text, str) for text in (triple, processor, features)), f"{CHANGED}Shelf._key"


def test_the_context_is_refreshed_before_machine_code_is_loaded(kernel):
    assert callable(kernel.targetctx.refresh), f"{CHANGED}Shelf.load_overload: a context has no refresh"


def test_a_kernel_with_an_address_of_this_process_is_not_kept(tmp_path):
    kernel = jit_module._compile(double, tmp_path)
    assert kernel(1.5) == 3.0
    (result,) = kernel.overloads.values()
    assert result.library.has_dynamic_globals, f"{CHANGED}Shelf.save_overload"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("value", [square, math, (1, "text")])
def test_functions_and_modules_are_pickled(value):
    """``pickled`` uses ``numba.core.serialize.dumps``; ``pickle`` reads it."""
    assert pickle.loads(jit_module.pickled(value)) == value, f"{CHANGED}pickled"


def test_processes_that_compile_at_once_do_not_mix_up_their_kernels(kernel, tmp_path, monkeypatch):
    """Both read the same index before either writes; whoever is last, each signature stands for its own code."""
    saved, real = [], disk.write
    monkeypatch.setattr(jit_module.Shelf, "_read_index", lambda shelf: {})

    def write(path, content):
        saved.extend([pickle.loads(content)] if path.suffix == ".nbi" else [])
        real(path, content)

    monkeypatch.setattr(disk, "write", write)
    assert kernel(3) == 9
    assert kernel(np.float64(0.5)) == 0.25
    (one,), (two,) = (index.values() for index in saved)
    assert one != two
    assert {path.name for path in tmp_path.glob("*.nbc")} == {one, two}


@pytest.mark.parametrize("name", ["BOUNDSCHECK", "OPT", "DISABLE_JIT"])
def test_settings_that_are_read_have_their_names(name):
    config = jit_module._compiler().config
    assert hasattr(config, name), f"{CHANGED}_folder: the setting {name} has another name"
    assert not config.DISABLE_JIT


@pytest.mark.parametrize("name", ["forceinline", "no_cfunc_wrapper"])
def test_options_of_parts_are_known(name):
    """They are not documented. One that is unknown would be refused, which the last line shows."""
    numba = jit_module._compiler()
    assert numba.njit(**{name: True})(square)(3) == 9, f"{CHANGED}PART: the option {name} has another name"
    with pytest.raises(KeyError):
        numba.njit(**{f"{name}_of_tomorrow": True})(square)(3)


def test_the_type_of_a_state_has_its_class():
    """``generic`` finds the verb of a state by it."""
    kind = jit_module._compiler().typeof(Pair(1.0, 2.0))
    assert kind.instance_class is Pair, f"{CHANGED}generic: the type of a named tuple has no instance_class"


def test_the_compiler_starts_without_scipys_linear_algebra_and_finds_it_when_it_is_needed():
    """``numba.np.arraymath`` asks ``numba.np.linalg.ensure_blas`` while it is imported."""
    code = """
import sys
import numpy as np
from duelling.core.jit import entry

@entry
def count(x):
    return x.sum()

@entry
def multiply(x):
    return x @ x

assert count(np.ones((2, 2))) == 4.0
print("scipy.linalg" in sys.modules)
print(multiply(np.full((2, 2), 2.0)).tolist(), "scipy.linalg" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "False\n[[8.0, 8.0], [8.0, 8.0]] True\n", f"{CHANGED}_import_array_functions{done.stderr}"


@pytest.mark.parametrize("measured", [False, True])
def test_the_compiler_starts_without_coverage_unless_kernels_are_measured(measured):
    """Numba imports it where it is installed; whoever imports it later finds it."""
    code = """
import sys
from duelling.core.jit import _compiler
_compiler()
print("coverage" in sys.modules)
import coverage
"""
    env = {**os.environ, **({"NUMBA_JIT_COVERAGE": "1"} if measured else {})}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=env)
    assert (done.stdout, done.returncode) == (f"{measured}\n", 0), f"{CHANGED}_import_numba{done.stderr}"


def test_a_number_of_threads_that_is_none_is_one_line():
    code = "from duelling.core.jit import _compiler; _compiler()"
    env = {**os.environ, "NUMBA_NUM_THREADS": "0"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=env)
    said = "WrongValue: NUMBA_NUM_THREADS must be a whole number from 1 on"
    assert said in done.stderr.splitlines()[-1], f"{CHANGED}_compiler: another error for a wrong number of threads"
