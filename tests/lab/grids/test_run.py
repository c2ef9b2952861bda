"""A grid through everything: equal bytes however it is played, nothing twice, and errors that spare what is there."""

import contextlib
import json
import resource
import shutil
import sys

import numpy as np
import polars as pl
import pytest

import duelling as du
from duelling.errors import InputError
from duelling.kernels import interpreted
from duelling.lab import tables
from duelling.lab.grids import units as units_module
from duelling.lab.grids.run import Threads, run
from duelling.lab.grids.store import Store, measured_early
from duelling.lab.simulate import simulate
from tests.helpers.grids import GRID, STOPPING, content, grid, stopping

COLUMNS = ["experiment", "problem", "horizon", "winner", "algorithm", "run", "t", "weak", "strong"]


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """A folder in which the grid was played once; not to be written to."""
    folder = tmp_path_factory.mktemp("reference")
    assert run(grid(), folder, player=Threads(1))[:2] == (10, 0)
    return folder


@pytest.fixture
def copy(reference, tmp_path):
    return shutil.copytree(reference, tmp_path / "copy")


def played(plan, folder, **options):
    """The names of the units that a run plays."""
    before = set(Store(folder).units.glob("*.parquet"))
    done = run(plan, folder, **options)
    new = set(Store(folder).units.glob("*.parquet")) - before
    assert done.played == len(new)
    assert done.played + done.kept == len(plan.units)
    return {path.stem.rpartition("-")[0] for path in new}


def test_the_regrets_are_those_of_simulate(reference):
    store = Store(reference)
    for experiment in grid().specification.experiments:
        measured = store.measured(experiment)
        assert measured.experiment == experiment
        for problem in experiment.problems:
            for horizon in experiment.horizons:
                settings = {"horizon": horizon, "runs": experiment.runs, "winner": experiment.winners, "seed": 3}
                settings |= {"period": experiment.period, "checkpoints": experiment.checkpoints}
                result = simulate(problem, experiment.algorithms, **settings)
                for c, winner in enumerate(experiment.winners):
                    for a, algorithm in enumerate(experiment.algorithms):
                        found = measured.regrets.pop((problem, horizon, winner, algorithm))
                        np.testing.assert_array_equal(found.t, result.rounds)
                        np.testing.assert_array_equal(found.weak, result.weak[a, ..., c])
                        np.testing.assert_array_equal(found.strong, result.strong[a, ..., c])
        assert not measured.regrets
        assert all(len(measured.problems[name]["arms"]) > 1 for name in experiment.problems)


def test_one_row_for_each_run_and_round_in_declared_order(reference):
    rows = pl.read_parquet(reference / "results.parquet")
    assert rows.columns == COLUMNS
    assert rows.select(COLUMNS[:7]).is_unique().all()
    declared = [(u.experiment, u.problem, u.horizon, u.algorithm) for u in grid().units]
    order = rows.select("experiment", "problem", "horizon", "algorithm").unique(maintain_order=True)
    assert order.rows() == declared
    parts = [pl.read_parquet(Store(reference).path(unit)) for unit in grid().units]
    assert pl.concat(parts).equals(rows)


def test_the_store_knows_its_grid_and_how_long_it_took(reference):
    store = Store(reference)
    assert store.specification().experiments == grid().specification.experiments
    timings = store.timings()
    assert [entry["name"] for entry in timings] == [unit.name for unit in grid().units]
    assert all(entry["seconds"] > 0 and entry["rounds"] > 0 for entry in timings)
    lines = (reference / "timings.jsonl").read_text().splitlines()
    assert sorted(json.loads(line)["name"] for line in lines) == sorted(entry["name"] for entry in timings)
    with pytest.raises(InputError, match="no experiment 'bordo': did you mean 'borda'"):
        store.measured("bordo")


