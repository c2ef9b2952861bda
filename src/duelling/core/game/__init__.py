"""Symmetric two-player games: the von Neumann winner of a skew-symmetric matrix."""

import numpy as np
from numpy.typing import ArrayLike

from duelling.core.game.quadratic import TOLERANCE, least_norm
from duelling.errors import WrongValue


def _game(A: ArrayLike) -> np.ndarray:
    game = np.ascontiguousarray(A, dtype=float)
    if game.ndim != 2 or game.shape[0] != game.shape[1] or game.size == 0:
        raise WrongValue(f"the game must be a square matrix, got shape {game.shape!r}")
    if not np.isfinite(game).all():
        raise WrongValue(f"the game must have finite entries, got {game[~np.isfinite(game)][0]!r}")
    worst = np.abs(game + game.T).max()
    if worst > 1e-9 * max(1e-300, np.abs(game).max()):
        raise WrongValue(f"the game must be skew-symmetric, got A + A' with entries up to {worst!r}")
    return np.asarray((game - game.T) / 2)


def von_neumann_winner(A: ArrayLike) -> np.ndarray:
    """The mixture u of arms that no arm beats, (uᵀA)_j ≥ 0 for all j, of least Euclidean norm where there are several.

    A is skew-symmetric, A_ij > 0 where i beats j; of a preference matrix P pass 2P - 1.
    """
    return least_norm(_game(A))


def is_unique(A: ArrayLike, u: ArrayLike) -> bool:
    """Whether the winner u is the only one: |S| is odd, A_SS has rank |S| - 1, and uᵀA > 0 off the support S."""
    game, mixture = _game(A), np.asarray(u, dtype=float)
    if mixture.shape != (len(game),):
        raise WrongValue(f"u must have one weight for each of the {len(game)} arms, got shape {mixture.shape!r}")
    scale = np.abs(game).max()
    if scale == 0:
        return len(game) == 1
    game = game / scale
    S = mixture > TOLERANCE
    if not S.sum() % 2 or (mixture @ game)[~S].min(initial=np.inf) <= TOLERANCE:
        return False
    return bool(np.linalg.matrix_rank(game[np.ix_(S, S)], tol=TOLERANCE) == S.sum() - 1)
