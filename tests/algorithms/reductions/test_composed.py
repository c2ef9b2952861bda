"""Every bandit becomes an algorithm under every reduction, a user's own too, whenever and wherever it is declared."""

import math
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import duelling as du
from duelling.algorithms.reductions.sparring import TossedSparring
from duelling.core.bounds import Bound
from duelling.errors import InputError
from duelling.registry import catalogue
from duelling.registry.choice import choice
from duelling.registry.extensions import PREFIX, load
from duelling.registry.facts import ALGORITHMS, BANDITS
from duelling.testing import check_algorithm
from duelling.testing.playing import play
from tests.helpers.commands import ask, ask_json
from tests.helpers.modes import INTERPRETED
from tests.naive.agreement import agree
from tests.naive.reductions import REDUCTIONS, TWINS, composed_twin

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "my_bandit.py"
MADE = {"greedy+unif", "greedy-sparring", "greedy-doubler", "greedy-multisbm"}
PLAYED = sorted(MADE) if INTERPRETED else ["greedy+unif"]  # each takes seconds to compile
FACTS = {"label": "Mine", "reference": "here", "adversarial": True, "anytime": False, "cost": "O(1)"}


@pytest.fixture(autouse=True)
def modules():
    """Every test leaves the imported modules as it found them."""
    yield
    for name in [name for name in sys.modules if name.startswith(PREFIX)]:
        del sys.modules[name]


def start(arms: int, horizon: int, *, rate: str = "fixed", size: float = 1.0):
    """Of a bandit that is never played."""


def test_each_bandit_has_all_reductions_that_it_fits():
    for name, facts in BANDITS.every().items():
        anytime = facts.anytime or any(change.get("anytime") for change in facts.variants.values())
        assert {f"{name}+unif", f"{name}-sparring"} <= set(ALGORITHMS)
        for reduction in ("doubler", "multisbm"):
            assert (f"{name}-{reduction}" in ALGORITHMS) == anytime
            assert not anytime or ALGORITHMS.find(f"{name}-{reduction}").anytime


def test_the_page_about_own_bandits_works_and_is_short(tmp_path):
    page = (ROOT / "docs" / "own_bandit.md").read_text()
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)[1]
    assert code == EXAMPLE.read_text()
    assert len([line for line in code.splitlines() if line.strip()]) <= 30
    assert {f"`{name}`" for name in MADE} <= set(re.findall(r"`[^`]*`", page))
    (tmp_path / "mine.py").write_text(code)
    assert set(load(tmp_path / "mine.py")) == {"greedy", *MADE}


def test_a_loaded_bandit_is_composed_and_learns():
    assert not MADE & set(ALGORITHMS)
    load(EXAMPLE)
    assert set(ALGORITHMS) >= MADE
    easy = du.PreferenceMatrix([[0.5, 0.9, 0.95], [0.1, 0.5, 0.8], [0.05, 0.2, 0.5]])
    found = du.simulate(easy, [*PLAYED, "random"], horizon=1000, runs=5, winner="condorcet")
    regret = found.weak[:, :, -1, 0].mean(axis=1)
    assert (regret[:-1] < regret[-1] / 3).all()


@pytest.mark.plain  # compiled it is played above, and tests/test_testing.py checks another example compiled
@pytest.mark.parametrize("name", sorted(MADE))
def test_what_is_made_of_it_keeps_the_contract(name):
    load(EXAMPLE)
    assert check_algorithm(name).kept


def test_the_example_pulls_the_best_mean_and_explores():
    load(EXAMPLE)
    state = choice("greedy+unif:chance=0").start(3, 100)
    duels = play(state, 6, np.random.default_rng(0), lambda t, duel: 1 if duel.first == 2 else -1)
    assert [first for first, *_ in duels] == [0, 1, 2, 2, 2, 2]
    assert {p for _, _, p, _ in duels} == {1.0}
    often = play(choice("greedy+unif:chance=1").start(4, 100), 400, np.random.default_rng(0))
    assert {p for _, _, p, _ in often} == {0.25}
    assert all(abs(sum(first == arm for first, *_ in often) - 100) < 5 * np.sqrt(75) for arm in range(4))


