"""The named moments of a commit are passed in their order."""

import pytest

from duelling.live.journal import faults
from duelling.live.journal.writer import Writer
from tests.helpers.journals import Log, Vote

pytestmark = pytest.mark.plain


def test_a_commit_passes_every_point_in_order(store, monkeypatch):
    writer = Writer(store, store.create("main"), Log())
    passed = []
    monkeypatch.setattr(faults, "point", passed.append)
    writer.call(Vote())
    writer.close()
    assert tuple(passed[: len(faults.POINTS)]) == faults.POINTS
