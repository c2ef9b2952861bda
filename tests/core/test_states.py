"""States: by name, saved and loaded, copied, many in one, and shown to a person."""

import io
import sys
from typing import Any, NamedTuple

import numpy as np
import pytest

from duelling.algorithms.winner_stays_strong import WinnerStaysStrong
from duelling.bandits import exp3, tsallis, ucb
from duelling.core import states
from duelling.core.fields import walk
from duelling.core.protocol import learn, pull
from duelling.core.states import copy, load, name_places, numbers, places, restore, row, save, stack, view
from duelling.errors import InputError
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS, BANDITS
from tests.helpers.flips import flips

pytestmark = pytest.mark.edges


class Nested(NamedTuple):
    factor: float
    inner: Any
    extra: np.ndarray


def _pull(s: Nested, t, rng):
    return pull(s.inner, t, rng)


def _learn(s: Nested, t, arm, p, loss):
    s.extra[0, 0] += s.factor
    learn(s.inner, t, arm, p, loss)


pull.register(Nested, _pull)
learn.register(Nested, _learn)

MAKERS = {
    "ucb": lambda: ucb.start(4, 10),
    "exp3": lambda: exp3.start_fixed(4, 0.3),
    "exp3 tree": lambda: exp3.start_fixed(16, 0.3),
    "exp3 anytime": lambda: exp3.start_anytime(4, 0.3),
    "exp3p": lambda: BANDITS.find("exp3p").start(4, 10),
    "tsallis": lambda: tsallis.start(4, 10),
    "nested": lambda: Nested(2.0, ucb.start(4, 10), np.zeros((2, 3))),
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_a_row_of_a_stack_is_a_bandit_of_its_own(make):
    one, many = make(), stack(make(), 3)
    rng, twin = np.random.default_rng(0), np.random.default_rng(0)
    others = copy(row(many, 0)), copy(row(many, 2))
    for t in range(1, 30):
        assert pull(row(many, 1), t, rng) == pull(one, t, twin)
        learn(row(many, 1), t, t % 4, 0.5, (t % 3) / 2)
        learn(one, t, t % 4, 0.5, (t % 3) / 2)
    np.testing.assert_array_equal(numbers(row(many, 1)), numbers(one))
    for i, other in zip((0, 2), others, strict=True):
        np.testing.assert_array_equal(numbers(row(many, i)), numbers(other))


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_a_restored_bandit_is_as_new(make):
    used, fresh = make(), make()
    stack(used, 2)  # which writes the verbs out
    rng = np.random.default_rng(0)
    for t in range(1, 30):
        pull(used, t, rng)
        learn(used, t, t % 4, 0.5, 1.0)
    restore(used, fresh)
    np.testing.assert_array_equal(numbers(used), numbers(make()))
    learn(used, 1, 0, 0.5, 1.0)
    np.testing.assert_array_equal(numbers(fresh), numbers(make()))  # nothing is shared


# ---- by name


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_what_was_saved_is_loaded_through_a_file_without_pickle(make):
    used = make()
    learn(used, 1, 0, 0.5, 1.0)
    file = io.BytesIO()
    np.savez(file, **save(used))
    file.seek(0)
    with np.load(file, allow_pickle=False) as arrays:
        back = load(arrays, make())
    assert type(back) is type(used)
    np.testing.assert_array_equal(numbers(back), numbers(used))
    for (name, one), (other, two) in zip(walk(back), walk(used), strict=True):
        assert (name, type(one), np.asarray(one).dtype) == (other, type(two), np.asarray(two).dtype)


@pytest.mark.parametrize("write", [np.savez, np.savez_compressed])
def test_a_flipped_bit_in_a_file_changes_nothing_or_is_refused(write):
    used, file, refused = MAKERS["nested"](), io.BytesIO(), 0
    learn(used, 1, 0, 0.5, 1.0)
    write(file, **save(used))
    for damaged in flips(file.getvalue()):
        try:
            arrays = np.load(io.BytesIO(damaged), allow_pickle=False)
        except Exception:  # NumPy cannot open it
            continue
        try:
            np.testing.assert_array_equal(numbers(load(arrays, MAKERS["nested"]())), numbers(used))
        except InputError as error:
            refused += "\n" not in str(error)
    assert refused > 100


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_a_copy_is_equal_and_shares_nothing(make):
    used = make()
    other = copy(used)
    learn(used, 1, 0, 0.5, 1.0)
    np.testing.assert_array_equal(numbers(other), numbers(make()))
    assert not np.array_equal(numbers(used), numbers(other))


def test_what_was_saved_and_what_was_loaded_share_nothing():
    used = exp3.start_fixed(3, 0.5)
    arrays = save(used)
    back = load(arrays, used)
    arrays["L"][0] = 7
    assert used.L[0] == back.L[0] == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"L": None}, "a saved Exp3 must hold eta, gamma, L, w, total, got nothing for L"),
        ({"M": np.zeros(3)}, "a saved Exp3 must hold eta, gamma, L, w, total, got M as well"),
        ({"L": np.zeros(4)}, "L must be float64 of shape (3,), got float64 of shape (4,)"),
        ({"L": np.zeros(3, np.int64)}, "L must be float64 of shape (3,), got int64 of shape (3,)"),
        ({"eta": np.array(1)}, "eta must be float64 of shape (), got int64 of shape ()"),
        ({"eta": np.array([0.5])}, "eta must be float64 of shape (), got float64 of shape (1,)"),
    ],
)
def test_arrays_that_do_not_fit_are_refused_in_one_line(change, message):
    fresh = exp3.start_fixed(3, 0.5)
    arrays = {name: array for name, array in {**save(fresh), **change}.items() if array is not None}
    with pytest.raises(InputError) as error:
        load(arrays, fresh)
    assert str(error.value) == message


