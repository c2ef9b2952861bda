"""Problems by name: those of the literature are complete and right."""

import numpy as np
import pytest

from duelling.errors import InputError
from duelling.problems.reading.named import problem, problem_names
from duelling.problems.utility import UtilityModel

pytestmark = pytest.mark.plain


ARMS = {"arxiv": 6, "cyclic": 4, "arithmetic": 8, "different_winners": 16, "sushi": 16}


@pytest.mark.parametrize("name", problem_names())
def test_every_known_problem_is_complete(name):
    found = problem(name)
    assert found.name == name
    assert len(found.arms) == ARMS.get(name, 5)
    assert found.source
    assert found.description


def test_all_matrices_of_the_literature_are_there():
    assert set(problem_names()) >= {
        *("arxiv", "cyclic", "arithmetic", "borda_vonneumann", "copeland_borda", "copeland_vonneumann"),
        *("different_winners", "sushi", "gap", "multisol", "mslr5-condorcet", "mslr5-noncondorcet"),
    }


def test_entries_that_were_misprinted_are_right():
    assert problem("arxiv").preference()[3, 4] == 0.54
    assert problem("mslr5-condorcet").preference()[3, 1] == 0.273
    assert problem("sushi").arms[:2] == ("chu-toro", "toro")
    i, j = np.indices((8, 8))
    np.testing.assert_allclose(problem("arithmetic").preference(), 0.5 + (j - i) / 20)
    assert isinstance(problem("arithmetic"), UtilityModel)
    P = problem("different_winners").preference()
    assert np.all(P[[0, 1, 2, 4], 5:] == 0.8)
    assert np.all(P[3, 5:] == 1)
    assert np.all(P[5:, 5:] == 0.5)


def test_names_are_forgiving_and_unknown_ones_suggest():
    assert problem("Borda-VonNeumann").name == "borda_vonneumann"
    assert problem("MSLR5_condorcet").name == "mslr5-condorcet"
    with pytest.raises(InputError, match="there is no problem 'sushy': did you mean 'sushi'"):
        problem("sushy")
    with pytest.raises(InputError, match=r"there is no problem 'qqqqqqqq': choose from .*random:cyclic"):
        problem("qqqqqqqq")
