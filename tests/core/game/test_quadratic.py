"""The von Neumann winner: known ones, and agreement with linear and quadratic programming."""

import numpy as np
import pytest

from duelling.core.game import incremental, is_unique, quadratic, von_neumann_winner
from duelling.core.game.quadratic import least_norm
from duelling.problems.reading.named import problem
from tests.helpers.modes import INTERPRETED
from tests.naive import von_neumann as naive

pytestmark = pytest.mark.edges

DEGENERATE = np.array(
    [
        (0, -1, 1, 1, -1, 0),
        (1, 0, -1, -1, 1, -1),
        (-1, 1, 0, -1, 1, -1),
        (-1, 1, 1, 0, 1, 0),
        (1, -1, -1, -1, 0, 0),
        (0, 1, 1, 0, 0, 0),
    ]
)


def random_game(rng, arms, kind):
    """Real entries for kind 0, else whole numbers from -kind to kind: the smaller, the more ties."""
    if kind == 0:
        return naive.skew(rng.standard_normal((arms, arms)))
    return naive.skew(rng.integers(-kind, kind + 1, (arms, arms)))


def assert_winner(A, u):
    assert (u >= 0).all()
    assert u.sum() == pytest.approx(1, abs=1e-14)
    assert (u @ A).min() >= -1e-12 * np.abs(A).max()


def test_without_preferences_the_winner_is_uniform():
    assert von_neumann_winner(np.zeros((4, 4))) == pytest.approx(np.full(4, 1 / 4), abs=1e-15)
    assert not is_unique(np.zeros((4, 4)), np.full(4, 1 / 4))
    assert von_neumann_winner([[0]]) == [1]
    assert is_unique([[0]], [1])


def test_one_known_pair_excludes_its_loser_and_no_other():
    A = np.zeros((5, 5))
    A[0, 1], A[1, 0] = 3, -3
    assert von_neumann_winner(A) == pytest.approx([1 / 4, 0, 1 / 4, 1 / 4, 1 / 4], abs=1e-14)


def test_cycle_of_three():
    A = naive.skew([[0, 2, -3], [0, 0, 5], [0, 0, 0]])
    u = von_neumann_winner(A)
    assert u == pytest.approx([0.5, 0.3, 0.2], abs=1e-14)
    assert is_unique(A, u)


def test_nonnegative_row_wins():
    A = random_game(np.random.default_rng(0), 6, 0)
    A[2], A[:, 2] = abs(A[2]), -abs(A[2])
    u = von_neumann_winner(A)
    assert u == pytest.approx(np.eye(6)[2], abs=1e-14)
    assert is_unique(A, u)


def test_degenerate_game_has_the_least_norm_winner_not_a_vertex():
    u = von_neumann_winner(DEGENERATE)
    assert u == pytest.approx([1 / 4, 0, 0, 1 / 4, 1 / 4, 1 / 4], abs=1e-14)
    assert_winner(DEGENERATE, np.eye(6)[5])
    assert not is_unique(DEGENERATE, u)
    assert not is_unique(DEGENERATE, np.eye(6)[5])


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("arxiv", [1]),
        ("cyclic", [1]),
        ("arithmetic", [1]),
        ("borda_vonneumann", [1]),
        ("copeland_borda", [1 / 7, 1 / 7, 0, 0, 5 / 7]),
        ("copeland_vonneumann", [1 / 3, 1 / 3, 1 / 3]),
        ("different_winners", [1 / 3, 1 / 3, 1 / 3]),
    ],
)
def test_known_winners(name, first):
    A = 2 * problem(name).preference() - 1
    u = von_neumann_winner(A)
    assert u == pytest.approx(first + [0] * (len(A) - len(first)), abs=1e-12)
    assert is_unique(A, u)


