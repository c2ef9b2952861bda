"""Losses: every kind of problem agrees with the definitions, round by round, and so does the best arm's total."""

import numpy as np
import pytest

from duelling.core import losses
from duelling.core.links import LINEAR, LINKS, link_code, mean_preference, prefer, prefer_each
from duelling.core.protocol import charge
from duelling.errors import InputError
from duelling.problems.changing import Drifting, Piecewise
from duelling.problems.matrix import PreferenceMatrix
from duelling.problems.reading.named import problem, problem_names
from duelling.problems.sequence import OutcomeSequence, exact_sequence
from duelling.problems.utility import UtilityModel
from duelling.registry.winners import against_zero
from tests.naive.losses import best_arm_pays, loss_table

HORIZON = 24


def random_matrix(arms, rng, best=None):
    P = np.triu(rng.random((arms, arms)).round(2), 1)
    if best is not None:
        P[best, best + 1 :], P[:best, best] = 0.9, 0.1
    return P + np.tril(1 - P.T, -1) + np.eye(arms) / 2


def on_a_line(matrices, times, horizon):
    hats = np.eye(len(times))  # the weight of each matrix is 1 at its own time and falls to 0 at its neighbours'
    return [sum(np.interp(t, times, h) * P for h, P in zip(hats, matrices, strict=True)) for t in range(1, horizon + 1)]


def cases():
    """(problem, P_t of every round, x_t of every round or None) for all kinds of problems."""
    rng = np.random.default_rng(5)
    A, B, C = (random_matrix(4, rng, best=2) for _ in range(3))
    yield "matrix", PreferenceMatrix(A), [A] * HORIZON, None
    yield "piecewise", Piecewise([A, B, C], [1, 5, 17]), [A] * 4 + [B] * 12 + [C] * 8, None
    yield "drifting", Drifting([A, B, C], [1, 6, 16]), on_a_line([A, B, C], [1, 6, 16], HORIZON), None
    beyond = Drifting([A, B], [1, 50])
    yield "drifting on", beyond, on_a_line([A, B], [1, 50], HORIZON), None
    M = np.triu(rng.choice([-1, 1], (8, 4, 4)), 1)
    M[:6, 2, 3], M[:6, 0, 2], M[:6, 1, 2] = 1, -1, -1
    M = M - M.transpose(0, 2, 1)
    yield "sequence", OutcomeSequence(M), [(1 + M[t % 8]) / 2 for t in range(HORIZON)], None
    for link in LINKS:
        for rows in (1, 5):
            x = rng.random((rows, 4)) + np.array([0, 0, 0.4, 0])
            x = x / x.max() if link == "linear" else 3 * x
            P = [[[prefer(link_code(link), a - b) for b in row] for a in row] for row in x]
            rounds = [t % rows for t in range(HORIZON)]
            model = UtilityModel(x if rows > 1 else x[0], link)
            yield f"{link} {rows}", model, [P[r] for r in rounds], [x[r] for r in rounds]


CASES = {name: rest for name, *rest in cases()}


@pytest.mark.parametrize("case", CASES)
def test_every_round_and_arm_agrees_with_the_definitions(case):
    given, preferences, utilities = CASES[case]
    concepts = given.concepts(HORIZON)
    assert "condorcet" in concepts
    state = given.losses(concepts, HORIZON)
    paid = losses.comparator(state, np.arange(1, HORIZON + 1), against_zero(concepts))
    for c, concept in enumerate(concepts):
        table = loss_table(preferences, concept, utilities)
        best = table.sum(axis=0).argmin()
        ours = np.array([[charge(state, t, i, c) for i in range(4)] for t in range(1, HORIZON + 1)])
        shifted = table if concept == "von_neumann" else table - table[:, [best]]
        np.testing.assert_allclose(ours, shifted, atol=1e-12, err_msg=concept)
        assert against_zero([concept])[0] or np.all(ours[:, best] == 0)
        for t in range(1, HORIZON + 1):  # regret of playing arm 0 throughout does not depend on the shift
            regret = ours[:t, 0].sum() - paid[t - 1, c]
            want = table[:t, 0].sum() - best_arm_pays(table, concept, t)
            assert regret == pytest.approx(want, abs=1e-11)


@pytest.mark.parametrize("case", CASES)
def test_mean_preference_is_the_mean_over_the_rounds(case):
    given, preferences, _ = CASES[case]
    np.testing.assert_allclose(given.preference(HORIZON), np.mean(preferences, axis=0), atol=1e-12)


def test_running_sums_of_every_timeline_equal_brute_force():
    rng = np.random.default_rng(0)
    rows, rounds = rng.random((4, 3, 2)), np.array([1, 2, 9, 30])
    for state in (losses.Constant(rows[0]), losses.Cycle(rows), losses.Steps(rows, rounds), losses.Drift(rows, rounds)):
        total, sums = losses.running(state), np.zeros((3, 2))
        for t in range(1, 60):
            sums += [[charge(state, t, i, c) for c in range(2)] for i in range(3)]
            np.testing.assert_allclose(total(t), sums, rtol=1e-12)
        assert not np.any(total(0))


def test_long_horizons_need_no_long_arrays():
    rows, horizon = np.random.default_rng(0).random((2, 3, 1)), 10**12
    for state in (losses.Cycle(rows), losses.Steps(rows, np.array([1, 7])), losses.Drift(rows, np.array([1, 10**11]))):
        paid = losses.comparator(state, [horizon], [False])
        assert 0 < paid[0, 0] < horizon