def test_the_command_line_takes_a_bandit(capsys):
    arguments = ["simulate", "sushi", "greedy+unif", "--load", EXAMPLE, "--horizon", 20, "--runs", 2]
    assert [each["algorithm"] for each in ask_json(capsys, *arguments)["results"]] == ["greedy+unif"]
    assert "How often a random arm is pulled." in ask(capsys, "algorithms", "greedy-sparring", "--load", EXAMPLE)


SCRIPT = """
from duelling.registry.facts import ALGORITHMS, bandit
{ask}
@bandit("mine", label="Mine", reference="here", adversarial=False, anytime=True, cost="O(1)")
def start(arms, horizon):
    '''Never played.'''
print(*sorted(name for name in ALGORITHMS if name.startswith("mine")))
"""


@pytest.mark.parametrize("ask", ["", "ALGORITHMS.find('exp3+unif')"], ids=["before", "after"])
def test_a_script_may_declare_a_bandit_before_or_after_the_registry_is_first_asked(ask):
    done = subprocess.run([sys.executable, "-c", SCRIPT.format(ask=ask)], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["mine+unif", "mine-doubler", "mine-multisbm", "mine-sparring"]


def test_facts_come_from_the_bandit_under_the_settings_that_are_used():
    variants = {"rate=anytime": {"anytime": True, "cost": "O(K²)", "growth": 2}}
    bound = Bound("T", lambda arms, horizon, given=None, **parameters: float(horizon))
    du.bandit("mine", **FACTS, growth=0, source="description", variants=variants, bound=bound)(start)
    plain, needs = ALGORITHMS.find("mine+unif"), ALGORITHMS.find("mine-doubler")
    assert (plain.anytime, plain.cost, plain.growth, plain.adversarial) == (False, "O(1)", 0, True)
    assert (needs.anytime, needs.cost, needs.growth, needs.adversarial) == (True, "O(K²)", 2, False)
    assert plain.source == needs.source == "description"
    assert plain.parameters["rate"].default == "fixed"
    assert needs.parameters["rate"].default == "anytime"
    assert plain.bound("borda", 4, 100) == 75
    assert catalogue.facts(plain)["reference"] == "thesis, Algorithm 1, over here"


def test_a_bandit_that_needs_the_horizon_has_no_doubler():
    du.bandit("mine", **FACTS)(start)
    assert {name for name in ALGORITHMS if name.startswith("mine")} == {"mine+unif", "mine-sparring"}


def test_one_that_is_written_out_replaces_the_one_that_is_made():
    du.bandit("mine", **FACTS)(start)
    du.algorithm("mine+unif", winners=("borda",), regret="weak", **{**FACTS, "label": "By hand"})(start)
    assert ALGORITHMS.find("mine+unif").label == "By hand"


def test_a_name_that_is_taken_is_refused():
    with pytest.raises(InputError, match="the bandit name 'exp3' is taken"):
        du.bandit("exp3", **FACTS)(start)


def test_an_edited_file_leaves_nothing_behind(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(EXAMPLE.read_text())
    load(path)
    path.write_text(EXAMPLE.read_text().replace('"greedy"', '"eager"').replace("anytime=True", "anytime=False"))
    assert load(path) == ("eager", "eager+unif", "eager-sparring")
    assert not {"greedy", *MADE} & {*BANDITS, *ALGORITHMS}


def names(suffix):
    return sorted(name for name in ALGORITHMS if name.endswith(suffix) and name.removesuffix(suffix) in BANDITS)


@pytest.mark.edges
@pytest.mark.plain  # tests/test_bounds.py compiles them
@pytest.mark.parametrize("arms", [2, 5, 18])
@pytest.mark.parametrize("text", TWINS)
def test_agrees_with_its_slow_twin_trajectory_by_trajectory(text, arms):
    """Random outcomes, ties included. Moderate lengths: the division by p makes rounding grow."""
    horizon, place = (150 if "tsallis" in text else 300), np.arange(arms)
    win = 0.5 + (place - place[:, None]) / 40
    agree(text, TWINS[text](arms, horizon), arms, horizon, arms, win, ties=0.05)


@pytest.mark.edges
@pytest.mark.plain  # each would take seconds to compile; the parts are compiled elsewhere
@pytest.mark.parametrize("suffix", REDUCTIONS)
@pytest.mark.parametrize("bandit", BANDITS.every())
def test_every_bandit_in_every_reduction_agrees_with_its_twin(bandit, suffix):
    if f"{bandit}{suffix}" in TWINS:
        return  # above, with its defaults
    if f"{bandit}{suffix}" not in ALGORITHMS:
        assert suffix in ("-doubler", "-multisbm")
        assert not BANDITS.find(bandit).anytime
        return
    place = np.arange(4)
    text, twin = composed_twin(bandit, suffix, 4, 80, tossed=BANDITS.find(bandit).index)
    agree(text, twin, 4, 80, 1, 0.5 + (place - place[:, None]) / 8, ties=0.05)


def test_composed_algorithms_have_the_parameters_of_their_bandit():
    assert {n: p.default for n, p in ALGORITHMS.find("ucb+unif").parameters.items()} == {
        "alpha": 0.51,
        "ties": "random",
    }
    assert ALGORITHMS.find("exp3-sparring").parameters["rate"].default == "anytime"
    assert choice("exp3p-sparring:delta=none").start(3, 100).left.beta == math.sqrt(math.log(3) / 300)
    with pytest.raises(TypeError, match="unexpected keyword"):
        ALGORITHMS.find("exp3p+unif").start(3, 10, delat=0.1)


@pytest.mark.parametrize("suffix", ["-doubler", "-multisbm"])
def test_reductions_to_bandits_that_begin_again_or_late_take_those_without_a_horizon(suffix):
    with_horizon = {"exp3p", "sao"}
    assert set(names(suffix)) == {bandit + suffix for bandit in BANDITS if bandit not in with_horizon}
    for name in names(suffix):
        facts = ALGORITHMS.find(name)
        assert (facts.regret, facts.adversarial, facts.anytime) == ("strong", False, True)


def test_a_bound_for_losses_that_stay_does_not_carry_over_to_sparring():
    """There each bandit's losses drift with what the other one plays."""
    for name in names("-sparring"):
        facts, bandit = ALGORITHMS.find(name), BANDITS.find(name.removesuffix("-sparring"))
        assert bool(facts.bounds) == bandit.adversarial
        assert (facts.order == "no theorem") == (not facts.bounds)
    assert ALGORITHMS.find("moss+unif").bound("borda", 4, 10_000) == 0.75 * (113 * 200 + 1)
    assert ALGORITHMS.find("moss-multisbm").order == "no theorem"


def test_a_coin_decides_the_self_duels_of_two_bandits_that_pull_the_largest_index():
    """Without it two equal ones would pull the same arms for ever."""
    for name in names("-sparring"):
        index = BANDITS.find(name.removesuffix("-sparring")).index
        assert isinstance(ALGORITHMS.find(name).start(3, 10), TossedSparring) == index
        assert not (index and ALGORITHMS.find(name).folds)


def test_labels_and_facts():
    labels = {name: ALGORITHMS.find(name).label for name in [*names("+unif"), *names("-sparring")]}
    assert labels["exp3+unif"] == "Exp3+UnifK-1"
    assert labels["ucb+unif"] == "UCB+UnifK-1"
    assert labels["exp3-sparring"] == "Exp3-Sparring"
    assert labels["exp3p-sparring"] == "Exp3.P-Sparring"
    assert labels["ucb-sparring"] == "Sparring"
    assert ALGORITHMS.find("exp3-sparring").anytime
    assert not ALGORITHMS.find("exp3+unif").anytime
    assert all(ALGORITHMS.find(name).regret == "weak" for name in names("+unif"))
    assert all(ALGORITHMS.find(name).regret == "strong" for name in names("-sparring"))
    assert all(ALGORITHMS.find(name).summary and ALGORITHMS.find(name).reference for name in labels)


@pytest.mark.edges
@pytest.mark.parametrize(("text", "message"), [
    ("exp3+unif:eta=nan", "eta must be a finite number above 0"),
    ("exp3p-sparring:delta=2", "delta must lie between 0 and 1"),
    ("ucb+unif:alpha=-1", "alpha must be a finite number above 0"),
])  # fmt: skip
def test_values_out_of_range_are_refused(text, message):
    with pytest.raises(InputError, match=message):
        choice(text).start(3, 100)
    with pytest.raises(InputError, match="rate must be one of borda, utility, anytime, got 'x'"):
        ALGORITHMS.find("exp3+unif").start(3, 10, rate="x")
    with pytest.raises(InputError, match="eta must be left out"):
        choice("exp3+unif:rate=anytime,eta=0.1").start(3, 10)
