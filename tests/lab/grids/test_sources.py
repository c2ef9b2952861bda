"""Sources: what an algorithm, a winner or a user's file depends on."""

import types

import pytest

from duelling.core.fields import kinds
from duelling.lab.grids import sources
from duelling.registry.choice import choice
from duelling.registry.extensions import load
from duelling.registry.facts import ALGORITHMS, BANDITS
from tests.helpers.commands import EXAMPLE
from tests.helpers.grids import unit

pytestmark = pytest.mark.plain


def used_by(name):
    """The modules of this package that an algorithm runs."""
    chosen = choice(name)
    homes = {kind.__module__ for kind in kinds(chosen.start(5, 100))}
    found = sources.closure(
        {*homes, *sources._named(chosen.algorithm.start, set()), *(f"duelling.{name}" for name in sources.ALWAYS)}
    )
    return {m.removeprefix("duelling.") for m in found | {chosen.algorithm.start.__module__} if sources.locate(m)}


def test_an_algorithm_depends_on_its_own_sources_and_those_it_imports():
    rucb = used_by("rucb")
    assert {"algorithms.rucb", "algorithms.shared.confidence", "loops", "seeds"} <= rucb
    assert {f"core.{name}" for name in ("protocol", "losses", "sampling", "jit")} <= rucb
    assert not {"algorithms.rmed", "algorithms.reductions.composed", "bandits.exp3", "errors"} & rucb
    assert not any(part.startswith(("cli", "lab", "registry", "thesis")) for part in rucb)


def test_a_composed_algorithm_depends_on_its_parts_alone():
    parts = {
        "bandits.ucb",
        "bandits.tsallis",
        "bandits.exp3ix",
        "algorithms.reductions.doubler",
        "algorithms.reductions.multisbm",
    }
    assert used_by("exp3+unif") & parts == set()
    assert {
        "bandits.exp3",
        "algorithms.reductions.uniform",
        "algorithms.reductions.composed",
        "core.theory",
    } <= used_by("exp3+unif")
    assert used_by("tsallis+unif") & parts == {"bandits.tsallis"}
    assert used_by("exp3ix-doubler") & parts == {"bandits.exp3ix", "algorithms.reductions.doubler"}
    assert used_by("ucb-multisbm") & parts == {"bandits.ucb", "algorithms.reductions.multisbm"}


def test_no_algorithm_lacks_the_module_that_declares_it():
    for name in (name for name, each in ALGORITHMS.every().items() if each.world == "arms"):
        bandit = name.replace("+", "-").partition("-")[0]
        starts = [ALGORITHMS.find(name).start, *([BANDITS.find(bandit).start] if bandit in BANDITS else [])]
        homes = {start.__module__.removeprefix("duelling.") for start in starts}
        assert homes <= set(used_by(name)), name


def moved(module, file):
    """``locate`` with one module in another file."""
    real = sources.locate
    return lambda name: file if name == module else real(name)


def test_another_text_of_a_source_changes_the_keys_of_those_that_run_it(monkeypatch, tmp_path):
    before = {name: unit(algorithm=name).key() for name in ("ws-w", "rucb", "exp3+unif", "ucb+unif")}
    changed = tmp_path / "changed.py"
    for module, dependants in {
        "duelling.algorithms.rucb": {"rucb"},
        "duelling.bandits.ucb": {"ucb+unif"},
        "duelling.algorithms.reductions.uniform": {"exp3+unif", "ucb+unif"},
        "duelling.core.sampling": set(before),
        "duelling.lab.simulate": set(before),
        "duelling.lab.stages": set(before),
        "duelling.core.regrets": set(before),
        "duelling.core.concepts": set(before),
        "duelling.problems.matrix": set(before),
        "duelling.problems.changing": set(),
    }.items():
        real = sources.locate(module)
        changed.write_bytes(real.read_bytes() + b"\n# changed\n")
        with monkeypatch.context() as patch:
            patch.setattr(sources, "locate", moved(module, changed))
            sources._digest.cache_clear()
            assert {name for name, key in before.items() if unit(algorithm=name).key() != key} == dependants
    sources._digest.cache_clear()


def test_a_users_file_counts(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(EXAMPLE.read_text())
    load(file)
    before, other = unit(algorithm="keeper").key(), unit().key()
    file.write_text(EXAMPLE.read_text().replace("s.chance:", "s.chance / 2:"))
    load(file)
    assert unit(algorithm="keeper").key() != before
    assert unit().key() == other


WINNER = """
from duelling.registry.winners import winner

@winner("narrow")
def losses(P, mean):
    \"\"\"The arm that loses least to its worst opponent.\"\"\"
    return 1 - P.min(axis=1)
"""


def test_a_users_winner_counts(catalogue, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(WINNER)
    load(file)
    before, other = unit(winners=("narrow",)).key(), unit().key()
    file.write_text(WINNER.replace("1 - P", "2 - P"))
    load(file)
    assert unit(winners=("narrow",)).key() != before
    assert unit().key() == other


def test_what_a_users_module_imports_counts(monkeypatch, tmp_path):
    for name, text in {"helper": "x = 1\n", "mine": "import helper\nfrom duelling.algorithms import rucb\n"}.items():
        module = types.ModuleType(name)
        module.__file__ = str(tmp_path / f"{name}.py")
        (tmp_path / f"{name}.py").write_text(text)
        monkeypatch.setitem(sources.sys.modules, name, module)
    for cached in (sources.imports, sources.locate):
        cached.cache_clear()
    assert {"mine", "helper", "duelling.algorithms.rucb"} <= sources.closure(["mine"])
    for cached in (sources.imports, sources.locate):
        cached.cache_clear()


def test_functions_that_name_each_other_are_followed():
    def ping(n):
        return pong(n) + len(str(sources))

    def pong(n):
        return ping(n - 1) + choice(n)

    assert {"duelling.lab.grids.sources", "duelling.registry.choice"} <= sources._named(ping, set())
