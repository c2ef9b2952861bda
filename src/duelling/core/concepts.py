"""The winner concepts: who wins, what an arm costs in a round, and what regret compares with.

This table is the only place that knows them. Tables, figures, results and the command line read it; the concepts of
users stand beside these in ``registry/winners.py``. With outcomes M^t in place of chances, P_t = (1 + M^t) / 2.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from duelling.core.losses import TIE
from duelling.core.preferences import Preferences
from duelling.core.winners import Found, maximisers

Concept = Literal["utility", "borda", "copeland", "von_neumann", "condorcet"]
CONCEPTS: tuple[Concept, ...] = get_args(Concept)


@dataclass(frozen=True)
class WinnerConcept:
    """What it means to be best."""

    name: str
    title: str  # in headings
    sentence: str  # who wins, and what an arm costs
    against: Literal["best arm", "zero"]  # what regret compares with: the best arm in hindsight, or no loss
    losses: Callable[[Preferences], np.ndarray]  # of all arms: a vector for each row of the timeline, or one for all
    find: Callable[[Preferences], Found | None]  # the winners; None where the problem has nothing to say
    has: Callable[[Preferences], bool] = lambda preferences: True  # whether there is such a winner
    why_not: str = ""  # what is missing where there is none
    affine: bool = True  # in P_t: where preferences drift along a line, losses do so too


def _best(scores: np.ndarray) -> Found:
    return Found(maximisers(scores), scores)


def _utility_losses(preferences: Preferences) -> np.ndarray:
    """1 - x_t[i]."""
    assert preferences.utility_rows is not None  # the caller asked ``has``
    return 1 - preferences.utility_rows


def _copeland_losses(preferences: Preferences) -> np.ndarray:
    """(1/(K-1)) #{j: the mean over the horizon of P_t[i, j] is below 1/2}, the same in every round."""
    beaten = preferences.beaten()
    return beaten / (len(beaten) - 1)


def _von_neumann_losses(preferences: Preferences) -> np.ndarray:
    """sum_a u_a (2 P_t[a, i] - 1), where u is the von Neumann winner of the mean over the horizon."""
    return preferences.mixture_rows(preferences.von_neumann[0])


def _condorcet_losses(preferences: Preferences) -> np.ndarray:
    """P_t[w, i] - 1/2 for the Condorcet winner w of the mean over the horizon."""
    best = preferences.condorcet_winner
    assert best is not None  # the caller asked ``has``
    return preferences.chance_rows(best) - 0.5


def _find_condorcet(preferences: Preferences) -> Found:
    best = preferences.condorcet_winner
    return Found(() if best is None else (best,), preferences.hardest())


def _find_von_neumann(preferences: Preferences) -> Found:
    u, unique = preferences.von_neumann
    return Found(tuple(np.flatnonzero(u > 1 - TIE).tolist()), None, u, unique)


BUILT_IN = (  # in the order in which winners are shown
    WinnerConcept(
        name="condorcet",
        title="Condorcet",
        sentence="The Condorcet winner is the arm that beats every other arm; the loss of an arm is the winner's "
        "chance to beat it, less one half.",
        against="zero",
        losses=_condorcet_losses,
        find=_find_condorcet,
        has=lambda preferences: preferences.condorcet_winner is not None,
        why_not="no arm beats every other one",
    ),
    WinnerConcept(
        name="borda",
        title="Borda",
        sentence="The Borda winner is the arm that wins most duels on average over all opponents; the loss of an arm "
        "in a round is the share of opponents that beat it (itself counted as a half).",
        against="best arm",
        losses=lambda preferences: preferences.lost_rows(),
        find=lambda preferences: _best(preferences.borda()),
    ),
    WinnerConcept(
        name="copeland",
        title="Copeland",
        sentence="The Copeland winner is the arm that beats the largest number of other arms more often than not over "
        "all T rounds; the loss of an arm is the share of other arms that beat it so, in every round the same.",
        against="best arm",
        losses=_copeland_losses,
        find=lambda preferences: _best(preferences.beats().astype(float)),
    ),
    WinnerConcept(
        name="von_neumann",
        title="von Neumann",
        sentence="The von Neumann winner is the mixture of arms that no arm beats on average; the loss of an arm "
        "in a round is how much more often the mixture beats it than loses to it, so the mixture itself has none.",
        against="zero",
        losses=_von_neumann_losses,
        find=_find_von_neumann,
    ),
    WinnerConcept(
        name="utility",
        title="Utility",
        sentence="Every arm has a utility between 0 and 1; the winner has the largest, and the loss of an arm is 1 "
        "less its utility.",
        against="best arm",
        losses=_utility_losses,
        find=lambda preferences: None if preferences.utilities is None else _best(preferences.utilities),
        has=lambda preferences: preferences.utilities is not None,
        why_not="utilities are known only for utility models",
    ),
)
