"""What is recorded beside regret: counts that agree with the duels that were played."""

import numpy as np
import pytest

import duelling as du
from duelling.lab.recording import RECORDS
from tests.helpers.modes import INTERPRETED
from tests.naive import regret

ROUNDS = [1, 7, 40]


def test_counts_are_those_of_the_duels(tmp_path):
    """Against the twin, which plays round by round; the regret has the same bits as without records."""
    names = (
        ["ws-w", "exp3+unif"] if INTERPRETED else ["ws-w"]
    )  # each takes seconds to compile, with and without records
    settings = {"horizon": 40, "runs": 2, "winner": ["borda", "condorcet"], "seed": 3, "checkpoints": ROUNDS}
    found = du.simulate("cyclic", names, record=["recommended", "pairs", "pulls"], **settings)
    np.testing.assert_array_equal(found.values, du.simulate("cyclic", names, **settings).values)
    for a, name in enumerate(names):
        for run in range(2):
            duels = regret.pairs_played(du.problem("cyclic"), name, 40, 3, run)
            for c, t in enumerate(ROUNDS):
                pairs = np.zeros((4, 4), int)
                for first, second in duels[:t]:
                    pairs[first, second] += 1
                pulls = pairs.sum(axis=0) + pairs.sum(axis=1)
                np.testing.assert_array_equal(found.records["pairs"][a, run, c], pairs)
                np.testing.assert_array_equal(found.records["pulls"][a, run, c], pulls)
                assert found.records["recommended"][a, run, c] == pulls.argmax()
    found.save(tmp_path / "found.parquet")
    again = du.Result.load(tmp_path / "found.parquet")
    for name, values in found.records.items():
        np.testing.assert_array_equal(again.records[name], values)
        assert again.frame(name).equals(found.frame(name))
    assert found.frame("pairs")["duels"].sum() == len(names) * 2 * sum(ROUNDS)
    assert "pulls" not in found.frame().columns


@pytest.mark.plain
def test_shuffled_arms_are_the_same_game_in_another_order():
    """A run that shuffles is the run of the permuted matrix, with the arms called back; the same for all algorithms."""
    settings = {"horizon": 60, "winner": "condorcet", "record": "pulls", "checkpoints": 3}
    found = du.simulate("arxiv", ["ws-w", "rucb"], runs=3, shuffle=True, **settings)
    P, orders = du.problem("arxiv").preference(), found.orders()
    assert sorted(map(sorted, orders.tolist())) == [[*range(6)]] * 3
    assert len({*map(tuple, orders.tolist())}) > 1
    for run, order in enumerate(orders):
        alone = du.simulate(P[np.ix_(order, order)], ["ws-w", "rucb"], runs=1, first_run=run, **settings)
        np.testing.assert_allclose(alone.values[:, :, 0], found.values[:, :, run], atol=1e-12)
        np.testing.assert_array_equal(alone.records["pulls"][:, 0], found.records["pulls"][:, run][..., order])
    np.testing.assert_array_equal(du.simulate("arxiv", "ws-w", runs=3, **settings).orders(), [[*range(6)]] * 3)


@pytest.mark.plain
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"record": "pull"}, "record must be one of pulls, pairs, recommended, got 'pull'"),
        ({"record": ["pulls", "pulls"]}, "record must name each once"),
        ({"record": "pairs", "runs": 10**6}, "record must take at most 268435456 numbers, pairs would take 16"),
        ({"record": "pairs", "problem": "shadow:arms=4"}, "record must be left out where there are contexts, points"),
        ({"shuffle": 1}, "shuffle must be True or False, got 1"),
    ],
)
def test_what_cannot_be_recorded_is_refused_before_anything_is_played(changes, message):
    settings = {"problem": "cyclic", "algorithms": "random", "horizon": 1000, "runs": 1, **changes}
    with pytest.raises(du.InputError, match=message):
        du.simulate(**settings)


@pytest.mark.plain
@pytest.mark.parametrize(
    ("name", "place", "value", "message"),
    [
        ("pulls", (0, 0, 2, 1), 81, "records of pulls must count the arms: two in each round, these do not"),
        ("pulls", (0, 0, 0), [0, 0, 3, -1], "records of pulls must be numbers from 0 on"),
        ("pulls", (0, 0, 0), [2**62, 2**62, 2**62, 2**62 + 2], "records of pulls must count"),  # the sum is right
        ("pulls", (0, 0, 1), [5, 4, 4, 1], "records of pulls must count"),  # its last arm was in more duels before
        ("pairs", (0, 1, 2, 0, 0), 99, "records of pairs must count the pairs: one in each round, these do not"),
        ("recommended", (0, 1, 2), 4, "records of recommended must be numbers of arms, below 4, got 4"),
    ],
)
def test_counts_that_cannot_be_are_refused(tmp_path, name, place, value, message):
    """A file with a digest that fits may hold anything."""
    found = du.simulate("cyclic", "random", horizon=40, runs=2, record=list(RECORDS), checkpoints=ROUNDS)
    found.records["pulls"][0, 0, :2] = [[0, 0, 0, 2], [3, 3, 3, 5]]  # whatever was played, these could be
    found.records[name][place] = value
    (tmp_path / "forged.parquet").write_bytes(found.content())
    with pytest.raises(du.DamagedFile, match=f"forged.parquet' is damaged: {message}"):
        du.Result.load(tmp_path / "forged.parquet")


@pytest.mark.plain
def test_what_was_not_recorded_has_no_frame():
    with pytest.raises(du.InputError, match=r"recorded, got 'pairs': simulate with record=\['pairs'\]"):
        du.simulate("cyclic", "random", horizon=5, runs=1).frame("pairs")
