"""Results put together are what one simulation would have found."""

from dataclasses import replace

import numpy as np
import pytest

import duelling as du
from duelling.lab.merging import merge

pytestmark = pytest.mark.plain


def played(algorithms=("random", "ws-w"), **changes):
    settings = {"horizon": 40, "winner": "borda", "runs": 4, "record": ["pulls"], "checkpoints": 4, **changes}
    return du.simulate("cyclic", list(algorithms), **settings)


def test_parts_further_runs_and_further_algorithms_make_the_whole(tmp_path):
    whole = played(("random", "ws-w", "rucb"), runs=6)
    parts = [played(("rucb",), runs=6), played(runs=2), played(runs=4, first_run=2)]
    for found in (merge(*parts), merge(parts[2], parts[0], parts[1])):
        place = [found.algorithms.index(name) for name in whole.algorithms]
        np.testing.assert_array_equal(found.values[:, place], whole.values)
        np.testing.assert_array_equal(found.records["pulls"][place], whole.records["pulls"])
        assert (found.runs, found.first_run) == (6, 0)
        assert found.provenance["parameters"].keys() == set(whole.algorithms)
    both = parts[1] + parts[2]
    both.save(tmp_path / "both.parquet")
    np.testing.assert_array_equal(du.Result.load(tmp_path / "both.parquet").values, whole.values[:, :2])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"first_run": 2}, "must hold each run once, got run 2 of random twice"),
        ({"first_run": 5}, "must have the runs 0 to 8 of every algorithm, random lacks run 4"),
        ({"algorithms": ["rucb"], "runs": 3}, "must have the runs 0 to 3 of every algorithm, rucb lacks run 3"),
        ({"seed": 1}, "same seed to be put together, got 0 and 1: play further runs with the same seed and first_run"),
        ({"horizon": 20}, "same horizon to be put together, got 40 and 20"),
        ({"winner": "condorcet"}, "same winners to be put together"),
        ({"checkpoints": 2}, "same checkpoints to be put together"),
        ({"shuffle": True}, "same shuffle to be put together, got False and True"),
        ({"record": []}, "same record to be put together, got .'pulls'. and"),
    ],
)
def test_what_does_not_fit_is_said(changes, message):
    with pytest.raises(du.Conflict, match=message):
        merge(played(), played(**changes))


def test_another_problem_and_what_is_no_result_are_refused():
    other = du.simulate("gap", "random", horizon=40, runs=4)
    with pytest.raises(du.Conflict, match="must have the same problem to be put together, got 'cyclic' and 'gap'"):
        merge(played(), other)
    for wrong in ((), (played(), 5)):
        with pytest.raises(du.WrongValue, match=r"^results must be"):
            merge(*wrong)
    with pytest.raises(TypeError):
        played() + 5


@pytest.mark.parametrize("parameters", [None, 5, "x", ["random"]])
def test_parameters_that_are_no_table_are_refused_before_they_are_compared(parameters):
    """A file with a digest that fits may hold anything."""
    told = played().provenance | {"parameters": parameters}
    with pytest.raises(du.WrongValue, match="the parameters in provenance must be a dict, got "):
        replace(played(), provenance=told)
