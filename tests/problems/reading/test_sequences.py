"""Sequences in files: they come back whole, and a damaged or too large file is refused in one line."""

import contextlib
import re

import numpy as np
import pytest

from duelling.errors import DamagedFile, InputError
from duelling.problems.reading import sequences
from duelling.problems.reading.named import problem
from duelling.problems.sequence import OutcomeSequence, exact_sequence
from tests.helpers.flips import flips
from tests.helpers.problems import ROUND

pytestmark = pytest.mark.plain


def test_saved_sequences_come_back(tmp_path):
    sequence = OutcomeSequence([ROUND], ["rock", "paper", "tøy"], ties=True, name="mine", source="me", description="d")
    path = tmp_path / "sequence.npz"
    sequence.save(path)
    back = OutcomeSequence.load(path)
    assert np.array_equal(back.outcome, sequence.outcome)
    for fact in ("arms", "name", "source", "description", "ties", "period"):
        assert getattr(back, fact) == getattr(sequence, fact)
    assert back.describe() == problem(path).describe() == sequence.describe()
    assert [file.name for file in path.parent.iterdir()] == ["sequence.npz"]


@pytest.mark.slow
def test_a_flipped_bit_changes_nothing_or_is_refused(tmp_path):
    sequence, path = OutcomeSequence([ROUND] * 5, ties=True), tmp_path / "s.npz"
    sequence.save(path)
    for damaged in flips(path.read_bytes()):
        path.write_bytes(damaged)
        with contextlib.suppress(DamagedFile):
            back = OutcomeSequence.load(path)
            assert back.describe() == sequence.describe()  # it was a date, or another thing that nobody reads


def facts(M, **changes):
    """The arrays of a sequence file."""
    texts = dict.fromkeys(("name", "source", "description"), np.array("x"))
    return {"M": M, "arms": np.array(["a", "b", "c"]), "ties": np.array(True), **texts} | changes


def test_a_file_cannot_say_that_it_is_shorter_or_longer_than_it_is(tmp_path):
    """Only an array that is read to its end is compared with its checksum."""
    path = tmp_path / "s.npz"
    np.savez(path, **facts(np.array([ROUND] * 5000)))
    whole = path.read_bytes()
    assert OutcomeSequence.load(path).period == 5000
    for said in (b"(1000, ", b"(7000, ", b"(5000000000000, ", b"(-500, "):
        other = whole.replace(b"(5000, 3, 3), }" + b" " * len(said), said + b"3, 3), }" + b" " * 7, 1)
        assert len(other) == len(whole)
        assert other != whole
        path.write_bytes(other)
        with pytest.raises(DamagedFile, match=r"s\.npz' must be a whole sequence file"):
            OutcomeSequence.load(path)


def test_sizes_are_compared_before_memory_is_taken(tmp_path, monkeypatch):
    sequence = OutcomeSequence([ROUND] * 2000, ties=True)
    sequence.save(tmp_path / "s.npz")
    monkeypatch.setattr(sequences, "LARGEST", 17999)
    with pytest.raises(InputError, match="a sequence file must hold at most 17999 outcomes, got 18000"):
        sequence.save(tmp_path / "t.npz")
    monkeypatch.setattr(sequences, "LARGEST", 8000)
    monkeypatch.setattr(sequences, "_array", lambda *_: pytest.fail("an array was read"))
    with pytest.raises(DamagedFile, match="of at most 8000 outcomes, got something else"):
        OutcomeSequence.load(tmp_path / "s.npz")
    assert [file.name for file in tmp_path.iterdir()] == ["s.npz"]


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
    np.savez(bad, **facts(np.zeros((1, 2, 2)), arms=np.array(["a", "b"]), ties=np.array(False)))
    with pytest.raises(InputError, match=r"bad.npz: M\[0, 0, 1\] must be 1 or -1"):
        OutcomeSequence.load(bad)
    with pytest.raises(InputError, match=r"cannot read .*none.npz': No such file"):
        OutcomeSequence.load(tmp_path / "none.npz")
    with pytest.raises(InputError, match="cannot write"):
        OutcomeSequence([ROUND]).save(whole / "below.npz")
