"""Results: frames with the promised columns, Student's interval, and files that come back exactly or not at all."""

import json
import math
import statistics
from dataclasses import fields

import polars as pl
import pytest

from duelling.errors import DamagedFile, InputError
from duelling.lab import tables
from duelling.lab.results import Result
from duelling.lab.simulate import simulate
from tests.helpers.flips import flips, ruins
from tests.helpers.results import make

pytestmark = pytest.mark.plain


def same(a: Result, b: Result) -> bool:
    arrays = ("rounds", "weak", "strong", "seconds")
    plain = ("problem", "winners", "horizon", "runs", "seed", "period", "algorithms", "provenance")
    return all(
        getattr(a, k).tobytes() == getattr(b, k).tobytes() and getattr(a, k).dtype == getattr(b, k).dtype
        for k in arrays
    ) and all(getattr(a, k) == getattr(b, k) for k in plain)


def test_a_frame_has_a_row_for_every_run_and_checkpoint():
    result = make()
    frame = result.frame()
    assert frame.columns == ["algorithm", "run", "t", "weak", "strong"]
    assert frame.height == 2 * 3 * 4
    one = frame.filter((pl.col("algorithm") == "b:x=1") & (pl.col("run") == 2)).sort("t")
    assert one["t"].to_list() == [10, 20, 30, 40]
    assert one["weak"].to_list() == result.weak[1, 2, :, 0].tolist()
    assert one["strong"].to_list() == result.strong[1, 2, :, 0].tolist()


def test_several_winners_get_a_column_of_their_own_in_front():
    result = make(winners=("borda", "copeland"))
    frame = result.frame()
    assert frame.columns == ["winner", "algorithm", "run", "t", "weak", "strong"]
    cell = frame.filter(winner="copeland", algorithm="a", run=1, t=30)
    assert cell["weak"].to_list() == [result.weak[0, 1, 2, 1]]
    assert result.summary().columns[:2] == ["winner", "algorithm"]
    assert result.summary()["winner"].to_list() == ["borda", "borda", "copeland", "copeland"]
    assert result.summary()["weak"].to_list() == result.weak[:, :, -1].mean(axis=1).T.ravel().tolist()


def test_the_summary_is_students_interval_at_the_horizon():
    result = make(runs=5)
    row = result.summary().row(1, named=True)
    x = result.weak[1, :, -1, 0].tolist()
    sem = statistics.stdev(x) / math.sqrt(5)
    assert row["weak"] == pytest.approx(statistics.mean(x))
    assert row["weak_sem"] == pytest.approx(sem)
    reach = 2.7764451051977987 * sem  # the 97.5% point of Student's t with 4 degrees of freedom, from tables
    assert row["weak_low"] == pytest.approx(statistics.mean(x) - reach)
    assert row["weak_high"] == pytest.approx(statistics.mean(x) + reach)
    assert row["rounds_per_second"] == pytest.approx(5 * 40 / result.seconds[1])


def test_one_run_has_a_mean_and_no_error():
    row = make(runs=1, seconds=[0.0, 1.0]).summary().row(0, named=True)
    assert row["weak"] is not None
    assert row["weak_sem"] is row["weak_low"] is row["strong_high"] is row["rounds_per_second"] is None


@pytest.mark.parametrize("winners", [("borda",), ("borda", "von_neumann")])
def test_a_file_gives_the_same_result_back(tmp_path, winners):
    result = make(winners=winners)
    result.save(tmp_path / "result.parquet")
    assert same(Result.load(tmp_path / "result.parquet"), result)
    assert [path.name for path in tmp_path.iterdir()] == ["result.parquet"]


def test_the_ending_of_a_file_is_its_form_and_no_folder_is_made(tmp_path):
    with pytest.raises(InputError, match=r"path must end with .parquet, got '.*r.csv': table\("):
        make().save(tmp_path / "r.csv")
    with pytest.raises(InputError, match=r"cannot write '.*': there is no folder '.*new'"):
        make().save(tmp_path / "new" / "r.parquet")
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_a_table_that_anybody_can_read(tmp_path):
    result = make()
    result.save(tmp_path / "r.parquet")
    assert pl.read_parquet(tmp_path / "r.parquet").drop("winner").equals(result.frame())
    note = json.loads(pl.read_parquet_metadata(tmp_path / "r.parquet")["duelling"])
    assert note["seed"] == 2**70
    assert note["provenance"]["parameters"] == {"a": {"eta": None, "sizes": [1, 2]}}


def test_a_failed_save_leaves_the_old_file(tmp_path, monkeypatch):
    path, old = tmp_path / "r.parquet", make()
    old.save(path)

    def half(content, room):
        room.write_bytes(content[:9])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("duelling.files._save", half)
    with pytest.raises(InputError, match="No space left"):
        make(runs=1).save(path)
    assert same(Result.load(path), old)
    assert list(tmp_path.iterdir()) == [path]


