"""A user's state that compiled loops cannot hold is one line: a list in it had corrupted the memory of the process."""

import sys
from pathlib import Path

import pytest

from duelling.cli.commands import run
from duelling.core.jit import interpreted
from duelling.errors import WrongValue
from duelling.lab.simulate import simulate
from duelling.live.arena import Arena
from duelling.problems.agreement import check_problem
from duelling.registry.extensions import PREFIX, load
from duelling.registry.known import kept
from tests.helpers.commands import EXAMPLE

EXAMPLES = EXAMPLE.parent
ARRAY = "np.zeros(1, dtype=np.int64)"
CASES = {  # file of the examples, what to replace in it, by what; then the command, and the field that it must name
    "learner": ("my_algorithm", ARRAY, "[0]", "simulate cyclic keeper", "best of the state Keeper"),
    "bytes": ("my_algorithm", ARRAY, "bytearray(1)", "simulate cyclic keeper", "best of the state Keeper"),
    "objects": ("my_algorithm", ARRAY, "np.array([None])", "simulate cyclic keeper", "best of the state Keeper"),
    "shuffled": ("my_algorithm", ARRAY, "[0]", "simulate cyclic keeper --shuffle", "best of the state Keeper"),
    "bandit": (
        "my_bandit",
        "np.zeros(arms)",
        "[0.0] * arms",
        "simulate cyclic greedy+unif",
        "pulls of the state Greedy",
    ),
    "problem": ("my_problem", "(self.gap,", "([self.gap],", "simulate tides:arms=3 ws-w", "gap of the state TideState"),
    "quest": ("my_problem", "(self.gap,", "([self.gap],", "identify tides:arms=3 race", "gap of the state TideState"),
}


def changed(folder: Path, name: str, old: str, new: str) -> Path:
    """An example file with something else in its state."""
    text = (EXAMPLES / f"{name}.py").read_text()
    assert old in text
    path = folder / f"{name}.py"
    path.write_text(text.replace(old, new))
    return path


@pytest.fixture(autouse=True)
def catalogue():
    """Every test leaves what is known, and the imported modules, as it found them."""
    before = {*sys.modules}
    with kept():
        yield
    for name in {*sys.modules} - before:
        if name.startswith(PREFIX):
            del sys.modules[name]


@pytest.mark.parametrize("case", CASES)
def test_it_is_refused_in_one_line_before_anything_compiled_runs(case, tmp_path, capsys):
    *change, command, field = CASES[case]
    path, winner = changed(tmp_path, *change), "--winner condorcet " if command.startswith("simulate") else ""
    assert run(f"{command} --load {path} --horizon 100 --runs 2 {winner}".split()) == 2
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    assert line.startswith(f"duelling: {field} must be a number, a NumPy array of numbers or bools, or another state")


def test_python_and_plain_python_refuse_it_too(tmp_path):
    load(changed(tmp_path, "my_algorithm", ARRAY, "[0]"))
    with interpreted(), pytest.raises(WrongValue, match=r"best of the state Keeper must be .*, got list$"):
        simulate("cyclic", "keeper", horizon=10, winner="condorcet")


def test_an_arena_refuses_such_a_learner_before_there_is_a_journal(tmp_path):
    path = changed(tmp_path, "my_algorithm", ARRAY, "[0]")
    path.write_text(path.read_text().replace('cost="O(1)"', 'cost="O(1)", folds=True'))
    load(path)
    with pytest.raises(WrongValue, match=r"best of the state Keeper must be .*, got list$"):
        Arena(tmp_path / "new.db", items=["a", "b", "c"], learner="keeper")
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_the_check_of_a_problem_refuses_it_too(tmp_path):
    load(changed(tmp_path, "my_problem", "(self.gap,", "([self.gap],"))
    with pytest.raises(WrongValue, match=r"gap of the state TideState must be .*, got list$"):
        check_problem("tides:arms=3")
