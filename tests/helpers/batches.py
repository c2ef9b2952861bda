"""The batches of a knock-out beside those of the slow twins of MergeRUCB and MergeDTS."""

from duelling.algorithms.shared.knock_out import ARMS_LEFT, BATCHES, BEGIN, SIZE, STAGE
from duelling.core.protocol import verdict


def batches(s):
    """The batches of a ``KnockOut``, as lists of arms."""
    begin, end = s.span[0, BEGIN], s.span[0, BEGIN] + s.span[0, SIZE]
    return [s.batch[0, begin[b] : end[b]].tolist() for b in range(s.now[BATCHES])]


def same_batches(fast, slow, t):
    """Assert that learner and twin have the same batches, stage and verdict."""
    s = fast.knock_out
    assert batches(s) == slow.batches
    assert (s.now[STAGE], s.now[ARMS_LEFT]) == (slow.S, len(slow.left()))
    assert verdict(fast) == (slow.left()[0] if len(slow.left()) == 1 else -1)
