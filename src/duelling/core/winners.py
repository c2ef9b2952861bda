"""Who wins: all maximisers with their scores, and the order that a preference matrix has or does not have.

Under utilities and an increasing link all built-in concepts name the same arms. The von Neumann winner is the mixed
strategy u with max_u min_j [u^T (2P - 1)]_j; it always exists.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from duelling.core.game import is_unique, von_neumann_winner
from duelling.core.losses import TIE
from duelling.forms import html_table, plain_table


class Found(NamedTuple):
    """Who wins under one concept; arms from 0."""

    arms: tuple[int, ...]  # that win alone, all of them where several are equal
    scores: np.ndarray | None  # a number for each arm
    weights: np.ndarray | None = None  # of the arms in the mixture that wins, where it is one
    unique: bool = True  # no other mixture wins

    def __repr__(self) -> str:
        """All but the scores of those who do not win, which would fill a screen."""
        told = [f"arms={self.arms}"]
        if self.weights is not None:
            mixed = np.flatnonzero(self.weights > 0).tolist()
            told.append(f"weights={{{', '.join(f'{arm}: {self.weights[arm]:.4g}' for arm in mixed)}}}")
        elif self.scores is not None and self.arms:
            told.append(f"score={self.scores[self.arms[0]]:.4g}")
        return f"Found({', '.join(told)})"


class Winners(Mapping[str, Found]):
    """The winners under every concept that says something of the problem, by the name of the concept.

    The built-in concepts have a property each: empty for Condorcet and utility where there is no such winner. Arms are
    numbers from 0 on; ``names`` has their names, and printing shows them with their scores.
    """

    def __init__(
        self, found: dict[str, Found], arms: Sequence[str] = (), titles: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self._found = found
        self._arms, self._titles = tuple(arms), dict(titles)

    def __getitem__(self, concept: str) -> Found:
        return self._found[concept]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return plain_table(("winner", "arms", "score"), self._rows())

    def _repr_html_(self) -> str:
        return html_table(("winner", "arms", "score"), self._rows())

    def _rows(self) -> list[tuple[str, str, str]]:
        """For people: the title of each concept, the names of its winners, and their score or weights."""
        rows = []
        for concept, found in self._found.items():
            names, score = ", ".join(self.names[concept]) or "none", ""
            if found.weights is not None:
                score = ", ".join(f"{weight:.4g}" for weight in found.weights[found.weights > 0])
            elif found.scores is not None and found.arms:
                score = f"{found.scores[found.arms[0]]:.4g}"
            rows.append((self._titles.get(concept, concept), names, score))
        return rows

    @property
    def names(self) -> dict[str, tuple[str, ...]]:
        """The names of the winners under each concept; of a mixture the arms that have a part in it.

        >>> import duelling as du
        >>> du.problem("sushi").winners().names["borda"]
        ('chu-toro',)
        """
        return {
            concept: tuple(
                self._arms[arm] if self._arms else str(arm)
                for arm in (found.arms if found.weights is None else np.flatnonzero(found.weights > 0).tolist())
            )
            for concept, found in self._found.items()
        }

    @property
    def condorcet(self) -> tuple[int, ...]:
        """The arm that beats every other one."""
        return self._found["condorcet"].arms

    @property
    def borda(self) -> tuple[int, ...]:
        """The arms that win most often against a random one."""
        return self._found["borda"].arms

    @property
    def copeland(self) -> tuple[int, ...]:
        """The arms that beat the most others."""
        return self._found["copeland"].arms

    @property
    def utility(self) -> tuple[int, ...]:
        """The arms with the largest utility."""
        return self._found["utility"].arms if "utility" in self._found else ()

    @property
    def von_neumann(self) -> np.ndarray:
        """u, the mixture that no arm beats; the one of least norm if there are several."""
        weights = self._found["von_neumann"].weights
        assert weights is not None  # it is a mixture
        return weights

    @property
    def unique(self) -> bool:
        """Whether no other von Neumann winner exists."""
        return self._found["von_neumann"].unique

    @property
    def scores(self) -> dict[str, np.ndarray]:
        """A number for each arm, for the concepts that have one."""
        return {name: found.scores for name, found in self._found.items() if found.scores is not None}

    def to_dict(self) -> dict[str, Any]:
        """The winners as plain lists, for JSON: arms, or the weights of all arms."""
        return {
            name: list(found.arms) if found.weights is None else found.weights.tolist()
            for name, found in self._found.items()
        }


class Transitivity(NamedTuple):
    """For all arms with P_ij >= 1/2 and P_jk >= 1/2."""

    weak: bool  # P_ik >= 1/2
    moderate: bool  # P_ik >= min(P_ij, P_jk)
    strong: bool  # P_ik >= max(P_ij, P_jk)
    triangle: bool  # P_ik - 1/2 <= (P_ij - 1/2) + (P_jk - 1/2), the stochastic triangle inequality


def maximisers(scores: np.ndarray) -> tuple[int, ...]:
    """All arms with the highest score, up to rounding."""
    return tuple(np.flatnonzero(scores >= scores.max() - TIE).tolist())


def condorcet_winner(win: np.ndarray) -> int | None:
    """The arm with P_ij > 1/2 for every other j."""
    beaten = (np.asarray(win) > 0.5 + TIE).sum(axis=1)
    return int(beaten.argmax()) if beaten.max() == len(win) - 1 else None


def von_neumann_of(win: np.ndarray) -> tuple[np.ndarray, bool]:
    """The von Neumann winner, and whether it is the only one."""
    best = condorcet_winner(win)
    if best is not None:  # each strategy that plays another arm loses to it
        return np.eye(1, len(win), best)[0], True
    game = 2 * win - 1
    game = np.where(abs(game) <= 2 * TIE, 0.0, game)
    game = (game - game.T) / 2
    u = von_neumann_winner(game)
    return u, bool(is_unique(game, u))


def beaten_by(x: np.ndarray) -> np.ndarray:
    """For each arm, how many have a higher utility."""
    return len(x) - np.searchsorted(np.sort(x), x + TIE, side="right")


def shared(best: tuple[int, ...], arms: int) -> np.ndarray:
    """Equal weights for the best arms: their von Neumann winner under utilities."""
    u = np.zeros(arms)
    u[list(best)] = 1 / len(best)
    return u


def order(win: np.ndarray) -> tuple[int, ...] | None:
    """The arms from best to worst if every arm beats all later ones (P_ij > 1/2), otherwise None."""
    arms = np.argsort(-(win > 0.5 + TIE).sum(axis=1), kind="stable")
    later = np.triu_indices(len(win), 1)
    return tuple(arms.tolist()) if np.all(win[np.ix_(arms, arms)][later] > 0.5 + TIE) else None


def transitivity(win: np.ndarray) -> Transitivity:
    """Which transitivity facts hold, O(K^3)."""
    weak = moderate = strong = triangle = True
    for j in range(len(win)):
        above, below = np.flatnonzero(win[:, j] >= 0.5 - TIE), np.flatnonzero(win[j] >= 0.5 - TIE)
        direct = win[np.ix_(above, below)] + TIE
        one, two = win[above, j][:, None], win[j, below][None]
        weak &= bool((direct >= 0.5).all())
        moderate &= bool((direct >= np.minimum(one, two)).all())
        strong &= bool((direct >= np.maximum(one, two)).all())
        triangle &= bool((direct - 2 * TIE <= one + two - 0.5).all())
    return Transitivity(weak, moderate, strong, triangle)
