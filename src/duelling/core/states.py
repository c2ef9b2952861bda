"""What can be done with any state: save it, load it, copy it, put many into one, and show it to a person.

``save`` and ``load`` know arrays by their dotted names and nothing else, so that a file of them can be read anywhere
and runs no code. ``restore`` writes the arrays of one state over those of another. ``stack`` gives every array of a
state a first axis, and ``row`` is the i-th of the states in such a stack: a state of the same type whose arrays are
views, so that its own verbs work on it, in compiled code too. A compiled function cannot walk over the fields of a
state, so ``restore`` and ``row`` are written out, once for each type, when its first copy is made.

Some states keep several numbers in one array, because a loop that has fewer arrays to hand on is faster.
``name_places`` gives those numbers names, next to the constants by which the code finds them, and ``view`` shows them.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

import numpy as np

from duelling.core.fields import is_state, walk
from duelling.core.jit import generic, jit
from duelling.errors import DamagedFile, WrongValue, one_of, plain_text, quoted, whole
from duelling.texts import first_line

Rows = Literal["all", "head", "rest"]
ROWS: dict[Rows, Any] = {"all": (), "head": 0, "rest": slice(1, None)}  # how to index them


class Places(NamedTuple):
    """Names for places of an array, by their numbers along one axis; the last one may stand for all that follow."""

    field: str
    axis: int
    rows: Rows
    names: dict[int, str]


_PLACES: dict[type, list[Places]] = {}


@generic
def restore(state, fresh):
    """Make ``state`` equal to ``fresh``, a state of the same type."""


@generic
def row(states, i):
    """The i-th state of a stack."""


@jit
def overwrite(array, values):
    """Do ``array[...] = values``, which itself would take seconds to compile."""
    for k in range(array.size):
        array.flat[k] = values.flat[k]


def numbers(state: Any) -> np.ndarray:
    """Every number of a state in one array, to compare it or to see whether all are finite."""
    return np.concatenate([np.ravel(part).astype(float) for _, part in walk(state)])


def _state(name: str, value: Any) -> Any:
    """Return ``value``; raise WrongValue unless it is a state."""
    if not is_state(value):
        raise WrongValue(f"{name} must be a state, a NamedTuple of numbers and arrays, got {quoted(value)}")
    return value


def save(state: Any) -> dict[str, np.ndarray]:
    """The arrays of a state by their dotted names, as ``np.savez`` takes them; a number is an array without axes.

    Args:
        state: a NamedTuple of numbers, arrays and other states.

    Returns:
        Copies of the arrays.

    Raises:
        InputError: it is no state.

    >>> import duelling as du
    >>> sorted(save(du.choice("exp3+unif").start(3, 100)))
    ['arms', 'bandit.L', 'bandit.eta', 'bandit.gamma', 'bandit.total', 'bandit.w']
    """
    return {name: np.array(part) for name, part in walk(_state("state", state))}


def load(arrays: Mapping[str, Any], like: Any) -> Any:
    """The state that was saved.

    Args:
        arrays: what ``save`` returned, or ``np.load`` read.
        like: a fresh state of the same kind. The two share nothing afterwards.

    Returns:
        A state of the type of ``like``.

    Raises:
        InputError: a name is missing or unknown, an array has another shape or another type of numbers, or it cannot be
            read, such as one from a damaged file.

    >>> import duelling as du
    >>> learner = du.choice("exp3+unif").start(3, 100)
    >>> load(save(learner), like=learner).arms
    3
    """
    names = [name for name, _ in walk(_state("like", like))]
    if not isinstance(arrays, Mapping):
        raise WrongValue(f"arrays must be a dict of arrays by their names, got {quoted(arrays)}")
    missing, surplus = [n for n in names if n not in arrays], [n for n in arrays if n not in names]
    if missing or surplus:
        got = f"nothing for {missing[0]}" if missing else f"{surplus[0]} as well"
        raise WrongValue(f"a saved {type(like).__name__} must hold {', '.join(names)}, got {got}")
    return _load(arrays, like, "")


def _load(arrays: Mapping[str, Any], like: Any, above: str) -> Any:
    parts = []
    for field, part in zip(like._fields, like, strict=True):
        name = above + field
        if is_state(part):
            parts.append(_load(arrays, part, f"{name}."))
            continue
        found, wanted = _read(arrays, name), np.asarray(part)
        if (found.shape, found.dtype) != (wanted.shape, wanted.dtype):
            rule = f"{wanted.dtype} of shape {wanted.shape}"
            raise WrongValue(f"{name} must be {rule}, got {found.dtype} of shape {found.shape}")
        parts.append(found if isinstance(part, np.ndarray) else found.item())
    return type(like)(*parts)


def _read(arrays: Mapping[str, Any], name: str) -> np.ndarray:
    try:
        return np.array(arrays[name])
    except Exception as error:  # the decoders of a file have many errors for what they cannot read
        raise DamagedFile(f"{name} of a saved state cannot be read: {first_line(error)}") from None


def copy(state: Any) -> Any:
    """Copy a state.

    Args:
        state: a NamedTuple of numbers, arrays and other states.

    Returns:
        An equal state that shares nothing with this one.

    Raises:
        InputError: it is no state.

    >>> import duelling as du
    >>> learner = du.choice("exp3+unif").start(3, 100)
    >>> copy(learner).bandit.w is learner.bandit.w
    False
    """
    return _copy(_state("state", state))


def _copy(part: Any) -> Any:
    if isinstance(part, np.ndarray):
        return part.copy()
    return type(part)(*map(_copy, part)) if is_state(part) else part


def stack(state: Any, count: int) -> Any:
    """``count`` equal states that share nothing, as one state whose arrays have one more axis."""
    write_out(state)
    return type(state)(*(_repeat(part, count) for part in state))


def _repeat(part: Any, count: int) -> Any:
    if is_state(part):
        return stack(part, count)
    return np.repeat(part[None], count, axis=0) if isinstance(part, np.ndarray) else part


def write_out(state: Any) -> None:
    """Register ``restore`` and ``row`` for the type of ``state`` and of the states in it."""
    kind, copies, views = type(state), ["pass"], []
    for part in filter(is_state, state):  # before returning: a known type may hold others than before
        write_out(part)
    if kind in row.written:
        return
    for name, part in zip(kind._fields, state, strict=True):
        views.append(f"s.{name}")
        if is_state(part):
            copies.append(f"restore(s.{name}, fresh.{name})")
            views[-1] = f"row(s.{name}, i)"
        elif isinstance(part, np.ndarray):
            copies.append(f"overwrite(s.{name}, fresh.{name})")
            views[-1] = f"s.{name}[i]"
    text = f"def _restore(s, fresh): {'; '.join(copies)}\ndef _row(s, i): return kind({', '.join(views)})"
    names: dict[str, Any] = {"__name__": __name__, "kind": kind, "overwrite": overwrite, "restore": restore, "row": row}
    exec(text, names)
    restore.register(kind, names["_restore"])
    row.register(kind, names["_row"])


def name_places(kind: type, field: str, names: str, *, axis: int = 0, first: int = 0, rows: Rows = "all") -> range:
    """Name places of an array along an axis, so that ``view`` shows them.

    It stands under the class. Where row 0 of a table holds other numbers than its other rows, each of the two has its
    names: ``rows="head"`` and ``rows="rest"``.

    Args:
        kind: the class of the state.
        field: the field that holds the array; that of a state inside has a dotted name.
        names: with blanks between them. A last name with dots, as in "step turns...", stands for all from there on.
        axis: along which.
        first: the number of the first place that has a name.
        rows: "all", "head" or "rest".

    Returns:
        The numbers of the places, for the constants by which the code finds them.

    Raises:
        InputError: it is no class of states, or has no such field.

    >>> class Walk(NamedTuple):
    ...     now: np.ndarray
    >>> STEP, TURN = name_places(Walk, "now", "step turn")
    >>> TURN
    1
    """
    fields: tuple[str, ...] | None = getattr(kind, "_fields", None)
    if fields is None or not isinstance(kind, type):
        raise WrongValue(f"kind must be the class of a state, a NamedTuple, got {quoted(kind)}")
    one_of("field", plain_text("field", field).split(".")[0], fields)
    axis = whole("axis", axis, -32, 31)
    one_of("rows", rows, ROWS)
    named = plain_text("names", names).split()
    first = whole("first", first, 0)
    found = range(first, first + len(named))
    _PLACES.setdefault(kind, []).append(Places(field, axis, rows, dict(zip(found, named, strict=True))))
    return found


def places(kind: type) -> list[Places]:
    """The names that places in arrays of this type of state have."""
    return list(_PLACES.get(kind, []))


def view(state: Any) -> str:
    """The state for a person: a line for each field, and for each place that has a name.

    Args:
        state: a NamedTuple of numbers, arrays and other states.

    Returns:
        The lines as one text.

    Raises:
        InputError: it is no state.

    >>> import duelling as du
    >>> print(view(du.choice("ws-w").start(4, 100)))
    WinnerStays
    now.a        0
    now.b        1
    now.c_a      0
    now.c_b      0
    now.waiting  2
    now.level    1
    now.phase    0
    now.others   2
    rest         [2 3]
    """
    named = _named(_state("state", state), "")
    lines = [line for field, part in walk(state) for line in _lines(field, part, named.get(field, {}))]
    width = max((len(name) for name, _ in lines), default=0)
    return "\n".join([type(state).__name__, *(f"{name:{width}}  {_text(part, width + 2)}" for name, part in lines)])


def _named(state: Any, above: str) -> dict[str, dict[Rows, Places]]:
    """By dotted name and rows, the names that places of an array have."""
    found: dict[str, dict[Rows, Places]] = {}
    for name, part in zip(state._fields, state, strict=True):
        if is_state(part):
            found |= _named(part, f"{above}{name}.")
    for each in places(type(state)):
        known = found.setdefault(above + each.field, {})
        before = known[each.rows].names if each.rows in known else {}
        known[each.rows] = each._replace(names={**before, **each.names})
    return found


def _lines(field: str, part: Any, named: dict[Rows, Places]) -> Iterator[tuple[str, Any]]:
    """The field itself, or a line for each of its places; in the head and the rest of a table, for those with names."""
    if not named:
        yield field, part
    for rows, (_, axis, _, names) in named.items():
        parts = np.moveaxis(part[ROWS[rows]], axis, 0)
        for k, each in enumerate(parts):
            name = names.get(k, str(k) if rows == "all" else "")
            if name.endswith("..."):
                yield f"{field}.{name.removesuffix('...')}", parts[k:]
                break
            if name:
                yield f"{field}.{name}", each


def _text(part: Any, indent: int) -> str:
    if np.ndim(part):
        return np.array2string(part, precision=8, threshold=60, prefix=" " * indent)
    return f"{part:.8g}" if isinstance(part, float) else str(part)
