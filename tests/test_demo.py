"""make demo: from a clone to a vote that decides, in one command."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.plain

DEMO = Path(__file__).parent.parent / "examples" / "demo.py"


@pytest.mark.slow
def test_readers_vote_and_the_demo_cleans_up(tmp_path):
    environment = {"TMPDIR": str(tmp_path), "NUMBA_DISABLE_JIT": "1", "PATH": ""}
    done = subprocess.run(
        [sys.executable, DEMO, "--port", "0", "--votes", "60", "--no-browser"],
        capture_output=True,
        text=True,
        timeout=300,
        env=environment,
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Vote yourself   http://127.0.0.1:")
    assert "/admin#" in lines[1]
    assert "not yet: " in lines[-1] or "best" in lines[-1]
    assert list(tmp_path.iterdir()) == []