@pytest.mark.parametrize("kind", [0, 1, 2, 3])
def test_agrees_with_linear_programming(kind):
    rng = np.random.default_rng(kind)
    unique = 0
    for _ in range(20 if INTERPRETED else 200):
        A = random_game(rng, int(rng.integers(2, 9 if INTERPRETED else 25)), kind)
        u, v = von_neumann_winner(A), naive.vertex(A)
        assert_winner(A, u)
        assert u @ u <= v @ v + 1e-8
        if is_unique(A, u):
            assert u == pytest.approx(v, abs=1e-8)
            unique += 1
    assert unique > 0


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("arms", [40, 60, 150, 500])
@pytest.mark.parametrize("kind", [0, 1])
def test_many_arms(arms, kind):
    A = random_game(np.random.default_rng(arms), arms, kind)
    u = von_neumann_winner(A)
    assert_winner(A, u)
    if arms <= 60 and is_unique(A, u):
        assert u == pytest.approx(naive.vertex(A), abs=1e-7)


@pytest.mark.slow
@pytest.mark.compiled
def test_many_arms_with_many_winners():
    """Five copies of one game that tie with each other: every mixture of the copies' winners wins."""
    inner = random_game(np.random.default_rng(3), 60, 0)
    A = np.kron(np.eye(5), inner)
    u = von_neumann_winner(A)
    assert_winner(A, u)
    assert u == pytest.approx(np.tile(von_neumann_winner(inner) / 5, 5), abs=1e-12)
    assert not is_unique(A, u)


@pytest.mark.parametrize("kind", [1, 2])
def test_agrees_with_least_distance_programming(kind):
    rng = np.random.default_rng(10 + kind)
    several = 0
    for _ in range(20 if INTERPRETED else 300):
        A = random_game(rng, int(rng.integers(2, 9)), kind)
        u = von_neumann_winner(A)
        assert u == pytest.approx(naive.least_norm(A), abs=1e-9)
        several += not is_unique(A, u)
    assert several > 3


@pytest.mark.parametrize("kind", [0, 1])
def test_names_of_the_arms_do_not_matter(kind):
    rng = np.random.default_rng(6)
    for _ in range(5 if INTERPRETED else 50):
        A = random_game(rng, 7, kind)
        order = rng.permutation(7)
        assert von_neumann_winner(A[np.ix_(order, order)]) == pytest.approx(von_neumann_winner(A)[order], abs=1e-12)


def test_scale_does_not_matter_and_the_game_is_not_changed():
    A = random_game(np.random.default_rng(7), 6, 2)
    before = A.copy()
    u = von_neumann_winner(A)
    assert von_neumann_winner(1e-200 * A) == pytest.approx(u, abs=1e-12)
    assert von_neumann_winner(1e200 * A) == pytest.approx(u, abs=1e-12)
    assert (A == before).all()


def test_rounding_does_not_break_ties():
    """Ties that hold up to rounding are ties: the winner does not jump to the one that rounding favours."""
    noise = 1e-15 * random_game(np.random.default_rng(8), 6, 0)
    assert von_neumann_winner(DEGENERATE + noise) == pytest.approx(von_neumann_winner(DEGENERATE), abs=1e-9)


def test_infinite_entries_do_no_harm_in_play():
    A = np.array([[0, np.inf], [-np.inf, 0]])
    assert least_norm(A).tolist() == [0.5, 0.5]
    game = incremental.start(3)
    for d in (1.0, np.inf, np.nan, 1.0):
        incremental.change(game, 0, 1, d)
        incremental.change(game, 1, 2, d)
    assert game.u.sum() == pytest.approx(1)


def with_the_first_constraint(arms):
    """The working space in which Σu = 1 is active alone."""
    R, size = quadratic._R(arms), arms**0.5
    X = np.zeros((R + arms + 1, arms))
    X[quadratic.Q], X[R, 0], X[quadratic.LENGTH, 0], X[quadratic.PRICE, 0] = 1 / size, size, size, 1 / arms
    X[quadratic.WHICH, 0] = -1
    return X


