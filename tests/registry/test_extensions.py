"""A user's algorithm: found, compiled, treated like a built-in one; and never a danger to those who do not load it."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from duelling.errors import Conflict, DamagedFile, InputError, UnknownName, WrongValue
from duelling.lab.simulate import simulate
from duelling.problems.reading.named import problem
from duelling.registry.extensions import PREFIX, explain, load
from duelling.registry.facts import ALGORITHMS, BANDITS
from tests.helpers.modes import INTERPRETED

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "my_algorithm.py"
FIXED = '''
from typing import NamedTuple
from duelling.registry.facts import algorithm
from duelling.core.protocol import Duel, choose, update

class Stubborn(NamedTuple):
    arm: int

@algorithm("stubborn", label="Stubborn", reference="none", winners=(), regret="weak", adversarial=False, anytime=True,
           cost="O(1)")
def start(arms: int, horizon: int) -> Stubborn:
    """Play one arm against itself."""
    return Stubborn(ARM)

def _choose(s: Stubborn, t, rng):
    return Duel(s.arm, s.arm, 1.0, 1.0)

def _update(s: Stubborn, t, duel, outcome):
    pass

choose.register(Stubborn, _choose)
update.register(Stubborn, _update)
'''


@pytest.fixture(autouse=True)
def modules():
    """Every test leaves the imported modules as it found them."""
    yield
    for name in [name for name in sys.modules if name.startswith(PREFIX)]:
        del sys.modules[name]


def write(folder, text, name="mine.py"):
    path = folder / name
    path.write_text(text)
    return path


def borda_gap(arm):
    """What arm loses against the Borda winner of arxiv in 100 rounds: each arm something else."""
    scores = problem("arxiv").winners().scores["borda"]
    return 100 * (scores.max() - scores[arm])


def test_a_loaded_algorithm_is_played_like_any_other():
    assert load(EXAMPLE) == ("keeper",)
    both = simulate("cyclic", ["keeper", "random"], horizon=2000, runs=5)
    alone = simulate("cyclic", ["keeper"], horizon=2000, runs=5, threads=1)
    np.testing.assert_array_equal(both.weak[0], alone.weak[0])
    assert both.weak[0].mean() < both.weak[1].mean()
    assert both.provenance["parameters"]["keeper"] == {"chance": 0.01}


def test_parameters_are_checked_as_for_any_other():
    load(EXAMPLE)
    with pytest.raises(InputError, match="chance of keeper must be a number, got 'often'"):
        simulate("cyclic", "keeper:chance=often", horizon=10)


def test_the_page_about_own_algorithms_works_and_is_short(tmp_path):
    page = (ROOT / "docs" / "own_algorithm.md").read_text()
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)[1]
    assert code == EXAMPLE.read_text()
    assert len([line for line in code.splitlines() if line.strip()]) <= 30
    assert load(write(tmp_path, code)) == ("keeper",)


MAKER = """
import duelling as du

@du.maker("twins", example="twins:gap=0.1")
def twins(*, gap: float = 0.1):
    '''Two arms.'''
    return du.PreferenceMatrix([[0.5, 0.5 + gap], [0.5 - gap, 0.5]])
"""


def test_a_file_may_declare_problems_alone_or_anything_together(tmp_path):
    assert load(write(tmp_path, MAKER)) == ("twins",)
    assert problem("twins:gap=0.3").preference()[0, 1] == 0.8
    both = FIXED.replace("ARM", "0") + MAKER.replace("twins", "pair")
    assert load(write(tmp_path, both, "both.py")) == ("pair", "stubborn")


def test_the_module_hides_no_other(tmp_path):
    numpy = sys.modules["numpy"]
    load(write(tmp_path, FIXED.replace("ARM", "0"), "numpy.py"))
    assert sys.modules["numpy"] is numpy
    assert ALGORITHMS.find("stubborn").start.__module__.startswith(PREFIX)


def test_an_edited_file_can_be_loaded_again(tmp_path):
    for arm in (1, 2, 1) if INTERPRETED else (1, 2):
        load(write(tmp_path, FIXED.replace("ARM", str(arm))))
        result = simulate("arxiv", "stubborn", horizon=100, runs=1)
        np.testing.assert_allclose(result.weak[0, 0, -1, 0], borda_gap(arm))


def test_a_name_that_is_taken_is_refused(tmp_path):
    with pytest.raises(InputError, match="'random' is taken"):
        load(write(tmp_path, FIXED.replace("ARM", "0").replace('"stubborn"', '"random"')))
    load(write(tmp_path, FIXED.replace("ARM", "0")))
    with pytest.raises(InputError, match="'stubborn' is taken"):
        load(write(tmp_path, FIXED.replace("ARM", "1"), "other.py"))


BANDIT = '''
from duelling.registry.facts import bandit

@bandit("exp3", label="", reference="", adversarial=False, anytime=True, cost="")
def start(arms, horizon):
    """Not the one you know."""
'''
HIJACK = (
    FIXED.replace("ARM", "0")
    + """
