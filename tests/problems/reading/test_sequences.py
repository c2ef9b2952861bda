"""Sequences in files."""

import re

import numpy as np
import pytest

from duelling.errors import InputError
from duelling.problems.reading.named import problem
from duelling.problems.sequence import OutcomeSequence, exact_sequence
from tests.helpers.problems import ROUND

pytestmark = pytest.mark.plain


def test_saved_sequences_come_back(tmp_path):
    sequence = OutcomeSequence([ROUND], ["rock", "paper", "tøy"], ties=True, name="mine", source="me", description="d")
    path = tmp_path / "deep" / "sequence.npz"
    sequence.save(path)
    back = OutcomeSequence.load(path)
    assert np.array_equal(back.outcome, sequence.outcome)
    for fact in ("arms", "name", "source", "description", "ties", "period"):
        assert getattr(back, fact) == getattr(sequence, fact)
    assert back.describe() == problem(path).describe() == sequence.describe()
    assert [file.name for file in path.parent.iterdir()] == ["sequence.npz"]


def test_files_that_are_no_sequences_are_refused_in_one_line(tmp_path):
    whole = tmp_path / "whole.npz"
    exact_sequence(problem("sushi"), seed=0).save(whole)
    content, bad = whole.read_bytes(), tmp_path / "bad.npz"
    for broken in (
        b"",
        content[: len(content) // 2],
        content[:-1],
        b"text",
        content[:200] + b"x" * 400 + content[600:],
        re.sub(rb"(PK\x01\x02.{4})\x00", b"\\1\x01", content, flags=re.DOTALL),  # marked as encrypted
    ):
        bad.write_bytes(broken)
        with pytest.raises(InputError, match=r"bad.npz' must be a whole sequence file") as error:
            OutcomeSequence.load(bad)
        assert "\n" not in str(error.value)
    np.savez(bad, M=np.zeros((1, 2, 2)))
    with pytest.raises(InputError, match="whole sequence file"):
        OutcomeSequence.load(bad)
    facts = dict.fromkeys(("name", "source", "description"), np.array("x"))
    np.savez(bad, M=np.zeros((1, 2, 2)), arms=np.array(["a", "b"]), ties=np.array(False), **facts)
    with pytest.raises(InputError, match=r"bad.npz: M\[0, 0, 1\] must be 1 or -1"):
        OutcomeSequence.load(bad)
    with pytest.raises(InputError, match=r"cannot read .*none.npz': No such file"):
        OutcomeSequence.load(tmp_path / "none.npz")
    with pytest.raises(InputError, match="cannot write"):
        OutcomeSequence([ROUND]).save(whole / "below.npz")
