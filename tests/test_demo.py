"""make demo: from a clone to a vote that decides, in one command."""

import contextlib
import importlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

pytestmark = pytest.mark.plain

DEMO = Path(__file__).parent.parent / "examples" / "demo.py"
SIGNALS = [signal.SIGTERM, signal.SIGHUP]


def environment(folder):
    return {"TMPDIR": str(folder), "NUMBA_DISABLE_JIT": "1", "PATH": ""}


@pytest.mark.slow
def test_readers_vote_and_the_demo_cleans_up(tmp_path):
    done = subprocess.run(
        [sys.executable, DEMO, "--port", "0", "--votes", "60", "--no-browser"],
        capture_output=True,
        text=True,
        timeout=300,
        env=environment(tmp_path),
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Vote yourself   http://127.0.0.1:")
    assert "/admin#" in lines[1]
    assert "not yet: " in lines[-1] or "best" in lines[-1]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_signal_ends_the_demo_its_server_and_its_folder(tmp_path):
    """SIGTERM, which a shell never lets a program in the background ignore, as it does with Ctrl-C."""
    command = [sys.executable, DEMO, "--port", "0", "--no-browser"]
    demo = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=environment(tmp_path), start_new_session=True
    )
    try:
        url = demo.stdout.readline().split()[-1]
        assert httpx.get(url).status_code == 200
        demo.send_signal(signal.SIGTERM)
        assert demo.communicate(timeout=120)[0].endswith("The demo has ended; nothing of it is left.\n")
        assert demo.returncode == 0
        with pytest.raises(httpx.ConnectError):
            httpx.get(url)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(demo.pid, signal.SIGKILL)  # where it fails, its server too
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def demo(monkeypatch):
    """The program as a module; afterwards signals do what they did."""
    before = {ends: signal.getsignal(ends) for ends in SIGNALS}
    monkeypatch.syspath_prepend(DEMO.parent)
    monkeypatch.setattr(sys, "argv", ["demo", "--no-browser"])
    yield importlib.import_module("demo")
    for ends, handler in before.items():
        signal.signal(ends, handler)


@pytest.mark.parametrize("ends", SIGNALS)
def test_such_a_signal_is_an_interrupt(demo, monkeypatch, capsys, ends):
    rooms = []

    def play(room, given):
        rooms.append(room)
        assert room.is_dir()
        assert signal.getsignal(ends) is signal.default_int_handler
        signal.raise_signal(ends)

    monkeypatch.setattr(demo, "play", play)
    demo.main()
    assert capsys.readouterr().out.endswith("The demo has ended; nothing of it is left.\n")
    assert [room.exists() for room in rooms] == [False]