def test_the_steps_of_the_page_about_the_winner():
    """The cycle of docs/von_neumann.md: two constraints become active, one after the other."""
    A, u, q = np.array([[0.0, 1, -2], [-1, 0, 3], [2, -3, 0]]), np.full(3, 1 / 3), 1
    R = quadratic._R(3)
    X = with_the_first_constraint(3)
    for arm, depth, z, after in (
        (1, 2 / 9, np.array([5, 2, -7]) / 9, np.array([6, 5, 2]) / 13),
        (0, 1 / 39, np.array([3, -4, 1]) / 13, np.array([3, 2, 1]) / 6),
    ):
        worst, found = quadratic._most_violated(A, 3.0, u, X, q)
        assert (worst, found) == (arm, pytest.approx(depth))
        q, moved = quadratic._make_active(A, 3.0, u, X, q, worst, found, q)
        assert moved
        np.testing.assert_allclose(X[quadratic.Q + q - 1] * X[R + q - 1, q - 1], z)
        np.testing.assert_allclose(X[R + q - 1, :q] @ X[quadratic.Q : quadratic.Q + q], -A[arm] / 3, atol=1e-15)
        np.testing.assert_allclose(u, after)
    assert quadratic._most_violated(A, 3.0, u, X, q)[0] == -1
    np.testing.assert_allclose(least_norm(A), [1 / 2, 1 / 3, 1 / 6])


def test_what_rounding_alone_violates_is_passed_over_until_u_has_moved():
    """Arms 2 and 3 are the same, so that their constraints are."""
    A, u = np.array([[0.0, 1, -2, -2], [-1, 0, 3, 3], [2, -3, 0, 0], [2, -3, 0, 0]]), np.array([0.4, 0.2, 0.2, 0.2])
    X, q, moves = with_the_first_constraint(4), 1, 1
    assert quadratic._most_violated(A, 3.0, u, X, moves)[0] == 1
    q, moved = quadratic._make_active(A, 3.0, u, X, q, 2, 1e-3, moves)
    assert (q, moved) == (2, True)
    before = u.copy()
    assert quadratic._make_active(A, 3.0, u, X, q, 3, 1e-17, moves + 1) == (2, False)
    np.testing.assert_array_equal(u, before)
    u[:] = 0, 1, 0, 0
    A[3, 1] = 9  # now u violates it most
    A[1, 3] = -9
    assert quadratic._most_violated(A, 3.0, u, X, moves + 1)[0] == 0
    assert quadratic._most_violated(A, 3.0, u, X, moves + 2)[0] == 3


def test_a_constraint_that_leaves_leaves_the_others_as_if_it_had_never_joined():
    rng = np.random.default_rng(0)
    for gone in range(1, 5):
        normals, X = rng.standard_normal((6, 8)), np.zeros((quadratic._R(8) + 9, 8))
        for k, normal in enumerate(normals):  # the last one waits
            X[quadratic.Q + k], X[quadratic.WHICH, k] = normal, k
            quadratic._split(X, k, np.sqrt(normal @ normal))
            if k < 5:
                quadratic._join(X, k, k, np.sqrt(quadratic.dot(X, quadratic.Q + k, quadratic.Q + k)))
        quadratic._leave(X, 5, gone)
        left = np.delete(normals, gone, axis=0)
        Q, R = X[quadratic.Q : quadratic.Q + 4], X[quadratic._R(8) : quadratic._R(8) + 5, :4]
        np.testing.assert_allclose(Q @ Q.T, np.eye(4), atol=1e-14)
        np.testing.assert_allclose(R[:4] @ Q, left[:4], atol=1e-14)
        np.testing.assert_allclose(np.triu(R[:4], 1), 0, atol=1e-14)
        np.testing.assert_allclose(R[4] @ Q + X[quadratic.Q + 4], left[4], atol=1e-14)
        np.testing.assert_allclose(Q @ X[quadratic.Q + 4], 0, atol=1e-14)
        assert X[quadratic.WHICH, :4].tolist() == [k for k in range(5) if k != gone]


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(("arms", "powers", "loss"), [(40, 3, 1e-8), (136, 3, 1e-6), (136, 5, 1e-4)])
def test_few_pairs_whose_entries_lie_powers_of_ten_apart(arms, powers, loss):
    """As a learner sees them after a few hundred rounds, and far worse."""
    lost = []
    for seed in range(40):
        rng, A = np.random.default_rng(seed), np.zeros((arms, arms))
        for _ in range(3 * arms):
            i, j = rng.permutation(arms)[:2]
            A[i, j] += rng.choice([-1, 1]) * 10 ** (-powers * rng.random())
        A -= A.T
        u = von_neumann_winner(A)
        assert (u >= 0).all()
        assert u.sum() == pytest.approx(1, abs=1e-14)
        lost.append(-(u @ A).min() / np.abs(A).max())
    assert max(lost) <= loss
