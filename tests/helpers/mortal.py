"""A service that ends itself at a named point of a commit, again and again, and comes back at the same address.

Run as ``python -m tests.helpers.mortal PLACE KILLS``. It prints its port, and on standard error where it died. Each
child serves until it kills itself; all are forked from one process that has imported everything, so that a life costs
milliseconds. The last one lives on.
"""

import os
import random
import signal
import socket
import sys

import uvicorn

from duelling.live.journal import faults
from duelling.serve.app import application
from duelling.serve.run import bind
from duelling.serve.service import Options, Service


def serve(place: str, listening: socket.socket) -> None:
    """Serve until somebody ends this process."""
    app = application(Service(place, Options(per_address=0)))
    uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False)).run(sockets=[listening])


def end_at(name: str, passes: int) -> None:
    """Let this process kill itself when a commit comes to this point for the so manieth time."""
    left = [passes]

    def point(passed: str) -> None:
        left[0] -= passed == name
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)

    faults.point = point


def main(place: str, kills: int) -> None:
    listening, chance = bind("127.0.0.1", 0), random.Random(1)
    print(listening.getsockname()[1], flush=True)
    for k in range(kills + 1):
        child = os.fork()
        if not child:
            if k < kills:
                end_at(faults.POINTS[k % len(faults.POINTS)], chance.randrange(1, 5))
            serve(place, listening)
            os._exit(0)
        if k == kills:
            signal.signal(signal.SIGTERM, lambda *_, last=child: os.kill(last, signal.SIGKILL))
        _, status = os.waitpid(child, 0)
        if os.WTERMSIG(status) != signal.SIGKILL:
            sys.exit(f"it ended otherwise: {status}")
        if k < kills:
            print(faults.POINTS[k % len(faults.POINTS)], file=sys.stderr, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
