"""What users may give as algorithms of a simulation."""

import numpy as np
import pytest

import duelling as du
from duelling.errors import InputError
from duelling.registry.choice import choice

pytestmark = pytest.mark.plain


def test_a_simulation_takes_all_three():
    given = [("rucb", {"alpha": 0.6}), "rucb:alpha=0.7", choice("rucb")]
    found = du.simulate("cyclic", given, horizon=20, runs=2)
    texts = ["rucb:alpha=0.6", "rucb:alpha=0.7", "rucb"]
    assert list(found.algorithms) == texts
    np.testing.assert_array_equal(found.weak, du.simulate("cyclic", texts, horizon=20, runs=2).weak)
    with pytest.raises(InputError, match="each once"):
        du.simulate("cyclic", ["rucb:alpha=0.6", ("rucb", {"alpha": 0.6})], horizon=20)


def test_a_simulation_takes_a_mapping_of_names_to_parameters_and_one_pair():
    for given in ({"rucb": {"alpha": 0.6}, "ws-w": {}}, [("rucb", {"alpha": 0.6}), "ws-w"]):
        assert list(du.simulate("cyclic", given, horizon=20, runs=1).algorithms) == ["rucb:alpha=0.6", "ws-w"]
    for one in (("rucb", {"alpha": 0.6}), choice("rucb:alpha=0.6")):
        assert list(du.simulate("cyclic", one, horizon=20, runs=1).algorithms) == ["rucb:alpha=0.6"]
