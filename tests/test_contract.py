"""What every algorithm of the registry owes its users, whatever it does inside: the laws and facts of ``testing``."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

import duelling as du
from duelling.core.jit import DISABLED
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS, BANDITS
from duelling.testing.facts import FACTS, check_fact, why_not
from duelling.testing.laws import COMPILED, LAWS
from tests.helpers.everyone import APART, PLAYERS, SHORT, TEXTS

pytestmark = pytest.mark.edges  # but for what simulates, which is slow
# plain Python shows what they owe, test_bounds.py that their machine code chooses alike; a few are called compiled here
CALLED = ("ws-w", "rucb", "tsallis+unif", "exp3-sparring", "savage", "sparring-exp4p")


@pytest.mark.parametrize(
    "text",
    [pytest.param(text, marks=() if text in {*CALLED, *SHORT} else pytest.mark.plain) for text in TEXTS],
    scope="module",  # one after the other, so one process compiles it
)
@pytest.mark.parametrize("law", [law for law in LAWS if not (DISABLED and law == COMPILED)])
def test_laws_are_kept(text, law):
    """Games that take long are cut short; the facts are measured with whole ones."""
    LAWS[law](choice(f"{text}:{SHORT[text]}" if text in SHORT else text))


@pytest.mark.parametrize(
    "text",
    [pytest.param(text, marks=pytest.mark.compiled if text in SHORT else pytest.mark.plain) for text in TEXTS],
    scope="module",
)
@pytest.mark.parametrize("fact", FACTS)
def test_facts_are_as_declared(text, fact):
    """Measured, so that it is shown where a declaration says no, and where it says yes."""
    if why_not(choice(text), fact):
        assert getattr(choice(text).algorithm, fact) is None
    else:
        check_fact(choice(text), fact)


@pytest.mark.parametrize("fact", FACTS)
def test_every_algorithm_and_bandit_of_the_package_declares_its_facts(fact):
    known = [*(ALGORITHMS.find(name) for name in PLAYERS if not why_not(choice(name), fact)), *BANDITS.every().values()]
    silent = [each.name for each in known if getattr(each, fact, True) is None]
    assert silent == []


def simulated(names=()):
    """Everybody's regret after each of a hundred rounds, which tells the pairs, and how those end that stop."""
    known = ((name, ALGORITHMS.find(name)) for name in names or PLAYERS)
    names = [name for name, each in known if each.world == "arms" and each.start.__module__.startswith("duelling.")]
    order = 0.5 + np.subtract.outer(*2 * [np.array([0.4, 0.3, 0.21, 0.13, 0.06, 0])])
    result = du.simulate(du.PreferenceMatrix(order), names, horizon=100, runs=2, seed=2)
    found = {
        name: [*weak.ravel(), *strong.ravel()]
        for name, weak, strong in zip(names, result.weak, result.strong, strict=True)
    }
    easy = du.PreferenceMatrix([[0.5, 0.9, 0.95], [0.1, 0.5, 0.8], [0.05, 0.2, 0.5]])
    for name in (name for name in names if ALGORITHMS.find(name).identify):
        text = "btm:epsilon=0.9" if name == "btm" else name
        budget = 200 if ALGORITHMS.find(name).budgeted else None
        stopped = du.identify(easy, text, delta=0.1, budget=budget, runs=2, seed=5)
        found[name] += [*map(float, stopped.duels), *map(float, stopped.groups.ravel())]
    return found


def elsewhere(*names, **environment):
    """The same in a new process."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.test_contract", *names],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.plain
def test_another_process_with_another_hash_seed_gives_the_same_bits():
    assert elsewhere(PYTHONHASHSEED="4711") == simulated()


@pytest.mark.slow
@pytest.mark.compiled
def test_so_does_one_that_compiles_anew(tmp_path):
    assert elsewhere("savage", PYTHONHASHSEED="4711", NUMBA_CACHE_DIR=str(tmp_path)) == simulated(["savage"])
    assert any(tmp_path.iterdir())


@pytest.mark.slow
@pytest.mark.compiled
def test_the_compiled_loops_equal_the_interpreted_ones():
    other = elsewhere(*APART, NUMBA_DISABLE_JIT="1")
    for name, regrets in simulated(APART).items():
        assert regrets == pytest.approx(other[name], rel=1e-9, abs=1e-9), name


NUMBERED = {  # whose regret depends on the numbers of the arms, and why
    "fixed": "its pair is named by numbers",
    "pcomp": "a batch takes the pairs in their order, and the horizon may cut the last one off",
}


@pytest.mark.slow
@pytest.mark.compiled
def test_it_does_not_matter_where_the_best_arm_stands():
    """Regret on a problem and on the same with its arms reversed, 40 runs each: 5.5 standard errors are no chance.

    An algorithm that goes through the arms in their order differs by a quarter and more, which is 40 standard errors.
    One whose plan is fixed has no error at all; there a twentieth is what the last rounds of a plan may make.
    """
    names = [name for name in APART if ALGORITHMS.find(name).world == "arms" and name not in NUMBERED]
    order = 0.5 + np.subtract.outer(*2 * [np.linspace(0.45, 0.1, 8)])
    ahead, reversed_ = (
        du.simulate(du.PreferenceMatrix(win), names, horizon=3000, runs=40, seed=seed, checkpoints=[3000])
        for seed, win in enumerate((order, order[::-1, ::-1]), 1)
    )
    for kind in ("weak", "strong"):
        one, other = (getattr(each, kind).reshape(len(names), 40) for each in (ahead, reversed_))
        error = np.hypot(one.std(axis=1, ddof=1), other.std(axis=1, ddof=1)) / np.sqrt(40)
        apart = np.abs(one.mean(axis=1) - other.mean(axis=1))
        allowed = np.maximum(5.5 * error, np.maximum(one.mean(axis=1), other.mean(axis=1)) / 20)
        assert {name: float(each) for name, each in zip(names, apart - allowed, strict=True) if each > 0} == {}


if __name__ == "__main__":
    print(json.dumps(simulated(sys.argv[1:])))
