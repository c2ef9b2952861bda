"""Who has the largest Borda score: the chance against another item drawn at random."""

import numpy as np

from duelling.votes.scores.scores import Scores
from duelling.votes.verdict import State, Verdict, listed


def borda(items: tuple[str, ...], scores: Scores, within: float, delta: float) -> Verdict:
    """The item with the largest score, or one whose score is less than ``within`` below the largest.

    Where pairs were drawn with known chances, the race decides, at δ (``core.evidence.candidates`` has the proof).
    Otherwise an item is out when another is proved to be above it. A wrong winner must have pushed out a best item, so
    only the K - 1 tests of the others against a best item can hurt; each has level δ/(K-1). For ``within`` these tests
    serve once more: the one against b_i <= b_best - ε is at least as strong as the one without ε, so that for each
    item i one event covers both ways to be wrong.
    """
    K = len(items)
    rivals, named = scores.race(within) if scores.race else _by_tests(scores, within)
    rivals = rivals[np.argsort(-np.nan_to_num(scores.score[rivals], nan=-1.0), kind="stable")]
    still_in = tuple(items[k] for k in rivals)

    def verdict(state: State, says: str, named: tuple[str, ...] = (), ahead: bool = False) -> Verdict:
        about_first = 0 if state == "refused" else 1
        return Verdict("Borda winner", state, says, named, still_in, delta, scores.assumes, ahead, about_first)

    if scores.refusal:
        return verdict("refused", scores.refusal)
    if named >= 0:
        ahead = len(rivals) == 1
        sure = ": its score is the largest" if ahead else f", or less than {within:g} below the best"
        return verdict("decided", f"{items[named]} is the best{sure}", (items[named],), ahead)
    if (
        scores.never_met and scores.race is None
    ):  # with known chances of all pairs, a vote on any of them tells something
        pairs = f"{scores.never_met} of {K * (K - 1) // 2} pairs never met"
        if len(rivals) == K:
            return verdict("refused", f"These votes cannot say who is the best: {pairs}, so that no score is known")
        return verdict("open", f"It is open who is the best: {listed(still_in)} may be, and {pairs}")
    return verdict("open", f"It is open who is the best: {listed(still_in)} are not told apart so far")


def _by_tests(scores: Scores, within: float) -> tuple[np.ndarray, int]:
    """Who may still be the best, and who is named, or -1."""
    tests = len(scores.score) - 1
    rivals = np.flatnonzero(~scores.above(tests, 0.0).any(axis=0))
    if len(rivals) == 1:
        return rivals, int(rivals[0])
    if within > 0 and len(rivals):
        close = scores.above(tests, within)[np.ix_(rivals, rivals)] | np.eye(len(rivals), dtype=bool)
        best = rivals[close.all(axis=1)]
        if len(best):
            return rivals, int(best[scores.score[best].argmax()])
    return rivals, -1


def order(scores: Scores) -> np.ndarray:
    """Where [i, k] is true, i is proved to be above k; all such statements hold at once with chance 1 - δ.

    Of an exactly tied pair both tests can hurt, so each of the K(K-1) has level δ/(K(K-1)). Scores are numbers: what is
    above an item that is above a third is above the third.
    """
    K = len(scores.score)
    found = scores.above(K * (K - 1), 0.0)
    for k in range(K):
        found |= found[:, k][:, None] & found[k][None, :]
    np.fill_diagonal(found, False)
    return found


def promote(above: np.ndarray, items: tuple[str, ...], verdict: Verdict) -> str:
    """Enter into the order that the items named by a verdict are above all others, and return whose promise that is.

    It is wrong only if the verdict is. If another item has exactly the same score, either may stand first. Where the
    order says otherwise, one of the two is wrong and nothing is entered.
    """
    first = np.flatnonzero(np.isin(items, verdict.items)) if verdict.ahead else np.arange(0)
    others = np.setdiff1d(np.arange(len(items)), first)
    if not len(first) or above[np.ix_(others, first)].any():
        return ""
    above[np.ix_(first, others)] = True
    places = "Place 1 is" if len(first) == 1 else f"Places 1 to {len(first)} are"
    return f"{places} as sure as the verdict on the {verdict.about}"


def places(above: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The first and the last place that each item may have."""
    return 1 + above.sum(axis=0), len(above) - above.sum(axis=1)


def leave_out(first: np.ndarray, last: np.ndarray, items: tuple[str, ...], verdict: Verdict) -> str:
    """Move those that a verdict has ruled out behind the first places that it is about; return whose promise that is.

    It is wrong only if the verdict is: an item that is no longer in is then below as many others. Where the order says
    otherwise, one of the two is wrong and nobody is moved.
    """
    out = ~np.isin(items, verdict.still_in) & (first <= verdict.about_first)
    if not out.any() or (last[out] <= verdict.about_first).any():
        return ""
    first[out] = verdict.about_first + 1
    places = "place 1" if verdict.about_first == 1 else f"places 1 to {verdict.about_first}"
    return f"Who may have {places} is as sure as what is said of the {verdict.about}"


def groups(above: np.ndarray, ranked: np.ndarray) -> list[list[int]]:
    """The items in groups "not told apart so far", best first; ``ranked`` are the items in the order of their scores.

    A group ends where every item so far is proved to be above every later one.
    """
    found: list[list[int]] = [[]]
    for place, k in enumerate(ranked.tolist()):
        if place and above[np.ix_(ranked[:place], ranked[place:])].all():
            found.append([])
        found[-1].append(k)
    return found


def top(items: tuple[str, ...], scores: Scores, m: int, delta: float) -> Verdict:
    """The ``m`` items with the largest scores: each is proved to be above each of the others.

    A wrong set has an item inside that is not above one outside: m(K-m) tests, each at level δ/(m(K-m)).
    """
    K = len(items)
    ranked = np.argsort(-np.nan_to_num(scores.score, nan=-1.0), kind="stable")
    proved = scores.above(m * (K - m), 0.0)
    named = tuple(items[k] for k in ranked[:m])
    possible = tuple(items[k] for k in ranked if proved[:, k].sum() < m)
    about = f"best {m}"
    if proved[np.ix_(ranked[:m], ranked[m:])].all():
        return Verdict(about, "decided", f"{listed(named)} are the best {m}", named, named, delta, scores.assumes, True)
    says = f"It is open who the best {m} are: {listed(possible)} may belong to them"
    return Verdict(about, "open", says, (), possible, delta, scores.assumes, about_first=m)


def tied(items: tuple[str, ...], scores: Scores, within: float, delta: float) -> Verdict:
    """Which items are proved to have scores that differ by less than ``within``."""
    pairs = np.argwhere(np.triu(close(scores, within), 1)).tolist()
    about = f"tied within {within:g}"
    if not pairs:
        says = f"No two items are proved to have scores within {within:g} of each other so far"
        return Verdict(about, "open", says, (), items, delta, scores.assumes)
    words = tuple(f"{items[i]} with {items[k]}" for i, k in pairs)
    named = tuple(items[k] for k in sorted({k for pair in pairs for k in pair}))
    says = f"The scores differ by less than {within:g}: {listed(words)}"
    return Verdict(about, "decided", says, named, named, delta, scores.assumes)


def close(scores: Scores, within: float) -> np.ndarray:
    """Where [i, k] is true, the two scores are proved to differ by less than ``within``; symmetric, at its own level δ.

    Of the two tests of a pair at most one is about something true, so K(K-1)/2 can hurt.
    """
    K = len(scores.score)
    found = scores.above(K * (K - 1) / 2, within)
    return np.asarray(found & found.T)
