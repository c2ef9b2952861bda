"""The folder of a grid: what is damaged is made again and never believed, and a path is a path."""

import itertools
import json
import logging
import math
import shutil

import polars as pl
import pytest

from duelling.errors import Conflict, DamagedFile, InputError
from duelling.lab import tables
from duelling.lab.grids.run import Threads, run
from duelling.lab.grids.store import Store
from tests.helpers.flips import flips, ruins
from tests.helpers.grids import content, grid

pytestmark = pytest.mark.plain

GRID = """
runs = 2
[[experiment]]
id = "one"
problems = "cyclic"
algorithms = ["random", "fixed"]
horizons = 12
checkpoints = [3, 6]
"""
SMALL = grid(GRID)


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """A folder in which the grid was played once; not to be written to."""
    folder = tmp_path_factory.mktemp("reference")
    play(folder)
    return folder


@pytest.fixture
def copy(reference, tmp_path):
    return shutil.copytree(reference, tmp_path / "copy")


@pytest.fixture
def told(caplog):
    """A function that returns what was told since its last call."""

    def lines():
        found = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
        caplog.clear()
        return found

    return lines


def play(folder, plan=SMALL):
    return run(plan, folder, player=Threads(1))[:2]


def unit_of(folder, number=0):
    return Store(folder).path(SMALL.units[number])


@pytest.mark.slow
def test_a_damaged_unit_is_played_again(reference, copy, told):
    """Of flipped bits it is only asked what is to be played: to play it each time would take seconds."""
    path = unit_of(copy)
    whole = path.read_bytes()

    def one_line():
        (line,) = told()
        assert line.startswith(f"duelling: a unit is played again: '{path}' ")
        assert "\n" not in line

    for damaged in ruins(whole):
        path.write_bytes(damaged)
        assert play(copy) == (1, 1)
        assert path.read_bytes() == whole
        one_line()
    for damaged in flips(whole):
        path.write_bytes(damaged)
        assert Store(copy).missing(SMALL.units) == [SMALL.units[0]]
        one_line()
    play(copy)
    assert content(copy) == content(reference)


def test_damaged_units_are_one_line_and_leave_no_wrong_merge(reference, copy, told):
    for number in (0, 1):  # each is whole, in the wrong place
        unit_of(copy, number).write_bytes(unit_of(reference, 1 - number).read_bytes())
    (copy / "results.parquet").unlink()
    assert play(copy) == (2, 0)
    assert told() == [f"duelling: 2 units are played again: '{unit_of(copy)}' is damaged: it holds another unit"]
    assert content(copy) == content(reference)


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows.drop("weak"),
        lambda rows: rows.rename({"weak": "mild"}),
        lambda rows: rows.with_columns(pl.col("t").cast(pl.Float64)),
        lambda rows: rows.head(5),
        lambda rows: rows.reverse(),
        lambda rows: rows.select(reversed(rows.columns)),
        lambda rows: rows.with_columns(experiment=pl.lit("two")),
        lambda rows: rows.with_columns(strong=pl.lit(math.nan)),
        lambda rows: rows.with_columns(strong=pl.lit(None, pl.Float64)),
    ],
    ids=["column", "name", "type", "count", "order", "columns", "experiment", "no number", "nothing"],
)
def test_a_unit_with_a_fitting_digest_and_other_rows_is_played_again(reference, copy, told, change):
    """It was merged. Then nothing could read the results, and the next run did the same again."""
    path = unit_of(copy)
    table = tables.read(path, "unit")
    path.write_bytes(tables.content(change(pl.read_parquet(path)).lazy(), "unit", table.note))
    (copy / "results.parquet").unlink()
    assert play(copy) == (1, 1)
    (line,) = told()
    assert line.startswith(f"duelling: a unit is played again: '{path}' ")
    assert content(copy) == content(reference)


@pytest.mark.slow
def test_a_damaged_merge_is_refused_and_merged_again(reference, copy, told):
    path = copy / "results.parquet"
    whole = path.read_bytes()
    for number, damaged in enumerate([*ruins(whole), *flips(whole)]):
        path.write_bytes(damaged)
        for ask in (Store(copy).specification, Store(copy).timings, lambda: Store(copy).measured("one")):
            with pytest.raises(DamagedFile, match=r"results\.parquet' (is|has)") as caught:
                ask()
            assert "\n" not in str(caught.value)
        if number < 40:  # all ruins, and some flipped bits: it takes far longer than to refuse them
            assert play(copy) == (0, 2)
            assert path.read_bytes() == whole
            (line,) = told()
            assert line.startswith(f"duelling: the results are put together again: '{path}' ")
    play(copy)
    assert content(copy) == content(reference)


def test_a_damaged_line_of_timings_is_left_out(copy):
    path, known = copy / "timings.jsonl", Store(copy).timings()
    assert [entry["name"] for entry in known] == [unit.name for unit in SMALL.units]
    whole = path.read_bytes()
    for damaged in [*flips(whole), *ruins(whole), b"[]\n3\nnull\n" + b"[" * 10**5 + b"\n" + whole]:
        path.write_bytes(damaged)
        assert all(entry in known for entry in Store(copy).timings())
        if damaged.endswith(whole):
            assert Store(copy).timings() == known
    path.unlink()
    assert Store(copy).timings() == []
    path.mkdir()
    with pytest.raises(InputError, match=r"cannot read '.*timings\.jsonl': "):
        Store(copy).timings()


