"""Kinds of regret: weak and strong are always recorded, and any further ψ is recorded beside them without a trace."""

import numpy as np
import pytest

import duelling as du
from duelling.core.protocol import combine, record
from duelling.core.regrets import REGRETS, combined, recorder, regrets_of, with_round
from duelling.errors import InputError
from duelling.lab.results import Result
from duelling.registry.known import kept
from duelling.registry.regrets import KINDS, recorded_kinds, regret
from tests.helpers.regrets import Weighted, Worst


@pytest.fixture
def own():
    with kept():
        regret("weighted")(Weighted)
        regret("worst")(Worst)
        yield ("weighted", "worst")


def test_the_built_in_kinds_are_their_formulas():
    assert tuple(kind.name for kind in recorded_kinds()) == REGRETS == ("weak", "strong")
    for x, y in ((0.2, 0.7), (0.7, 0.2), (-0.5, 0.5)):
        weak, strong = (combine(KINDS.find(name).psi, x, y) for name in REGRETS)
        assert weak == min(x, y)
        assert strong == (x + y) / 2


def test_a_recorder_adds_each_kind_in_its_place():
    psi, totals = recorder([Weighted(), Worst()]), np.zeros((4, 2, 3))
    for x, y in ((0.2, 0.6), (0.4, 0.0)):
        totals[:2, 1, 2] = with_round(*totals[:2, 1, 2], x, y)
        record(psi, totals, 1, 2, x, y)
    np.testing.assert_allclose(totals[:, 1, 2], [0.2, 0.6, 0.3 + 0.1, 1.0])
    assert np.count_nonzero(totals) == 4
    assert regrets_of(psi) == 4
    pairs = combined(psi, np.array([0.2, 0.4]), np.array([0.6, 0.0]))
    np.testing.assert_allclose([each.sum() for each in pairs], totals[:, 1, 2])


@pytest.mark.parametrize(
    ("problem", "algorithm"),
    [
        ("sushi", "ws-w"),
        pytest.param("shadow:arms=4", "exp3+unif", marks=pytest.mark.plain),  # the loop of sushi
        ("contexts:arms=3,contexts=2,policies=5", "sparring-exp4p"),
        ("continuous:quadratic,dimension=2", "dbgd"),
    ],
)
def test_weak_and_strong_are_the_same_with_others_beside_them(own, problem, algorithm):
    plain = du.simulate(problem, algorithm, horizon=60, runs=2, seed=3)
    result = du.simulate(problem, algorithm, horizon=60, runs=2, seed=3, regret=own)
    assert result.regrets == (*REGRETS, *own)
    assert result.weak.tobytes() == plain.weak.tobytes()
    assert result.strong.tobytes() == plain.strong.tobytes()
    if "contexts" not in problem:  # there the best policy in hindsight depends on ψ, and no sum is taken apart
        np.testing.assert_allclose(result.regret("worst"), 2 * result.strong - result.weak, atol=1e-9)
        expected = 0.75 * result.weak + 0.25 * result.regret("worst")
        np.testing.assert_allclose(result.regret("weighted"), expected, atol=1e-9)


@pytest.mark.plain
def test_a_result_keeps_its_own_regrets(own, tmp_path):
    result = du.simulate("cyclic", ["ws-w", "random"], horizon=50, runs=3, regret="weighted")
    assert result.frame().columns == ["algorithm", "run", "t", "weak", "strong", "weighted"]
    assert "weighted_sem" in result.summary().columns
    result.save(tmp_path / "r.parquet")
    again = Result.load(tmp_path / "r.parquet")
    assert again.regrets == ("weak", "strong", "weighted")
    assert again.values.tobytes() == result.values.tobytes()
    assert "weighted regret" in result.plot("weighted").axes[0].get_ylabel()
    with pytest.raises(InputError, match="there is no recorded regret 'worst'"):
        result.regret("worst")