def test_every_truncation_of_a_file_is_refused(tmp_path):
    make().save(tmp_path / "r.parquet")
    whole = (tmp_path / "r.parquet").read_bytes()
    for length in [0, 1, 4, len(whole) // 2, len(whole) - 9, len(whole) - 1]:
        (tmp_path / "cut.parquet").write_bytes(whole[:length])
        with pytest.raises(InputError, match=r"cut\.parquet' is not a whole Parquet file") as caught:
            Result.load(tmp_path / "cut.parquet")
        assert "\n" not in str(caught.value)


def test_every_flipped_bit_is_refused(tmp_path):
    path = tmp_path / "r.parquet"
    make().save(path)
    for damaged in [*flips(path.read_bytes()), *ruins(path.read_bytes())]:
        path.write_bytes(damaged)
        with pytest.raises(DamagedFile, match=r"r\.parquet'") as caught:
            Result.load(path)
        assert "\n" not in str(caught.value)


def test_a_path_is_a_path(tmp_path):
    """Brackets and stars are no patterns, so that a result is never mixed with another one."""
    for n, name in enumerate(["s1", "s[1]", "s*", "s?"]):
        (tmp_path / name).mkdir()
        make(runs=n + 1).save(tmp_path / name / "result.parquet")
    for n, name in enumerate(["s1", "s[1]", "s*", "s?"]):
        assert same(Result.load(tmp_path / name / "result.parquet"), make(runs=n + 1))


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (lambda note: note.update(format=99), "format 99"),
        (lambda note: note.update(runs=4), "must have 32 rows, got 24"),
        (lambda note: note.update(runs="3"), "must have"),
        (lambda note: note.update(runs=None), "damaged"),
        (lambda note: note.update(regrets=["mild"]), "damaged"),
        (lambda note: note.pop("rounds"), "damaged: 'rounds'"),
        (lambda note: note.update(surprise=1), "damaged"),
    ],
)
def test_a_head_that_does_not_fit_is_refused(tmp_path, change, word):
    result, path = make(), tmp_path / "r.parquet"
    result.save(path)
    note = tables.read(path, "simulation").note
    change(note)
    path.write_bytes(tables.content(result.long().lazy(), "simulation", note))
    with pytest.raises(DamagedFile, match=word):
        Result.load(path)


WRONG = [None, -1, 0, 1.5, math.nan, 10**30, True, "x", "", "\x1b[1m", [], [None], ["a", "a"], [[1]], {}, {"a": 1}]


@pytest.mark.slow
@pytest.mark.parametrize("name", [field.name for field in fields(Result) if field.name != "values"])
def test_whatever_a_head_with_a_fitting_digest_holds_it_is_refused_or_can_be_used(tmp_path, name):
    result, path = make(), tmp_path / "r.parquet"
    result.save(path)
    sound, refused = tables.read(path, "simulation").note, 0
    inside = [{**sound[name], key: wrong} for key in sound[name] for wrong in WRONG] if name == "problem" else []
    inside = [[wrong, *sound[name][1:]] for wrong in WRONG] if isinstance(sound[name], list) else inside
    for wrong in [*WRONG, *inside]:
        path.write_bytes(tables.content(result.long().lazy(), "simulation", sound | {name: wrong}))
        try:
            found = Result.load(path)
        except DamagedFile:
            refused += 1
        else:
            assert repr(found)
            assert len(found.summary()) == 2
            found.save(path)
    assert refused >= (5 if name == "provenance" else 12)


@pytest.mark.parametrize("column", ["winner", "algorithm", "run", "t", "weak", "strong"])
@pytest.mark.parametrize("value", [None, "x", math.nan, math.inf, 1e308, [1]], ids=str)
def test_rows_that_do_not_fit_are_refused(tmp_path, column, value):
    """But numbers of regret that could be are believed: nothing in the file contradicts them."""
    result, path = make(), tmp_path / "r.parquet"
    result.save(path)
    rows = result.long().with_columns(pl.lit(value).alias(column))
    path.write_bytes(tables.content(rows.lazy(), "simulation", tables.read(path, "simulation").note))
    with pytest.raises(DamagedFile, match=r"r\.parquet' is damaged: "):
        Result.load(path)


def test_rows_in_another_order_are_refused(tmp_path):
    result, path = make(), tmp_path / "r.parquet"
    result.save(path)
    note = tables.read(path, "simulation").note
    path.write_bytes(tables.content(result.long().reverse().lazy(), "simulation", note))
    with pytest.raises(DamagedFile, match="its rows are not those that its metadata describes"):
        Result.load(path)


def test_foreign_and_missing_files_are_refused(tmp_path):
    pl.DataFrame({"x": [1]}).write_parquet(tmp_path / "x.parquet")
    with pytest.raises(InputError, match="not a result"):
        Result.load(tmp_path / "x.parquet")
    (tmp_path / "text.parquet").write_text("algorithm,run\n")
    with pytest.raises(InputError, match="not a whole Parquet file"):
        Result.load(tmp_path / "text.parquet")
    with pytest.raises(InputError, match="cannot read"):
        Result.load(tmp_path / "none.parquet")
    with pytest.raises(InputError):
        Result.load(tmp_path)


def test_a_result_is_told_in_a_line_for_each_algorithm():
    result = simulate("cyclic", ["random", "ws-w"], horizon=50, runs=3, seed=1)
    row = result.rows()[0]
    first, second, third = repr(result).splitlines()
    assert first == "cyclic, 3 runs of 50 rounds, seed 1"
    assert second.startswith(f"  random: borda regret weak {row['weak']:.4g} ± {row['weak_sem']:.2g}, strong ")
    assert third.startswith("  ws-w: borda regret weak ")
    alone = repr(simulate("cyclic", "random", horizon=50, runs=1))
    assert alone.startswith("cyclic, 1 run of 50 rounds, seed 0\n")
    assert "±" not in alone