def test_the_bytes_do_not_depend_on_threads_nor_on_the_order_of_work(reference, tmp_path, monkeypatch):
    run(grid(), tmp_path / "five", player=Threads(5))
    assert content(tmp_path / "five") == content(reference)
    monkeypatch.setattr("duelling.lab.grids.pieces.cost", lambda unit: 1.0)
    run(grid(), tmp_path / "equal")
    assert content(tmp_path / "equal") == content(reference)


@pytest.mark.compiled
def test_the_bytes_do_not_depend_on_the_compiler(reference, tmp_path):
    with interpreted():
        run(grid(), tmp_path)
    assert content(tmp_path) == content(reference)


def test_nothing_is_played_twice_and_results_are_not_written_again(copy):
    before = {path: path.stat().st_mtime_ns for path in copy.rglob("*")}
    assert played(grid(), copy) == set()
    assert {path: path.stat().st_mtime_ns for path in copy.rglob("*")} == before


def test_what_is_missing_or_damaged_is_played_again(reference, copy):
    first, second, *_ = grid().units
    Store(copy).path(first).unlink()
    Store(copy).path(second).write_bytes(b"PAR1")
    (copy / "results.parquet").write_bytes(b"")
    (copy / "units" / "nobody-knows.parquet").write_bytes(b"PAR1")
    assert run(grid(), copy)[:2] == (2, 8)
    assert content(copy) == content(reference)


class OneByOne:
    """Plays a piece when the result of the one before is written."""

    lanes = 1

    def play(self, pieces, progress):
        for piece in pieces:
            yield piece, piece.play()


def test_an_experiment_is_told_and_read_as_soon_as_it_is_finished(tmp_path):
    sure = STOPPING.partition("seed = 3")[2].replace("easy.txt", "arxiv").replace("limit = 1500", "limit = 500")
    plan, told, early = grid(GRID + sure), [], {}
    store = Store(tmp_path)

    def finished(name):
        told.append((name, len(store.missing(plan.units))))
        early[name] = measured_early(store, plan, name)

    run(plan, tmp_path, player=OneByOne(), finished=finished)
    assert told == [("exact", 16), ("borda", 8), ("sure", 0)]  # one lane begins with the shortest
    for name, measured in early.items():
        np.testing.assert_equal(measured, store.measured(name))
    told.clear()
    run(plan, tmp_path, finished=finished)
    assert told == [("borda", 0), ("exact", 0), ("sure", 0)]


CHANGED = {
    "a parameter": ("first=1", "first=2", 1),
    "runs of one": ("runs = 3", "runs = 2", 2),
    "the seed": ("seed = 3", "seed = 4", 10),
    "a further horizon": ("[60, 200]", "[60, 200, 300]", 4),
    "a further algorithm": ('"fixed:first=1"]', '"fixed:first=1", "random"]', 1),
    "one problem less": ('["cyclic", "arxiv"]', '["cyclic"]', 0),
    "the winner": ('winner = ["borda", "condorcet"]', 'winner = "borda"', 8),
    "the title": ('id = "exact"', 'id = "exact"\ntitle = "Exact"', 0),
}  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize("change", CHANGED)
def test_a_change_reruns_what_depends_on_it(copy, tmp_path, change):
    old, new, count = CHANGED[change]
    assert old in GRID
    changed = grid(GRID.replace(old, new))
    assert len(played(changed, copy)) == count
    run(changed, tmp_path / "fresh")
    fresh = content(tmp_path / "fresh")
    assert {path: content(copy)[path] for path in fresh} == fresh
    assert Store(copy).specification().experiments == changed.specification.experiments
    assert played(grid(), copy) == set()  # what was finished before is still there


def test_a_changed_source_reruns_its_dependants(copy, monkeypatch):
    real = units_module.fingerprint

    def changed(homes, start, player):
        return real(homes, start, player) + ("changed" if "winner_stays" in start.__module__ else "")

    monkeypatch.setattr(units_module, "fingerprint", changed)
    names = played(grid(), copy)
    assert len(names) == 5
    assert all("ws-w" in name for name in names)
    assert len(list(Store(copy).units.iterdir())) == 10  # what the old source made has gone


