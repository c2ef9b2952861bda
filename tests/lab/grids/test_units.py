"""Units: their order, and a key that changes with all that they depend on and with nothing else."""

import pickle
import types

import pytest

from duelling.core.fields import kinds
from duelling.errors import InputError
from duelling.lab.grids import sources
from duelling.lab.grids.pieces import Piece, cost, join, split
from duelling.lab.grids.plan import resolve
from duelling.lab.grids.specification import Experiment, Specification
from duelling.lab.grids.units import DECLARED
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.reading.named import problem
from duelling.registry.choice import choice
from duelling.registry.extensions import load
from duelling.registry.facts import ALGORITHMS, BANDITS
from tests.helpers.commands import EXAMPLE
from tests.helpers.grids import unit

pytestmark = pytest.mark.plain


def test_units_come_in_declared_order():
    one = Experiment(id="one", problems=["sushi", "cyclic"], algorithms=["ws-w", "random"], horizons=[200, 100])
    two = Experiment(id="two", problems="cyclic", algorithms="random", horizons=10, seed=4, period=10, runs=3)
    found = resolve(Specification(experiments=(one, two))).units
    assert [(u.experiment, u.problem, u.horizon, u.algorithm) for u in found] == [
        *(("one", p, t, a) for p in ("sushi", "cyclic") for t in (200, 100) for a in ("ws-w", "random")),
        ("two", "cyclic", 10, "random"),
    ]
    assert (found[-1].seed, found[-1].period, found[-1].runs, found[-1].rounds) == (4, 10, 3, 30)


CHANGES = {
    "experiment": "two", "problem": "./cyclic", "horizon": 200, "algorithm": "random", "winners": ("borda", "copeland"),
    "period": 10, "runs": 11, "seed": 1, "checkpoints": "log", "origin": problem("sushi"),
}  # fmt: skip


@pytest.mark.parametrize("field", CHANGES)
def test_the_key_changes_with_every_field(field):
    assert set(CHANGES) == {*DECLARED, "origin"}
    assert unit(**{field: CHANGES[field]}).key() != unit().key()


@pytest.mark.parametrize("algorithm", ["ws-w", "exp3+unif:rate=utility"])
def test_a_unit_travels_and_its_key_is_computed_anew(algorithm):
    there = unit(algorithm=algorithm)
    here = pickle.loads(pickle.dumps(there))
    assert (here.algorithm, here.chosen.parameters) == (there.algorithm, there.chosen.parameters)
    assert here.key() == there.key()
    assert "identity" not in pickle.loads(pickle.dumps(there)).__dict__


def test_equal_units_have_equal_keys():
    assert unit().key() == unit().key()
    assert unit().name.startswith("one-cyclic-100-ws-w-")


def test_content_counts_and_descriptions_do_not():
    win = problem("cyclic").preference()
    same = PreferenceMatrix(win, problem("cyclic").arms, name="cyclic", source="elsewhere", description="else")
    assert unit(origin=same).key() == unit().key()
    other = win.copy()
    other[0, 1], other[1, 0] = 0.61, 0.39
    assert unit(origin=PreferenceMatrix(other, problem("cyclic").arms)).key() != unit().key()
    assert unit(origin=PreferenceMatrix(win, ["a", "b", "c", "d"])).key() != unit().key()


def test_parameters_count_with_their_defaults(monkeypatch):
    assert unit(algorithm="exp3+unif:rate=borda").identity["parameters"] == {"rate": "borda", "eta": None}
    before = unit(algorithm="rucb").key()
    start = ALGORITHMS.find("rucb").start
    monkeypatch.setitem(start.__kwdefaults__, "alpha", 0.77)
    assert unit(algorithm="rucb").key() != before


def test_names_are_safe_for_files():
    name = unit(problem="some folder/Zürich.txt", algorithm="exp3+unif:rate=utility,eta=0.5").name
    assert name.startswith("one-some_folder_Z_rich.txt-100-exp3+unif_rate=utility_eta=0.5-")
    assert len(unit(problem="x" * 500).name) < 150


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


@pytest.mark.parametrize("name", sorted(name for name, each in ALGORITHMS.every().items() if each.world == "arms"))
def test_no_algorithm_lacks_the_module_that_declares_it(name):
    start = ALGORITHMS.find(name).start
    assert start.__module__.removeprefix("duelling.") in used_by(name)
    bandit = name.replace("+", "-").partition("-")[0]
    assert bandit not in BANDITS or BANDITS.find(bandit).start.__module__.removeprefix("duelling.") in used_by(name)


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
    before, other = unit(algorithm="champion").key(), unit().key()
    file.write_text(EXAMPLE.read_text().replace("s.chance:", "s.chance / 2:"))
    load(file)
    assert unit(algorithm="champion").key() != before
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


def test_a_dear_algorithm_costs_more():
    names = ["ws-w", "exp3+unif", "rucb", "ecw-rmed"]
    costs = [cost(unit(algorithm=name, origin=problem("sushi"))) for name in names]
    assert costs[0] == costs[1] < costs[2] < costs[3]


@pytest.mark.parametrize("lanes", [1, 2, 5])
def test_pieces_hold_every_run_once_and_the_longest_comes_first(lanes):
    given = [unit(horizon=h, runs=r) for h, r in ((10, 7), (1000, 13), (10, 1), (500, 2))]
    pieces = split(given, lanes)
    for each in given:
        runs = [run for p in pieces if p.unit is each for run in range(p.first_run, p.first_run + p.runs)]
        assert sorted(runs) == list(range(each.runs))
    assert pieces[0].unit is given[1]
    assert len(pieces) <= len(given) + 4 * lanes
    if lanes > 1:
        assert max(cost(p.unit) * p.runs / p.unit.runs for p in pieces) < sum(map(cost, given)) / lanes
    assert split([], lanes) == []


def test_pieces_put_together_are_the_unit():
    whole = unit(runs=5, winners=("borda", "condorcet"))
    parts = [(piece, piece.play()) for piece in (Piece(whole, 3, 2), Piece(whole, 0, 3))]
    told = []
    joined, expected = join(parts), Piece(whole, 0, 5).play(told.append)
    assert told == [100] * 5
    assert (joined.weak == expected.weak).all()
    assert (joined.strong == expected.strong).all()
    assert joined.runs == 5
    with pytest.raises(InputError, match="first_run must be a whole number from 0 on, got -1"):
        Piece(whole, -1, 2).play()
