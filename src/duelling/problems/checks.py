"""What problems are made of, checked: an error names the value that is wrong."""

import unicodedata
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from duelling.arrays import numbers
from duelling.errors import WrongValue, quoted, several, texts, whole
from duelling.problems.frames import unframed

SUM = 1e-9  # P_ij + P_ji may miss 1 by this much


def frozen(values: Any, dtype: Any = float) -> np.ndarray:
    """Return a copy that cannot be changed; ``values`` are numbers."""
    copy = np.array(values, dtype=dtype, order="C")
    copy.flags.writeable = False
    return copy


def first_place(bad: np.ndarray) -> tuple[int, ...]:
    """The indices of the first entry that is True. A list of all of them may not fit into memory."""
    return tuple(map(int, np.unravel_index(bad.argmax(), bad.shape)))


def check_horizon(horizon: Any) -> int | None:
    """Return ``horizon`` as an int, or None; raise WrongValue unless it is a number of rounds."""
    return None if horizon is None else whole("horizon", horizon)


def check_matrices(matrices: Any) -> tuple[np.ndarray, list[Any] | None]:
    """A read-only array of preference matrices of one shape, and the names of the arms where frames have any.

    An error names the entry that is wrong.
    """
    given = [unframed(f"matrices[{n}]", P) for n, P in enumerate(several("matrices", matrices, "a list of matrices"))]
    each = [check_preferences(P, f"matrices[{n}]") for n, (P, _) in enumerate(given)]
    if not each:
        raise WrongValue(f"matrices must hold at least one matrix, got {quoted(matrices)}")
    for n, P in enumerate(each):
        if P.shape != each[0].shape:
            raise WrongValue(f"matrices[{n}] must have shape {each[0].shape} like the first, got {P.shape}")
        if given[n][1] != given[0][1]:
            raise WrongValue(f"matrices[{n}] must name the arms like the first, got {quoted(given[n][1])}")
    return frozen(each), given[0][1]


def check_preferences(win: ArrayLike, label: str = "P") -> np.ndarray:
    """A read-only copy of the preference matrix ``win``; an error names the entry that is wrong."""
    P = frozen(numbers(label, win, "be a square matrix of numbers"))
    if P.ndim != 2 or P.shape[0] != P.shape[1]:
        raise WrongValue(f"{label} must be a square matrix, got shape {P.shape}")
    bad = ~((P >= 0) & (P <= 1))  # so written, it finds NaN too
    if bad.any():
        i, j = first_place(bad)
        raise WrongValue(f"{label}[{i}, {j}] must be between 0 and 1, got {float(P[i, j])!r}{_other_unit(P)}")
    bad = abs(np.diag(P) - 0.5) > SUM
    if bad.any():
        (i,) = first_place(bad)
        raise WrongValue(f"{label}[{i}, {i}] must be 0.5, an arm against itself, got {float(P[i, i])!r}")
    bad = abs(P + P.T - 1) > SUM
    if bad.any():
        i, j = first_place(bad)
        pair = f"{float(P[i, j])!r} + {float(P[j, i])!r}"
        raise WrongValue(f"{label}[{i}, {j}] + {label}[{j}, {i}] must be 1, got {pair} = {P[i, j] + P[j, i]:.12g}")
    return P


def _other_unit(P: np.ndarray) -> str:
    """What a matrix with entries above 1 may hold instead of chances, for a message."""
    if not (P >= 0).all() or not np.isfinite(P).all():
        return ""
    apart = ~np.eye(len(P), dtype=bool)
    if (abs((P + P.T)[apart] - 100) <= 1e-6).all():
        return ": percentages must be divided by 100"
    return ": counts of wins go into du.from_counts" if (P == P.round()).all() else ""


def check_every(matrices: Any, arms: int, owner: str) -> np.ndarray:
    """What a user's own problem says its preferences are, as numbers; an error names ``owner`` and what is wrong."""
    rule = f"have {arms} rows and columns, one for each arm"
    every = numbers(f"matrices of {owner}", matrices, rule).astype(float, copy=False)
    if every.ndim not in (2, 3) or every.shape[-2:] != (arms, arms) or not every.size:
        raise WrongValue(f"matrices of {owner} must {rule}, got shape {every.shape}")
    stack = every if every.ndim == 3 else every[None]
    good = (stack >= 0) & (stack <= 1) & (abs(stack + stack.swapaxes(1, 2) - 1) <= SUM)
    for n in np.flatnonzero(~good.all(axis=(1, 2))):  # all at once: there may be a matrix for every round
        label = "P" if every.ndim == 2 else f"matrices[{n}]"
        try:
            check_preferences(stack[n], label)
        except WrongValue as error:
            raise error.within(f"matrices of {owner}") from None
    return every


def name_arms(arms: Sequence[str] | None, count: int) -> tuple[str, ...]:
    """The given names; without them an arm is called by its number, from 0 on: "0", "1", ..."""
    if count < 2:
        raise WrongValue(f"a problem must have at least 2 arms, got {count}")
    if arms is None:
        return tuple(map(str, range(count)))
    names = texts("arms", arms)
    if len(names) != count:
        raise WrongValue(f"arms must name each of the {count} arms, got {len(names)} names")
    seen = set()
    for name in names:
        if not name.strip():
            raise WrongValue(f"arms must have names that can be seen, got {name!r}")
        looks = unicodedata.normalize("NFC", name)  # an accent may be a character of its own, and looks the same
        if looks in seen:
            raise WrongValue(f"arms must have different names, got {name!r} twice")
        seen.add(looks)
    return names