def test_phases_are_found_from_their_first_round_on():
    starts = np.array([1, 4, 5])
    assert [losses.phase_of(starts, t) for t in range(8)] == [0, 0, 0, 0, 1, 2, 2, 2]


def test_losses_of_the_thesis():
    """Section 6.2.1: Borda losses x K and Copeland losses x (K-1) of copeland_borda."""
    P = problem("copeland_borda").preference()
    np.testing.assert_allclose(5 * losses.borda(P), [1.7, 2.7, 3.1, 2.5, 2.5])
    np.testing.assert_allclose(4 * losses.copeland(P), [2, 1, 3, 2, 2])


@pytest.mark.parametrize("name", problem_names())
def test_per_round_copeland_is_a_linear_map_of_borda(name):
    """With ±1 outcomes (1/(K-1)) sum_j 1(M_ij < 0) = (K/(K-1)) (l_i - 1/(2K)), in every round."""
    sequence = exact_sequence(problem(name))
    K, M = len(sequence.arms), sequence.outcome
    borda = 0.5 + M.sum(axis=1, dtype=int) / (2 * K)
    copeland = (M < 0).sum(axis=2) / (K - 1)
    np.testing.assert_allclose(copeland, K / (K - 1) * (borda - 1 / (2 * K)), atol=1e-14)


def test_exact_ties_in_the_mean_are_no_defeats():
    M = np.array([[[0, 1], [-1, 0]], [[0, -1], [1, 0]]])
    state = OutcomeSequence(M).losses(["copeland"], 2)
    assert not state.loss.any()
    P = PreferenceMatrix([[0.5, 0.5 - 1e-14], [0.5 + 1e-14, 0.5]])
    assert not P.losses(["copeland"], 5).loss.any()


@pytest.mark.parametrize("rows", [1, 7])
def test_borda_regret_is_half_the_utility_regret_of_any_fixed_pair(rows):
    """With a linear link, in expectation, weak and strong."""
    x = np.random.default_rng(rows).random((rows, 6))
    given, horizon = UtilityModel(x), 21
    concepts = ("utility", "borda")
    state = given.losses(concepts, horizon)
    pays = losses.comparator(state, [horizon], against_zero(concepts))[0]
    for i in range(6):
        for j in range(6):
            both = np.array(
                [[(charge(state, t, i, c), charge(state, t, j, c)) for c in (0, 1)] for t in range(1, horizon + 1)]
            )
            for psi in (both.min(axis=2), both.mean(axis=2)):
                utility, borda = psi.sum(axis=0) - pays
                assert borda == pytest.approx(utility / 2, abs=1e-12)


@pytest.mark.parametrize("rows", [1, 7])
def test_von_neumann_regret_is_at_most_the_utility_regret(rows):
    x = np.random.default_rng(rows).random((rows, 6))
    state = UtilityModel(x).losses(("utility", "von_neumann"), 21)
    table = np.array([[[charge(state, t, i, c) for c in (0, 1)] for i in range(6)] for t in range(1, 22)])
    for i in range(6):
        for j in range(6):
            utility, neumann = np.minimum(table[:, i], table[:, j]).sum(axis=0)
            assert neumann <= utility + 1e-12


@pytest.mark.parametrize("name", problem_names())
def test_every_concept_of_every_known_problem_has_finite_losses(name):
    given = problem(name)
    state = given.losses(given.concepts(), 1000)
    assert np.isfinite(state.loss).all()
    for c, concept in enumerate(given.concepts()):
        assert concept == "von_neumann" or state.loss[:, c].min() == 0
    assert state.loss.flags.c_contiguous
    assert state.loss.flags.writeable


def test_concepts_that_a_problem_lacks_are_refused():
    with pytest.raises(InputError) as error:
        problem("gap").losses(["utility"], 10)
    assert str(error.value) == (
        "winner must be one of borda, copeland, von_neumann for gap, got 'utility' "
        "(utilities are known only for utility models)"
    )
    with pytest.raises(InputError, match=r"got 'condorcet' \(no arm beats every other one\)"):
        problem("gap").losses(["borda", "condorcet"], 10)
    with pytest.raises(InputError, match=r"for gap, got 'bordo'$"):
        problem("gap").losses(["bordo"], 10)
    with pytest.raises(InputError, match="condorcet"):
        UtilityModel([0.5, 0.5]).losses(["condorcet"], 10)


@pytest.mark.parametrize("link", range(3))
def test_links_are_chances_that_complement_each_other_and_grow(link):
    gaps = np.linspace(-1, 1, 41) * (1 if link == LINEAR else 900)
    chances = prefer_each(link, gaps)
    assert np.all((chances >= 0) & (chances <= 1) & (np.diff(chances, prepend=-1) >= 0))
    np.testing.assert_allclose(chances + chances[::-1], 1, atol=1e-15)
    assert prefer(link, 0.0) == 0.5


def test_links_by_their_formulas():
    assert prefer(link_code("linear"), 0.3) == pytest.approx(0.65)
    assert prefer(link_code("bradley-terry"), np.log(3.0)) == pytest.approx(0.75)
    assert prefer(link_code("probit"), 1.6448536269514722) == pytest.approx(0.95)
    with pytest.raises(InputError, match="link must be one of linear, bradley-terry, probit, got 'logit'"):
        link_code("logit")


@pytest.mark.parametrize("link", range(3))
def test_mean_preferences_need_no_matrix(link):
    x = np.random.default_rng(link).random((3, 5))
    want = [[np.mean([prefer(link, a - b) for b in row]) for a in row] for row in x]
    np.testing.assert_allclose(mean_preference(link, x), want, rtol=1e-14)
