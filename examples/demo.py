"""A vote of simulated readers on six mascots: run `make demo`, open the links, watch it decide.

python examples/demo.py [--port 8000] [--votes 0]
"""

import argparse
import json
import math
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import webbrowser
from pathlib import Path

import mascots

import duelling as du
from duelling.client import Arena

CHARM = {"fox": 1.0, "owl": 0.8, "hare": 0.5, "wren": 0.1, "mole": -0.4, "toad": -0.7}
READERS = 12  # at a time; each gives some votes and goes, and another one comes
HEAD_START = 200  # votes that are there when the page opens


def answer(left: str, right: str, rng: random.Random) -> str:
    """What a reader says: the better of two mascots is the more likely one, and some cannot decide."""
    luck = rng.random()
    if luck < 0.12:
        return "skip" if luck < 0.02 else "bad" if luck < 0.04 else "tie"
    return "left" if rng.random() < 1 / (1 + math.exp(1.4 * (CHARM[right] - CHARM[left]))) else "right"


class Crowd:
    """Readers who vote until they are told to stop, or have given so many votes."""

    def __init__(self, url: str, token: str, most: int) -> None:
        self.url, self.token, self.most = url, token, most
        self.votes, self.readers = 0, 0
        self.lock, self.stopped = threading.Lock(), threading.Event()

    def reader(self, seed: int) -> None:
        """One reader after another."""
        rng = random.Random(seed)
        with Arena(self.url, token=self.token) as arena:
            while not self.stopped.is_set():
                with self.lock:
                    self.readers += 1
                    name = f"reader {self.readers}"
                for _ in range(rng.randint(4, 14)):
                    if self.stopped.is_set() or not self.vote(arena, name, rng):
                        break

    def vote(self, arena: Arena, name: str, rng: random.Random) -> bool:
        """One vote; whether there may be another one."""
        try:
            ticket = arena.ask(voter=name)
            if self.votes >= HEAD_START:
                self.stopped.wait(rng.uniform(1, 5))  # to look at two pictures takes a moment
            arena.tell(ticket, answer(ticket.left, ticket.right, rng), took=rng.randint(900, 6000))
        except du.InputError:  # nothing more to ask this reader, or the vote is closed
            self.stopped.wait(0.2)
            return False
        with self.lock:
            self.votes += 1
            if self.most and self.votes >= self.most:
                self.stopped.set()
        return True


def main() -> None:
    """Make a folder for the demo, which goes with it."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--port", default="8000", help="0 takes a free one")
    options.add_argument("--votes", type=int, default=0, help="end after so many; 0: at Ctrl-C")
    options.add_argument("--no-browser", action="store_true")
    given = options.parse_args()
    for ends in (signal.SIGTERM, signal.SIGHUP):  # whoever ends it otherwise than by Ctrl-C
        signal.signal(ends, signal.default_int_handler)
    try:
        with tempfile.TemporaryDirectory(prefix="duelling-demo-") as room:
            play(Path(room), given)
    except KeyboardInterrupt:
        print("\nThe demo has ended; nothing of it is left.")


def play(room: Path, given: argparse.Namespace) -> None:
    """Draw the mascots into a folder, and serve them until the end."""
    mascots.write(room / "mascots")
    words = ["--title", "A mascot for the library", "--question", "Which mascot do you prefer?"]
    command = [sys.executable, "-m", "duelling", "serve", f"{room}/demo.db", "--items", f"{room}/mascots"]
    service = subprocess.Popen(
        [*command, *words, "--port", given.port, "--per-address", "0", "--log", "error", "--json"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        watch(service, given)
    finally:
        service.terminate()
        service.wait()


def watch(service: subprocess.Popen[str], given: argparse.Namespace) -> None:
    """Start the crowd when the service is there, and stay until it has gone."""
    told = ""
    for line in service.stdout or ():
        told += line
        if line.startswith("}"):
            break
    if not told:
        sys.exit(service.wait())
    links = json.loads(told)
    board = f"{links['admin']}#{links['token']}"
    print(f"Vote yourself   {links['vote']}")
    print(f"Dashboard       {board}")
    print("Twelve simulated readers vote at a time. Ctrl-C ends it.", flush=True)
    crowd = Crowd(links["vote"].partition("/a/")[0], links["token"], given.votes)
    threads = [threading.Thread(target=crowd.reader, args=(seed,), daemon=True) for seed in range(READERS)]
    for thread in threads:
        thread.start()
    if not given.no_browser:
        webbrowser.open(board)
    try:
        while not crowd.stopped.is_set() and service.poll() is None:
            time.sleep(0.2)
    finally:
        crowd.stopped.set()
    for thread in threads:
        thread.join()
    if given.votes:
        with Arena(crowd.url, token=crowd.token) as arena:
            print(arena.verdict().says)


if __name__ == "__main__":
    main()
