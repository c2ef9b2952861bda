"""Matrices in frames, in arrays and in the files that other programs write: the numbers and the names."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

import duelling as du

pytestmark = pytest.mark.plain

P = np.array([[0.5, 0.6, 0.7], [0.4, 0.5, 0.8], [0.3, 0.2, 0.5]])
NAMES = ["tea", "coffee", "milk"]
NAMED = pd.DataFrame(P, index=NAMES, columns=NAMES)
COUNTED = ("0", "1", "2")


@pytest.mark.parametrize(
    ("given", "arms"),
    [
        (P, COUNTED),
        (P.tolist(), COUNTED),
        (NAMED, tuple(NAMES)),
        (pd.DataFrame(P, columns=NAMES), tuple(NAMES)),
        (pd.DataFrame(P), COUNTED),
        (pl.DataFrame(P, schema=NAMES), tuple(NAMES)),
        (pl.DataFrame(P, schema=NAMES).lazy(), tuple(NAMES)),
        (pl.DataFrame(P), COUNTED),
        (pl.DataFrame(P, schema=NAMES).insert_column(0, pl.Series("arm", NAMES)), tuple(NAMES)),
    ],
)
def test_whatever_takes_a_problem_takes_a_matrix_with_its_names(given, arms):
    each = [
        du.problem(given),
        du.PreferenceMatrix(given),
        du.exact_sequence(given, period=10),
        du.Corrupted(given, budget=3),
    ]
    each.append(du.Piecewise([given, given], [1, 5]))
    assert [one.arms for one in each] == [arms] * 5
    np.testing.assert_array_equal(each[0].preference(), P)
    assert du.simulate(given, "random", horizon=3, runs=1).problem["arms"] == list(arms)
    assert du.identify(given, "btm", runs=1, limit=9).problem["arms"] == list(arms)


@pytest.mark.parametrize(
    ("frame", "arms"),
    [
        (NAMED, tuple(NAMES)),
        (NAMED.rename_axis("arm"), tuple(NAMES)),
        (pd.DataFrame(P, columns=NAMES), tuple(NAMES)),
        (pd.DataFrame(P), COUNTED),
    ],
)
def test_a_file_may_have_the_index_that_pandas_writes(frame, arms, tmp_path):
    frame.to_csv(tmp_path / "mine.csv")
    found = du.problem(tmp_path / "mine.csv")
    assert found.arms == arms
    np.testing.assert_array_equal(found.preference(), P)


def test_names_that_do_not_fit_are_refused(tmp_path):
    turned = NAMED[["coffee", "tea", "milk"]]
    with pytest.raises(du.InputError, match="P must have rows that are named like its columns, in the same order"):
        du.PreferenceMatrix(turned)
    turned.to_csv(tmp_path / "mine.csv")
    with pytest.raises(du.InputError, match=r"mine.csv must name its rows like its columns, in the same order"):
        du.problem(tmp_path / "mine.csv")
    with pytest.raises(du.InputError, match=r"matrices\[1\] must name the arms like the first"):
        du.Piecewise([NAMED, pd.DataFrame(P)], [1, 5])
    with pytest.raises(du.InputError, match=r"got votes: du.from_votes\(frame\) counts them"):
        du.problem(pl.DataFrame({"left": ["a"], "right": ["b"], "winner": ["a"]}))


@pytest.mark.parametrize(
    ("matrix", "advice"),
    [(P * 100, "percentages must be divided by 100"), ([[0, 6], [3, 0]], "counts of wins go into du.from_counts")],
)
def test_numbers_of_another_kind_are_recognised(matrix, advice):
    with pytest.raises(du.InputError, match=rf"must be between 0 and 1, got \S+: {advice}$"):
        du.PreferenceMatrix(matrix)