# ---- for a person


def test_a_view_names_every_field_and_every_place():
    assert view(choice("ws-s").start(4, 100)).splitlines() == [
        "WinnerStaysStrong",
        "beta            1.1",
        "ws.now.a        0",
        "ws.now.b        1",
        "ws.now.c_a      0",
        "ws.now.c_b      0",
        "ws.now.waiting  2",
        "ws.now.level    1",
        "ws.now.phase    0",
        "ws.now.others   2",
        "ws.now.z        0",
        "ws.now.left     0",
        "ws.rest         [2 3]",
    ]
    lines = view(choice("btm").start(4, 100)).splitlines()
    assert [line.split()[0] for line in lines if "arm" in line] == ["arm.order", "arm.place", "arm.n", "arm.v"]


def test_places_may_lie_on_the_last_axis_and_some_may_have_no_name():
    class Table(NamedTuple):
        table: np.ndarray

    assert name_places(Table, "table", "low high", axis=-1) == range(2)
    assert view(Table(np.arange(6).reshape(2, 3))).splitlines() == [
        "Table",
        "table.low   [0 3]",
        "table.high  [1 4]",
        "table.2     [2 5]",
    ]


def test_the_head_and_the_rest_of_a_table_have_names_of_their_own():
    class Table(NamedTuple):
        table: np.ndarray

    assert name_places(Table, "table", "size next", axis=-1, rows="head") == range(2)
    assert name_places(Table, "table", "wins", axis=-1, rows="rest") == range(1)
    assert view(Table(np.arange(6).reshape(3, 2))).splitlines() == [
        "Table",
        "table.size  0",
        "table.next  1",
        "table.wins  [2 4]",
    ]


def test_a_last_name_with_dots_stands_for_all_places_from_there_on():
    class Queue(NamedTuple):
        now: np.ndarray

    assert name_places(Queue, "now", "head waiting...") == range(2)
    assert view(Queue(np.arange(4))).splitlines() == ["Queue", "now.head     0", "now.waiting  [1 2 3]"]


PLAYERS = [name for name, each in ALGORITHMS.every().items() if each.world == "arms"]


@pytest.mark.parametrize("name", PLAYERS)
def test_no_place_of_any_learner_is_shown_by_its_number_alone(name):
    """Neither one by one, nor as a row of numbers that is too short to have one for each arm."""
    learner = choice(name).start(arms := min(29, ALGORITHMS.find(name).most_arms or 29), 100)
    shown = [line.split()[0] for line in view(learner).splitlines()[1:] if line and line[0] != " "]
    assert [field for field in shown if field.rpartition(".")[2].isdigit()] == []
    short = [field for field, part in walk(learner) if field in shown and 1 < np.size(part) < min(arms - 2, 8)]
    assert short == {"pcomp": ["lengths"], "secs": ["top"]}.get(name, [])  # lists, whatever their length


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("if2", "table.candidate table.left table.next table.seen table.waiting table.duels table.lead"),
        ("borda-elimination", "table.low table.least table.left table.last table.n table.gain table.upper"),
        ("exp3ix-doubler", "table.length table.clock table.first table.below table.count"),
        ("exp3ix-multisbm", "now.last now.pulls"),
        ("tsallis-multisbm", "bandits.root.z bandits.root.sum bandits.root.solved"),
    ],
)
def test_what_lies_in_one_array_is_shown_by_name(name, names):
    shown = [line.split()[0] for line in view(choice(name).start(4, 100)).splitlines()[1:] if line and line[0] != " "]
    part = names.split()[-1].rpartition(".")[0]
    assert [field for field in shown if field.startswith(part)] == [each for each in names.split() if part in each]


def test_places_are_named_after_the_constants_of_their_module():
    assert {WinnerStaysStrong, Nested} & set(states._PLACES) == {WinnerStaysStrong}
    for kind in states._PLACES:
        if kind.__module__.startswith("duelling."):
            constants = vars(sys.modules[kind.__module__])
            for named in places(kind):
                numbered = {name.removesuffix("..."): k for k, name in named.names.items()}
                assert {name: constants[name.upper()] for name in numbered} == numbered
