"""Who beats every other item in direct votes. It needs nothing of how the pairs were chosen."""

import math

import numpy as np

from duelling.core.evidence.pairs import log_limit, log_mixture
from duelling.votes.evens import log_evens
from duelling.votes.verdict import ASSUMED, State, Verdict, listed

BEATS_ALL, NEAR = "Condorcet winner", "loses to nobody by much"  # what verdicts are about


def beaten_by(wins: np.ndarray, alpha: float, waiting: np.ndarray | int = 0) -> np.ndarray:
    """Where [i, j] is true, the votes prove at level ``alpha`` that j beats i.

    ``waiting`` are questions on each pair that nobody has answered yet: they count as if i had won them.
    """
    most = wins + waiting
    evidence = log_evens(wins.T.ravel(), most.ravel()).reshape(wins.shape)
    return np.asarray((wins.T > most) & (evidence >= log_limit(alpha)))


def condorcet(items: tuple[str, ...], lost: np.ndarray, delta: float, assumes: tuple[str, ...] = ASSUMED) -> Verdict:
    """The Condorcet winner: verified, provided that there is one, or that there is none.

    ``lost[i, j]`` says whether j is proved to beat i, each pair at level δ/K. If there is a winner, each
    of the three statements can only be wrong if one of its K - 1 rivals is proved to beat it. If there is none, only
    "h beats all others" can be wrong, and for each of the K items that might be h it is enough to look at one item
    that h does not beat. So K tests can hurt in either case, and each errs with chance δ/K.
    """
    champions = np.flatnonzero(lost.sum(axis=0) == len(items) - 1)
    unbeaten = np.flatnonzero(~lost.any(axis=1))
    in_race = tuple(items[i] for i in unbeaten)

    def verdict(state: State, says: str, named: tuple[str, ...] = ()) -> Verdict:
        return Verdict(BEATS_ALL, state, says, named, in_race, delta, assumes)

    if len(champions):
        name = items[champions[0]]
        return verdict("decided", f"{name} beats every other item", (name,))
    if not len(unbeaten):
        return verdict("decided", "No item beats every other one: each of them loses to another")
    if len(unbeaten) == 1:
        return verdict("decided", f"{in_race[0]} beats every other item, provided that any item does", in_race)
    return verdict(
        "open", f"It is open who beats every other item: {listed(in_race)} are not proved to lose to anybody"
    )


def settled(
    wins: np.ndarray, ties: np.ndarray, within: float, alpha: float, waiting: np.ndarray | int = 0
) -> np.ndarray:
    """Where [i, j] is true, the votes prove at level ``alpha`` that i wins against j with at least 1/2 - ``within``.

    ``waiting`` are questions on each pair that nobody has answered yet: they count as if i had lost them.
    """
    m, found, most = 0.5 - within, np.eye(len(wins), dtype=bool), wins + waiting
    if m <= 0:  # nobody can lose by more
        return np.ones_like(found)
    for i, j in np.argwhere(wins + wins.T + ties > 0).tolist():
        won, tied, lost = int(wins[i, j]), int(ties[i, j]), int(most[j, i])
        above = won + tied / 2 > m * (won + tied + lost)
        found[i, j] = above and log_mixture(m, won, tied, lost) >= math.log(1 / alpha)
    return found


def loses_by_little(
    items: tuple[str, ...],
    done: np.ndarray,
    within: float,
    delta: float,
    assumes: tuple[str, ...] = ASSUMED,
    lost: np.ndarray | None = None,
) -> Verdict:
    """An item that loses to no other by more than ``within``: its chance is at least 1/2 - ``within`` against each.

    ``done[i, j]`` says whether i is proved to win against j with this chance at least, each pair at level δ/K; on the
    diagonal it is true. An item that does lose by more to somebody is named only if this one pair is settled the wrong
    way: one test for each of the K items can hurt, each at level δ/K.

    ``lost`` are the items that seem to lose by more to somebody, by tests at the same level. Where all do, nobody can
    be named; that there is no such item is not claimed, because K - 1 other tests could hurt then.
    """
    named = tuple(items[i] for i in np.flatnonzero(done.all(axis=1)))
    if named:
        verb = "loses" if len(named) == 1 else "lose"
        says = f"{listed(named)} {verb} to no other item by more than {within:g}"
        return Verdict(NEAR, "decided", says, named, named, delta, assumes)
    still_in = items if lost is None else tuple(items[i] for i in np.flatnonzero(~lost))
    if not still_in:
        says = f"No item can be named: by the votes so far each loses to another by more than {within:g}"
        return Verdict(NEAR, "refused", says, (), (), delta, assumes)
    says = f"It is open which item loses to no other by more than {within:g}"
    return Verdict(NEAR, "open", says, (), still_in, delta, assumes)