def test_what_is_no_file_is_one_line_or_replaced(reference, copy, told):
    path = unit_of(copy)
    path.unlink()
    path.symlink_to(path)
    (copy / "units" / "other.parquet").mkdir()
    (copy / "units" / "nowhere.parquet").symlink_to(copy / "units" / "nothing")
    forged = tables.content(pl.LazyFrame({"t": [1]}), "unit", {"identity": {}})
    (copy / "units" / "forged.parquet").write_bytes(forged)
    (copy / "results.parquet").unlink()
    (copy / "results.parquet").symlink_to(copy / "results.parquet")
    assert play(copy) == (1, 1)
    assert len(told()) == 2
    (copy / "units" / "other.parquet").rmdir()  # it was left alone
    assert content(copy) == content(reference)
    for path in (unit_of(copy), copy / "results.parquet"):
        path.unlink()
        path.mkdir()
        with pytest.raises(Conflict, match=f"'{path}' must be a file, got a folder"):
            play(copy)
        path.rmdir()


def test_a_folder_is_no_pattern(reference, tmp_path):
    """Brackets and stars in the name of a folder do not mix it with another one."""
    other = grid(GRID.replace("runs = 2", "runs = 3"))
    for name in ("a1", "a[1]", "a*", "a?"):
        play(tmp_path / name, SMALL if name != "a1" else other)
    for name in ("a[1]", "a*", "a?"):
        assert content(tmp_path / name) == content(reference)
        assert Store(tmp_path / name).measured("one").regrets.keys() == Store(reference).measured("one").regrets.keys()
        assert play(tmp_path / name) == (0, 2)


def forge(folder, rows=None, **changes):
    """Write the merged file with other rows or metadata, and a digest that fits."""
    table = tables.read(folder / "results.parquet", "grid")
    rows = pl.read_parquet(folder / "results.parquet") if rows is None else rows
    (folder / "results.parquet").write_bytes(tables.content(rows.lazy(), "grid", table.note | changes))


def test_rows_are_counted_before_they_are_shaped(copy):
    rows = pl.read_parquet(copy / "results.parquet")
    assert rows.height == 12
    forge(copy, pl.concat([rows, rows]))
    with pytest.raises(DamagedFile, match=r"results\.parquet' must have 12 rows, got 24"):
        Store(copy).measured("one")
    forge(copy, pl.concat([rows[:6], rows[:6]]))
    with pytest.raises(DamagedFile, match=r"results\.parquet' is damaged: "):
        Store(copy).measured("one")
    forge(copy, pl.concat([rows[:4], rows[:8]]))
    with pytest.raises(DamagedFile, match=r"results\.parquet' is damaged: "):
        Store(copy).measured("one")
    assert play(copy) == (0, 2)


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows.reverse(),
        lambda rows: rows.with_columns(t=pl.col("t") + 1),
        lambda rows: rows.with_columns(run=1 - pl.col("run")),
        lambda rows: rows.with_columns(weak=pl.lit(math.nan)),
    ],
    ids=["order", "rounds", "runs", "no number"],
)
def test_rows_that_are_not_those_of_the_grid_are_refused(copy, change):
    forge(copy, change(pl.read_parquet(copy / "results.parquet")))
    with pytest.raises(DamagedFile, match="its rows are not those that its metadata describes"):
        Store(copy).measured("one")


@pytest.mark.parametrize(
    "changes",
    [
        {"specification": {}},
        {"specification": {"experiments": ["one"]}},
        {"specification": {"experiments": [{"id": "one"}]}},
        {"problems": {}},
        {"problems": {"cyclic": None}},
        {"problems": {"cyclic": {"arms": 4}}},
        {"units": None},
    ],
)
def test_metadata_that_does_not_fit_is_one_line(reference, copy, changes):
    forge(copy, **changes)
    ask = Store(copy).timings if "units" in changes else lambda: Store(copy).measured("one")
    with pytest.raises(DamagedFile, match=r"results\.parquet' is damaged: ") as caught:
        ask()
    assert "\n" not in str(caught.value)
    assert play(copy) == (0, 2)
    assert content(copy) == content(reference)


def test_a_line_of_timings_has_a_digest_of_its_own(copy):
    for line, other in itertools.pairwise(map(json.loads, (copy / "timings.jsonl").read_text().splitlines())):
        assert line["digest"] != other["digest"]
        assert set(line) - {"digest"} == {
            "name", "experiment", "problem", "horizon", "algorithm", "runs", "rounds", "seconds",
        }  # fmt: skip


def test_titles_of_older_programs_are_labels(reference, tmp_path):
    shutil.copytree(reference, tmp_path / "old")
    grid = tables.read(reference / "results.parquet", "grid").note["specification"]
    for each in grid["experiments"]:
        each["titles"] = dict.fromkeys(each["problems"], "Old") | each.pop("labels")
    forge(tmp_path / "old", specification=grid)
    for each in Store(tmp_path / "old").specification().experiments:
        assert each.labels == dict.fromkeys(each.problems, "Old")


def test_a_store_shows_its_folder():
    assert repr(Store("grid-out")) == "Store('grid-out')"