from duelling.algorithms.reductions.uniform import Uniform
choose.register(Uniform, _choose)
"""
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = = 1\n", "line 1: invalid syntax"),
        ("x = 1\n\ny = x / 0\n", "line 3: ZeroDivisionError: division by zero"),
        ("import nowhere_to_be_found\n", "line 1: ModuleNotFoundError: No module named 'nowhere_to_be_found'"),
        ("def f():\n    raise ValueError('two\\nlines')\n\nf()\n", "line 2: ValueError: two"),
        ("raise SystemExit(3)\n", "line 1: SystemExit: 3"),
        ("x = 1\n", "declares nothing: put @algorithm"),
        (
            FIXED.replace("label=", "lable="),
            "line 9: there is no fact of an algorithm 'lable': did you mean 'label'?",
        ),
        (FIXED.replace('reference="none", ', ""), "line 9: reference must be given in @algorithm(...)"),
        ("", "declares nothing"),
        (BANDIT, "the bandit name 'exp3' is taken"),
        (HIJACK, "TypeError: choose is registered for Uniform already"),
    ],
)
def test_a_bad_file_is_one_line_and_changes_nothing(tmp_path, text, message):
    path = write(tmp_path, text)
    algorithms, bandits, modules = ALGORITHMS.every(), BANDITS.every(), set(sys.modules)
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        load(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert (algorithms, bandits) == (ALGORITHMS.every(), BANDITS.every())
    assert not {name for name in set(sys.modules) - modules if name.startswith(PREFIX)}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (FIXED.replace('"stubborn"', '"rucb"'), Conflict),
        (FIXED.replace("winners=()", 'winners=("bordo",)'), UnknownName),
        (FIXED.replace("label=", "lable="), UnknownName),
        (FIXED.replace('reference="none", ', ""), WrongValue),
        ("1 / 0", DamagedFile),
    ],
)
def test_a_bad_file_keeps_the_cause_of_its_error(tmp_path, text, kind):
    with pytest.raises(InputError, match=r"mine\.py', line \d+: ") as caught:
        load(write(tmp_path, text))
    assert type(caught.value) is kind


def test_missing_and_unreadable_files(tmp_path):
    with pytest.raises(InputError, match=r"none\.py': No such file"):
        load(tmp_path / "none.py")
    with pytest.raises(InputError, match="Is a directory"):
        load(tmp_path)
    (tmp_path / "binary.py").write_bytes(b"\x00\xff\xfe")
    with pytest.raises(InputError, match=r"binary\.py"):
        load(tmp_path / "binary.py")


def test_a_file_that_fails_after_a_good_one_leaves_the_good_one(tmp_path):
    path = write(tmp_path, FIXED.replace("ARM", "1"))
    load(path)
    good = ALGORITHMS.find("stubborn")
    with pytest.raises(InputError):
        load(write(tmp_path, "1 / 0"))
    assert ALGORITHMS.find("stubborn") is good


def test_a_file_that_fails_the_second_time_leaves_its_first_module(tmp_path):
    once = "from pathlib import Path\nPath(__file__).with_suffix('.once').mkdir()\n" + FIXED.replace("ARM", "1")
    load(write(tmp_path, once))
    good = ALGORITHMS.find("stubborn")
    module = sys.modules[good.start.__module__]
    with pytest.raises(InputError, match="line 2: FileExistsError"):
        load(tmp_path / "mine.py")
    assert ALGORITHMS.find("stubborn") is good
    assert sys.modules[good.start.__module__] is module


def test_errors_while_playing_are_blamed_on_the_file(tmp_path):
    load(write(tmp_path, FIXED.replace("ARM", "arms // 0")))
    with pytest.raises(ZeroDivisionError) as caught:
        simulate("cyclic", "stubborn", horizon=10, runs=1)
    assert re.search(r"mine\.py', line 13: ZeroDivisionError", explain(caught.value))
    assert explain(ValueError("somebody else's")) is None


@pytest.mark.compiled
def test_what_cannot_be_compiled_is_blamed_on_the_file(tmp_path):
    path = write(tmp_path, FIXED.replace("ARM", "0").replace("    pass", "    s.arm.nothing()"))
    load(path)
    with pytest.raises(Exception, match="nothing") as caught:
        simulate("cyclic", "stubborn", horizon=10, runs=1)
    line = explain(caught.value)
    assert "cannot compile" in line
    assert str(path) in line
    assert "nothing" in line


# In fresh processes, with a cache of their own.


def play(cache, *arguments):
    command = [sys.executable, "-m", "duelling", "simulate", "arxiv", *arguments]
    done = subprocess.run(
        [*command, "--horizon", "100", "--runs", "1", "--json"],
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache), "NUMBA_OPT": "0"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, machine_code(cache)


PICK = """
from duelling.core.jit import jit


