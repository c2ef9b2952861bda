"""The batches of MergeRUCB and MergeDTS beside those of their twins."""

from duelling.algorithms import merge_rucb as mr
from duelling.core.protocol import verdict


def batches(s):
    return [s.batch[b, : s.size[b]].tolist() for b in range(s.now[mr.BATCHES])]


def check(fast, slow, t):
    assert batches(fast) == slow.batches
    assert (fast.now[mr.STAGE], fast.now[mr.ARMS_LEFT]) == (slow.S, len(slow.left()))
    alone = slow.left()[0] if len(slow.left()) == 1 else -1
    assert verdict(fast) == alone
