"""`duelling sequence`: the file holds the exact sequence."""

import numpy as np
import pytest

from duelling.problems.reading.named import problem
from duelling.problems.sequence import OutcomeSequence, exact_sequence
from tests.helpers.commands import ask, ask_json

pytestmark = pytest.mark.plain


def test_sequence_writes_the_exact_sequence(capsys, tmp_path):
    text = ask(capsys, "sequence", "borda_vonneumann", "--period", 40, "--seed", 7, "--out", tmp_path / "s.npz")
    assert "40 rounds of 5 arms" in text
    expected = exact_sequence(problem("borda_vonneumann"), period=40, seed=7)
    np.testing.assert_array_equal(OutcomeSequence.load(tmp_path / "s.npz").outcome, expected.outcome)
    found = ask_json(capsys, "simulate", tmp_path / "s.npz", "random", "--horizon", 80, "--runs", 1)
    assert found["period"] is None
    ask(capsys, "sequence", "borda_vonneumann", "--out", tmp_path / "short.npz")
    assert OutcomeSequence.load(tmp_path / "short.npz").period == 20