def test_other_experiments_of_the_folder_are_kept(copy):
    one = grid(GRID[: GRID.index('[[experiment]]\nid = "exact"')])
    assert played(one, copy) == set()
    assert [each.id for each in Store(copy).specification().experiments] == ["borda"]
    assert played(grid(), copy) == set()


def test_two_programs_do_not_write_into_one_folder(copy):
    with Store(copy).alone(), pytest.raises(InputError, match="another program is writing"):
        run(grid(), copy)
    assert played(grid(), copy) == set()


def test_a_system_without_locks_will_do(copy, monkeypatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    assert played(grid(), copy) == set()


def test_leftovers_of_a_killed_program_are_removed(reference, copy):
    for folder in (copy, copy / "units"):
        (folder / ".writing-abc").mkdir()
        (folder / ".writing-abc" / "half.parquet").write_text("half")
    (copy / "timings.jsonl").write_text('{"name": "ha')
    next((copy / "units").glob("*.parquet")).unlink()
    run(grid(), copy)
    assert not list(copy.rglob(".writing-*"))
    assert content(copy) == content(reference)
    assert len(Store(copy).timings()) == 1


@contextlib.contextmanager
def disk_of(size):
    """No file can grow beyond ``size`` bytes, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_full_disk_leaves_earlier_results_readable(reference, copy):
    before = content(copy)
    changed = grid(GRID.replace("seed = 3", "seed = 4"))
    with disk_of(1000), pytest.raises(InputError, match=r"cannot write into '.*units': File too large"):
        run(changed, copy)
    assert content(copy) == before
    assert not list(copy.rglob(".writing-*"))
    assert Store(copy).measured("exact").regrets.keys() == Store(reference).measured("exact").regrets.keys()
    largest = max(len(data) for path, data in before.items() if path.parent.name == "units")
    with disk_of(largest + 4000), pytest.raises(InputError, match="cannot write into"):  # all units fit, not the whole
        run(changed, copy)
    assert content(copy).items() > before.items()
    assert played(changed, copy) == set()


def test_a_log_that_cannot_grow_is_one_line(copy, monkeypatch):
    first = grid().units[0]
    Store(copy).path(first).unlink()
    (copy / "timings.jsonl").unlink()
    (copy / "timings.jsonl").mkdir()
    with pytest.raises(InputError, match=r"cannot write into .*Is a directory"):
        run(grid(), copy)
    assert Store(copy).holds(first)


def test_an_error_of_the_writer_that_names_no_cause(copy, monkeypatch):
    def fail(*_, **__):
        raise pl.exceptions.ComputeError("strange\nthings")

    Store(copy).path(grid().units[0]).unlink()
    monkeypatch.setattr(pl.LazyFrame, "sink_parquet", fail)
    with pytest.raises(InputError, match=r"cannot make a Parquet file: strange$"):
        run(grid(), copy)


def test_an_error_while_playing_keeps_what_is_finished(tmp_path, monkeypatch):
    from duelling.lab.grids.pieces import Piece

    real = Piece.play

    def fail(piece, progress=None):
        if piece.unit.horizon == 200:
            raise InputError("broken")
        return real(piece, progress)

    monkeypatch.setattr(Piece, "play", fail)
    with pytest.raises(InputError, match="broken"):
        run(grid(), tmp_path, player=Threads(1))
    monkeypatch.undo()
    assert not (tmp_path / "results.parquet").exists()
    finished = len(content(tmp_path))
    assert finished > 0
    assert len(played(grid(), tmp_path)) == 10 - finished


def test_a_folder_without_results_says_so(tmp_path):
    with pytest.raises(InputError, match=r"must be a folder that duelling run, .* filled, it holds no results"):
        Store(tmp_path).specification()
    pl.DataFrame({"x": [1]}).write_parquet(tmp_path / "results.parquet")
    with pytest.raises(InputError, match="not a result of duelling"):
        Store(tmp_path).specification()


def test_nothing_in_a_file_tells_when_or_how_fast(reference):
    note = json.loads(pl.read_parquet_metadata(Store(reference).path(grid().units[-1]))[tables.NOTE])
    assert set(note) == {"format", "holds", "key", "identity", "versions"}
    assert set(note["versions"]) == {"duelling", "numpy", "numba", "python"}
    assert note["identity"]["parameters"]["first"] == 1
    assert not {"date", "seconds"} & set(note["identity"])


def test_progress_tells_of_every_experiment_until_all_is_done(copy, tmp_path):
    told = []
    run(grid(), tmp_path / "fresh", progress=lambda *step: told.append(step))
    total = {
        each.id: sum(u.rounds for u in grid().units if u.experiment == each.id)
        for each in grid().specification.experiments
    }
    for name in total:
        steps = [done for which, done, _ in told if which == name]
        assert steps[0] == 0
        assert steps[-1] == total[name]
        assert steps == sorted(steps)
    assert {(name, whole) for name, _, whole in told} == set(total.items())
    again = []
    run(grid(), copy, progress=lambda *step: again.append(step))
    assert again == [(name, whole, whole) for name, whole in total.items()]


def test_threads_are_counted():
    assert Threads().lanes >= 1
    with pytest.raises(InputError, match="threads must be a whole number from 1 on, got 0"):
        Threads(0)


def test_a_file_is_run_in_one_call_and_its_results_come_back(reference, tmp_path):
    (tmp_path / "grid.toml").write_text(GRID)
    results = du.run_grid(tmp_path / "grid.toml", tmp_path / "results", threads=1)
    assert content(tmp_path / "results") == content(reference)
    assert results.measured("exact").experiment.runs == 3


@pytest.mark.slow
def test_a_grid_that_stops_is_kept_resumed_and_told_as_identify_finds_it(tmp_path):
    """Beside one with horizons, in one folder; in any number of threads; a unit that is lost is played again."""
    both = stopping(tmp_path, STOPPING + GRID.replace("runs = 4\nseed = 3", ""))
    store = du.run_grid(both, tmp_path / "out", threads=1)
    found = store.measured("sure")
    assert not found.regrets
    assert store.measured("exact").regrets
    for (problem, algorithm), stops in found.stops.items():
        where, horizon = (tmp_path / problem if "." in problem else problem), algorithm == "merge-dts"
        alone = du.identify(
            where,
            algorithm,
            delta=0.1,
            within=0.3 if problem == "cyclic" else 0,
            horizon=1500 if horizon else None,
            limit=1500,
            runs=5 if problem == "easy.txt" else 3,
            seed=3,
        )
        assert stops.winner == alone.winner
        np.testing.assert_array_equal(stops.duels, alone.duels)
        np.testing.assert_array_equal(stops.right, alone.fits)
        np.testing.assert_array_equal(stops.decided, alone.arms != -1)
    assert store.specification().experiments[0] == found.experiment
    rows = pl.read_parquet(store.results)
    assert rows.filter(pl.col("experiment") == "sure")["weak"].is_null().all()
    assert rows.filter(pl.col("experiment") != "sure")["duels"].is_null().all()
    assert [entry["rounds"] for entry in store.timings()[:2]] == [
        int(found.stops["easy.txt", name].duels.sum()) for name in ("race", "savage")
    ]
    before = content(tmp_path / "out")
    victim = next(store.units.glob("sure-cyclic*race*"))
    victim.write_bytes(victim.read_bytes()[:-1])
    du.run_grid(both, tmp_path / "out")
    assert content(tmp_path / "out") == before


def test_runs_are_counted_where_nobody_knows_the_rounds(tmp_path):
    seen = []
    du.run_grid(stopping(tmp_path), tmp_path / "out", progress=lambda *told: seen.append(told))
    assert seen[0] == ("sure", 0, 4 * (5 + 3))
    assert seen[-1] == ("sure", 32, 32)
