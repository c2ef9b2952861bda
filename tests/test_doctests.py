"""The examples in docstrings run and print what they say, each in a folder of its own."""

import contextlib
import doctest
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import duelling as du
from duelling import client
from duelling.serve.service import Options
from tests.helpers.docstrings import MODULES, examples_of
from tests.helpers.serving import ADMIN, Served, listening

ITEMS = ["fox", "owl", "hare"]
SERVED = "duelling.client.arena"  # its examples need a server: one for all of them, with a new arena for each
pytestmark = [pytest.mark.plain, pytest.mark.filterwarnings("ignore::duelling.Doubt")]  # of few votes


class Door:
    """An address behind which one arena after the other is ``served``."""

    served: Served
    url: str

    async def answer(self, scope: Any, receive: Any, send: Any) -> None:
        await self.served.app(scope, receive, send)


@pytest.fixture(scope="module")
def door():
    made = Door()
    with listening(made.answer) as made.url:
        yield made


@contextlib.contextmanager
def given(module: str, folder: Path, door: Door) -> Iterator[dict[str, Any]]:
    """The names that the examples of a module use as its docstrings say: a new arena, in a file or on a server."""
    if module in ("duelling.live.arena", "duelling.live.exchange"):
        with du.Arena(folder / "given.db", ITEMS, seed=1, durable=False) as arena:
            yield {"arena": arena}
    elif module == SERVED:
        door.served = Served(folder, ITEMS, Options(durable=False), durable=False)
        with client.Arena(door.url, token=ADMIN) as arena:
            yield {"arena": arena, "url": door.url, "token": ADMIN}
        door.served.close()
    else:
        yield {}


def test_there_are_examples():
    assert len(MODULES) > 5


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name == SERVED else ()) for name in MODULES]
)
def test_examples_print_what_they_say(name, door, tmp_path, monkeypatch):
    examples = examples_of(name)
    assert examples
    runner = doctest.DocTestRunner()
    for each in examples:
        folder = tmp_path / each.name
        folder.mkdir()
        monkeypatch.chdir(folder)
        with given(name, folder, door) as names:
            each.globs.update(names)
            runner.run(each)
    assert runner.failures == 0
