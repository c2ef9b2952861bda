"""A user's own problem, winner and regret, as the examples and docs/own_problem.md and docs/own_winner.md show them."""

import json
import os
import pickle
import re
import subprocess
import sys

import numpy as np
import pytest

import duelling as du
from duelling.cli.commands import run
from duelling.core.losses import Steps
from duelling.core.protocol import charge, decide
from duelling.lab.figures.ends import Heading
from duelling.lab.grids import cluster
from duelling.lab.grids.pieces import Piece
from duelling.lab.grids.plan import resolve
from duelling.lab.grids.specification import parse
from duelling.problems.base import Pairwise
from duelling.registry.known import kept
from duelling.registry.winners import WINNERS
from duelling.seeds import streams
from tests.helpers.examples import PROBLEM, ROOT, WINNER


@pytest.mark.parametrize(("page", "file"), [("own_problem.md", PROBLEM), ("own_winner.md", WINNER)])
def test_the_pages_show_the_examples(page, file):
    assert re.findall(r"```python\n(.*?)```", (ROOT / "docs" / page).read_text(), re.S)[0] == file.read_text()


def test_an_own_problem_has_all_that_pairwise_ones_have(loaded):
    tides = du.problem("tides:arms=3,gap=0.1,rounds=6")
    assert isinstance(tides, Pairwise)
    assert du.problem(tides.name).describe() == tides.describe()
    assert tides.concepts(12) == ("borda", "copeland", "von_neumann", "condorcet", "maximin")
    np.testing.assert_allclose(tides.preference(), tides.preference(6))
    np.testing.assert_allclose(tides.preference(600), np.mean(tides.matrices(), axis=0))
    state = tides.losses(["borda", "condorcet"], 12)
    for t in (1, 4, 7):
        P = tides.matrices()[(t - 1) % 6]
        np.testing.assert_allclose([charge(state, t, i, 1) for i in range(3)], P[0] - 0.5)
        np.testing.assert_allclose([charge(state, t, i, 0) for i in range(3)], P.mean(axis=0) - P.mean(axis=0)[0])
    with pytest.raises(du.InputError, match=r"gap of tides must be above 0 and at most 1/3, got 0\.5"):
        du.problem("tides:arms=3,gap=0.5")


@pytest.mark.slow
def test_an_own_problem_decides_as_its_matrices_say(loaded):
    tides, draws = du.problem("tides:arms=3,gap=0.3,rounds=5"), 4000
    environment, rng = tides.start(100), streams(0, 0).problem
    for t in (1, 3, 5, 6):
        for i, j in ((0, 1), (2, 0)):
            won = sum(decide(environment, t, i, j, rng) == 1 for _ in range(draws)) / draws
            assert won == pytest.approx(tides.matrices()[(t - 1) % 5, i, j], abs=5 * 0.5 / np.sqrt(draws))


def test_regret_under_an_own_winner_is_that_of_its_losses(loaded):
    P = du.problem("sushi").preference()
    result = du.simulate(
        "sushi", "fixed:first=1,second=2", horizon=40, runs=1, winner=["maximin", "borda"], regret="guided"
    )
    loss = 0.5 - P.min(axis=1)
    x, y = loss[[1, 2]] - loss.min()
    assert 0 < min(x, y) < max(x, y)
    np.testing.assert_allclose(result.weak[0, 0, -1, 0], 40 * min(x, y))
    np.testing.assert_allclose(result.strong[0, 0, -1, 0], 20 * (x + y))
    np.testing.assert_allclose(result.regret("guided")[0, 0, -1, 0], 40 * (0.8 * min(x, y) + 0.2 * max(x, y)))
    assert du.problem("sushi").winners()["maximin"].arms == tuple(np.flatnonzero(loss == loss.min()))
    (heading,) = result.plot("guided", "maximin").findobj(Heading)
    assert "Maximin winner" in " ".join(heading.lines)


def test_the_timeline_on_the_page_holds_in_the_rounds_that_it_says():
    shown = re.findall(r"```python\n(def timeline.*?)```", (ROOT / "docs" / "own_problem.md").read_text(), re.S)
    names = {"np": np, "Steps": Steps}
    exec(shown[0], names)
    steps = names["timeline"](None, np.arange(3.0).reshape(3, 1, 1))
    assert [charge(steps, t, 0, 0) for t in (1, 100, 101, 500, 501, 9999)] == [0, 0, 1, 1, 2, 2]


