"""kill -9 at any moment: the next run goes on from there, and the end is the same as if nothing had happened.

Meanwhile no other program writes into the folder.
"""

import pytest

from duelling.errors import Conflict
from duelling.kernels import interpreted
from duelling.lab.grids.run import run
from duelling.lab.grids.store import Store
from tests.helpers.grids import content, grid
from tests.helpers.kills import Program, finished, kill_in_play, wait_for

# both are told the horizon: other units would be played together
GRID = """
runs = 2
[[experiment]]
id = "one"
problems = ["cyclic", "arxiv"]
algorithms = ["exp3+unif", "exp3+unif:rate=utility"]
horizons = [20, 30, 40, 50, 60, 70]
"""
PROGRAM = """
from duelling.lab.grids import run
from duelling.lab.grids.plan import resolve
from duelling.lab.grids.specification import parse
run.run(resolve(parse(sys.argv[2], "grid.toml")), sys.argv[1], player=run.Threads(2))
"""


@pytest.mark.compiled
def test_killed_three_times_and_nothing_lost_repeated_or_changed(tmp_path):
    plan, folder = grid(GRID), tmp_path / "killed"
    with interpreted():
        run(plan, tmp_path / "whole")
    program = Program(folder, PROGRAM, GRID)
    kept = kill_in_play(program, (4, 10, 16))
    assert 16 <= len(kept) < 24
    last = program.start()
    wait_for(program, last, len(kept) + 1)
    with pytest.raises(Conflict, match="another program is writing"):
        run(plan, folder)
    assert last.wait() == 0
    assert finished(folder).items() >= kept.items()
    assert content(folder) == content(tmp_path / "whole")
    assert not list(folder.rglob(".writing-*"))
    names = [entry["name"] for entry in Store(folder).timings()]
    assert len(names) == len(set(names)) >= 21  # at most one line is lost with each kill
