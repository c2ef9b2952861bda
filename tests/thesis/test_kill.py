"""kill -9 while the thesis is played: the next call goes on, and the results are as if nothing had happened."""

import pytest

from duelling.kernels import interpreted
from duelling.lab.grids.plan import resolve
from duelling.lab.grids.run import run
from duelling.lab.grids.specification import Specification
from duelling.thesis import experiments as shipped
from tests.helpers.grids import content
from tests.helpers.kills import Program, finished, kill_in_play

SHORT = {"horizons": (40, 80, 120), "runs": 2}  # for plain Python
PROGRAM = """
from duelling.cli.commands import run
from duelling.thesis import experiments as shipped
long = shipped.grids
shipped.grids = lambda ids: tuple(each.model_copy(update=eval(sys.argv[2])) for each in long(ids))
sys.exit(run(["thesis", "borda-vn", "--out", sys.argv[1], "--threads", "2", "--quiet"]))
"""


@pytest.mark.compiled
def test_killed_while_it_plays_and_the_results_are_the_same(tmp_path):
    experiments = tuple(each.model_copy(update=SHORT) for each in shipped.grids(["borda-vn"]))
    plan, folder = resolve(Specification(experiments=experiments)), tmp_path / "killed"
    with interpreted():
        run(plan, tmp_path / "whole")
    program = Program(folder, PROGRAM, repr(SHORT))
    kept = kill_in_play(program, [8])  # more kills are in tests/lab/grids
    assert 8 <= len(kept) < len(plan.units) == 12
    assert not (folder / "results.parquet").exists()
    assert program.start().wait() == 0
    assert finished(folder).items() >= kept.items()
    assert content(folder) == content(tmp_path / "whole")
    assert (folder / "report.html").is_file()
    assert not list(folder.rglob(".writing-*"))
