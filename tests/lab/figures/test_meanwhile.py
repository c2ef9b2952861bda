"""Experiments are read and drawn while others are still played, and come back in declared order."""

import numpy as np
import pytest

from duelling.errors import InputError
from duelling.lab.figures import grid as figures
from duelling.lab.figures import pictures
from duelling.lab.figures.meanwhile import Meanwhile
from duelling.lab.grids.run import Threads, run
from duelling.lab.grids.store import Store
from tests.helpers.grids import grid

pytestmark = pytest.mark.plain

PLAN = grid("""
runs = 2
[[experiment]]
id = "short"
problems = "cyclic"
algorithms = "random"
horizons = 12
[[experiment]]
id = "long"
problems = "cyclic"
algorithms = "random"
horizons = 30
""")


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A store with the results; not to be written to."""
    folder = tmp_path_factory.mktemp("store")
    run(PLAN, folder, player=Threads(1))
    return Store(folder)


def test_everything_is_in_declared_order_whatever_is_finished_first(store, blank_figures):
    with Meanwhile(PLAN, store) as meanwhile:
        for name in ("long", "short"):
            meanwhile.finished(name)
        measured, drawn = meanwhile.measured(), meanwhile.drawn()
    assert list(measured) == ["short", "long"]
    for each in measured.values():
        np.testing.assert_equal(each, store.measured(each.experiment))
    assert [drawing.name for drawing, _ in drawn] == [
        drawing.name for each in measured.values() for drawing in figures.drawings(each)
    ]


@pytest.mark.slow
def test_processes_draw_what_comes_bit_by_bit(store, monkeypatch):
    (drawing,) = figures.drawings(store.measured("short"), [False])
    monkeypatch.setattr(figures, "drawings", lambda measured: [drawing._replace(name=measured.experiment.id)])
    monkeypatch.setattr(pictures.os, "cpu_count", lambda: 2)
    monkeypatch.setattr(pictures, "WORTH", 1)
    with Meanwhile(PLAN, store) as meanwhile:
        meanwhile.finished("long")
        meanwhile.finished("short")
        meanwhile.measured()
        drawn = [(each.name, picture) for each, picture in meanwhile.drawer.drawn()]
    assert drawn == [(name, pictures.draw(drawing)) for name in ("long", "short")]


def test_what_cannot_be_read_is_said(tmp_path):
    with Meanwhile(PLAN, Store(tmp_path)) as meanwhile:
        for name in ("short", "long"):
            meanwhile.finished(name)
        with pytest.raises(InputError, match="short-cyclic-12-random"):
            meanwhile.measured()