def test_the_example_checks_its_values(loaded):
    for text, line in (
        ("arms=1", "arms of tides must be at least 2, got 1"),
        ("arms=3,rounds=0", "rounds of tides must be at least 1, got 0"),
    ):
        with pytest.raises(du.WrongValue, match=line):
            du.problem(f"tides:{text}")


def test_a_state_that_is_missing_is_named(loaded):
    class Nothing(type(du.problem("tides:arms=3"))):
        def start(self, horizon):
            return None

    with pytest.raises(du.WrongValue, match=r"^start of tides:\S* must return a state, got None"):
        du.simulate(Nothing(3), "random", horizon=9, runs=1)
    with pytest.raises(du.WrongValue, match=r"^start must return a state, got None"):
        du.check_problem(Nothing(3))
    facts = {
        "label": "No",
        "reference": "none",
        "regret": "weak",
        "adversarial": False,
        "anytime": True,
        "cost": "O(1)",
    }
    du.algorithm("nothing", winners=("borda",), **facts)(lambda arms, horizon: None)
    with pytest.raises(du.WrongValue, match=r"^start of nothing must return a state, got None"):
        du.simulate("sushi", "nothing", horizon=9, runs=1)


@pytest.mark.plain  # compiled, the commands of the pages run in tests/test_readme.py
def test_the_command_line_takes_them_by_name(capsys, tmp_path):
    load = ["--load", str(PROBLEM), "--load", str(WINNER)]
    with kept():
        arguments = ["simulate", "tides:arms=4", "random", "--winner", "maximin", "--regret", "guided", *load]
        assert run([*arguments, "--horizon", "30", "--runs", "3", "--json", "--out", str(tmp_path)]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["winner"] == "maximin"
        assert set(found["results"][0]) == {"algorithm", "weak", "strong", "guided", "rounds_per_second"}
        assert {path.name for path in tmp_path.iterdir()} >= {"regret.png", "result.parquet", "summary.csv"}
        assert "guided_high" in (tmp_path / "summary.csv").read_text()
        assert run(["problems", "tides:arms=4", "--json", *load]) == 0
        about = json.loads(capsys.readouterr().out)
        assert about["winners"]["maximin"] == [0]
        assert (
            run(
                [
                    "sequence",
                    "tides:arms=2,rounds=4,gap=0.25",
                    "--period",
                    "16",
                    "--out",
                    str(tmp_path / "t.npz"),
                    *load,
                ]
            )
            == 0
        )
    assert "maximin" not in WINNERS
    again = du.Result.load(tmp_path / "result.parquet")  # without the files that declared them
    assert again.regrets == ("weak", "strong", "guided")
    assert again.plot("guided").findobj(Heading)


GRID = """
[[experiment]]
id = "own"
problems = ["tides:arms=3"]
algorithms = ["random"]
horizons = [24]
winner = ["borda", "maximin"]
runs = 2
"""


def test_a_grid_notices_a_change_of_the_file(tmp_path):
    keys = []
    for change in (("", ""), ("1/2 + gap", "1/2 + g"), ("0.5 - P.min", "0.25 - P.min"), ("", "")):
        with kept():
            for file in (PROBLEM, WINNER):
                copy = tmp_path / file.name
                copy.write_text(file.read_text().replace(*change) if change[0] else file.read_text())
                du.load(copy)
            keys.append([unit.key() for unit in resolve(parse(GRID, "own.toml")).units])
    assert keys[0] == keys[3]
    assert keys[1] != keys[0] != keys[2]


@pytest.mark.slow
@pytest.mark.plain
def test_a_worker_that_knows_nothing_of_the_files_plays_the_same(tmp_path, loaded):
    (unit,) = resolve(parse(GRID, "own.toml")).units
    piece = Piece(unit, 0, 2)
    order, answer = tmp_path / "order", tmp_path / "answer"
    order.write_bytes(pickle.dumps((pickle.dumps(piece), unit.key(), cluster._sources(piece))))
    work = (
        "import pickle, sys; from duelling.lab.grids.cluster import play_there; "
        "open(sys.argv[2], 'wb').write(pickle.dumps(play_there(*pickle.load(open(sys.argv[1], 'rb')))))"
    )
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", work, order, answer], check=True, env=environment)
    assert pickle.loads(answer.read_bytes()).values.tobytes() == piece.play().values.tobytes()
