"""What this package knows of numba beyond its documentation. Each test says what breaks where another numba differs.

The messages that registry/compiler_messages.py parses have their tests beside it.
"""

import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from packaging.requirements import Requirement

from duelling.core import jit as jit_module

ROOT = Path(__file__).parents[2]
CHANGED = "numba has changed: mend core/jit.py, "
pytestmark = pytest.mark.compiled


def square(x):
    return x * x


class Pair(NamedTuple):
    x: float
    y: float


@pytest.fixture
def files(tmp_path):
    """The cache files of a kernel that is kept in ``tmp_path``, and the kernel."""
    kernel = jit_module._compile(square, str(tmp_path))
    return kernel._cache._cache_file, kernel


def test_the_installed_numba_is_one_that_is_allowed():
    """Versions beyond the bound may have changed what the other tests of this file look at."""
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    (numba,) = (need.specifier for need in map(Requirement, needs) if need.name == "numba")
    installed = metadata.version("numba")
    assert installed in numba
    major, minor = map(int, installed.split(".")[:2])
    assert f"{major}.{minor + 1}.0" not in numba, "numba must have an upper bound: the next minor version"


def test_the_file_of_a_kernels_cache_has_the_private_parts_that_are_used(files):
    """``_save`` stands in for ``save`` of the object ``kernel._cache._cache_file``."""
    for name in ("save", "_index_name", "_save_data", "_load_index", "_save_index"):
        assert hasattr(files[0], name), f"{CHANGED}_save: the cache file of a kernel has no {name}"
    assert files[0]._index_name.endswith(".nbi"), f"{CHANGED}_save: an index file has another ending"


def test_machine_code_is_saved_by_our_function_and_found_again(files, tmp_path):
    cache, kernel = files
    assert kernel(3) == 9
    (name,) = cache._load_index().values()
    saved = [path.name for path in tmp_path.rglob("*.nbc")]
    assert saved == [name], f"{CHANGED}_save: numba saves machine code without it"
    assert len(name.split(".")[-2]) == 16, f"{CHANGED}_save: numba saves machine code without it"
    again = jit_module._compile(square, str(tmp_path))
    again(3)
    assert sum(again.stats.cache_hits.values()) == 1, f"{CHANGED}_save: numba does not find what it wrote"


def test_processes_that_compile_at_once_do_not_mix_up_their_kernels(files, tmp_path):
    """Both read the same index before either writes; whoever is last, each signature stands for its own code."""
    (cache, kernel), saved = files, []
    cache._save_index = saved.append
    cache._load_index = dict
    assert kernel(3) == 9
    assert kernel(np.float64(0.5)) == 0.25
    (one,), (two,) = (index.values() for index in saved)
    assert one != two
    assert {path.name for path in tmp_path.rglob("*.nbc")} == {one, two}


def test_the_setting_of_the_cache_folder_is_read_when_a_kernel_is_made(files, tmp_path):
    """``_compile`` sets ``config.CACHE_DIR`` for a moment; ``kept_on_disk`` reads ``stats.cache_path``."""
    before = jit_module._compiler().config.CACHE_DIR
    files[1](3)
    assert Path(files[1].stats.cache_path).is_relative_to(tmp_path), f"{CHANGED}_compile: the folder is set elsewhere"
    assert jit_module._compiler().config.CACHE_DIR == before


@pytest.mark.parametrize("name", ["BOUNDSCHECK", "OPT", "CACHE_DIR", "DISABLE_JIT"])
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
