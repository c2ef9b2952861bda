"""The last w outcomes of some pairs, in two halves: a pair has changed where the sums of its halves differ too much.

Both arrays have a row for each pair. ``outcomes`` is a ring buffer of w outcomes; w = 0 if no pair is ever judged, and
then ``half`` needs no row. It counts the outcomes, and has the sums of the newer and the older half of the last w.
"""

from duelling.core.jit import jit

HALVES = "count newer older"
COUNT, NEWER, OLDER = range(3)


@jit
def changed(outcomes, half, limit, pair, outcome):
    """Keep an outcome of the pair; return whether the halves of its last w differ by more than the limit."""
    w = outcomes.shape[1]
    if w == 0:
        return False
    count = half[pair, COUNT]
    if count >= w:
        half[pair, OLDER] -= outcomes[pair, count % w]
    if count >= w // 2:
        middle = outcomes[pair, (count - w // 2) % w]  # it moves from the newer half to the older one
        half[pair, NEWER] -= middle
        half[pair, OLDER] += middle
    outcomes[pair, count % w] = outcome
    half[pair, NEWER] += outcome
    half[pair, COUNT] = count + 1
    return count + 1 >= w and abs(half[pair, NEWER] - half[pair, OLDER]) > limit


@jit
def forget(half):
    """No pair has an outcome."""
    for pair in range(len(half)):
        half[pair, COUNT], half[pair, NEWER], half[pair, OLDER] = 0, 0, 0