@jit
def pick():
    return {}
"""


def machine_code(cache):
    """The files with machine code and when they were written."""
    return {str(path): path.stat().st_mtime_ns for path in cache.rglob("*.nbc")}


def weak(output):
    import json

    return [entry["weak"]["mean"] for entry in json.loads(output)["results"]]


@pytest.mark.compiled
def test_loaded_kernels_are_kept_apart_found_again_and_never_stale(tmp_path, monkeypatch):
    """After a change in the user's file, and in one that it imports."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *sys.path]))
    cache, helper = tmp_path / "cache", write(tmp_path, PICK.format(1), "pick_an_arm.py")
    cache.mkdir()
    rule = FIXED.replace("ARM", "0").replace("Duel(s.arm, s.arm", "Duel(pick(), pick()")
    code = f"from pick_an_arm import pick\n{rule}"
    mine = ("stubborn", "--load", str(path := write(tmp_path, code)))
    first, cold = play(cache, *mine)
    assert cold
    plain, _ = play(cache, "random")  # does not know the user's types, and does not trip over them
    assert weak(plain)[0] > 0
    kept = machine_code(cache)
    again, warm = play(cache, *mine)
    assert warm == kept  # nothing was compiled
    assert weak(first) == weak(again)
    np.testing.assert_allclose(weak(first), [borda_gap(1)])
    helper.write_text(PICK.format(2))
    changed, grown = play(cache, *mine)
    np.testing.assert_allclose(weak(changed), [borda_gap(2)])
    # the state and the parameters are the same, the rule is another
    path.write_text(code.replace("Duel(pick(), pick()", "Duel(3, 3"))
    edited, full = play(cache, *mine)
    np.testing.assert_allclose(weak(edited), [borda_gap(3)])
    assert len(full) > len(grown) > len(kept)


@pytest.mark.compiled
def test_an_edit_between_import_and_compilation_leaves_no_stale_machine_code(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    cache, helper = tmp_path / "cache", tmp_path / "pick_an_arm.py"
    cache.mkdir()
    helper.write_text(PICK.format("1"))
    edit = f"from pathlib import Path\nPath({str(helper)!r}).write_text({PICK.format('1 + 1')!r})\n"
    code = FIXED.replace("ARM", "0").replace("Duel(s.arm, s.arm", "Duel(pick(), pick()")
    path = write(tmp_path, f"from pick_an_arm import pick\n{edit}{code}")
    for arm in (1, 2):
        output, _ = play(cache, "stubborn", "--load", str(path))
        np.testing.assert_allclose(weak(output), [borda_gap(arm)])
