"""The experiments that are shipped are those of the thesis, and can be played."""

import pytest

from duelling.lab.grids.plan import resolve
from duelling.lab.grids.specification import Specification
from duelling.problems.reading.named import problem
from duelling.problems.sequence import exact_sequence
from duelling.registry.choice import choice
from duelling.thesis.experiments import every, grids, quick

pytestmark = pytest.mark.plain

SECTION_SIX = {  # problems, horizons, winner, period, names of the algorithms
    "borda-stochastic": (
        "arxiv cyclic sushi",
        (10**4, 10**5),
        "borda",
        None,
        "exp3+unif ucb+unif ws-w rucb rmed1 rmed2 rmed2fh btm savage random",
    ),
    "borda-vn": (
        "borda_vonneumann",
        (10**3, 10**4, 10**5),
        "borda",
        20,
        "exp3+unif exp3-sparring exp3p-sparring vn+unif",
    ),
    "copeland-exp3": ("copeland_borda", (10**3, 10**4), "copeland", 10, "exp3+unif"),
    "copeland-vn": ("copeland_vonneumann", (10**3, 10**4), "copeland", 40, "exp3-sparring exp3p-sparring vn+unif"),
    "von-neumann": (
        "different_winners",
        (10**3, 10**4, 10**5),
        "von_neumann",
        40,
        "exp3+unif exp3-sparring exp3p-sparring vn+unif",
    ),
    "utility": (
        "arithmetic",
        (10**4, 10**5),
        "utility",
        None,
        "exp3+unif ucb+unif ws-w rmed1 rmed2 rmed2fh rucb if2 savage btm rex3 ucb-multisbm ucb-sparring random",
    ),
}


@pytest.fixture(scope="module")
def shipped():
    return {each.id: each for each in grids(SECTION_SIX)}


def test_they_are_those_of_the_thesis(shipped):
    assert list(shipped) == list(SECTION_SIX) == [name for name, chapter in every().items() if not chapter.open]
    for name, (problems, horizons, winner, period, algorithms) in SECTION_SIX.items():
        each = shipped[name]
        assert each.title
        assert each.problems == tuple(problems.split())
        assert each.horizons == horizons
        assert each.winners[0] == winner
        assert each.period == period
        assert [choice(text).algorithm.name for text in each.algorithms] == algorithms.split()
        assert each.runs == 100


def parameters(experiment):
    return {chosen.algorithm.name: chosen for chosen in map(choice, experiment.algorithms)}


def test_parameters_are_those_of_the_thesis(shipped):
    for name in ("borda-stochastic", "utility"):
        chosen = parameters(shipped[name])
        for algorithm in {"rucb", "ucb+unif", "ucb-multisbm", "ucb-sparring"} & set(chosen):
            assert chosen[algorithm].parameters == {"alpha": 0.51}
    assert parameters(shipped["utility"])["exp3+unif"].parameters == {"rate": "utility"}
    assert parameters(shipped["utility"])["rex3"].parameters == {"gamma_rule": "thesis"}
    for name in ("borda-vn", "von-neumann", "copeland-vn"):  # the defaults are the thesis's
        chosen = {algorithm: c.algorithm for algorithm, c in parameters(shipped[name]).items()}
        assert chosen["exp3-sparring"].parameters["rate"].default == "anytime"
        assert chosen["exp3p-sparring"].parameters["delta"].default == 0.05
        assert chosen["vn+unif"].parameters["estimator"].default == "thesis"
    assert parameters(shipped["borda-vn"])["exp3+unif"].algorithm.parameters["rate"].default == "borda"


def test_every_sequence_has_its_frequencies_exactly(shipped):
    for each in shipped.values():
        for name in each.problems:
            if each.period is not None:
                sequence = exact_sequence(problem(name), period=each.period, seed=each.seed)
                assert abs(sequence.preference() - problem(name).preference()).max() < 1e-12
                assert all(horizon % each.period == 0 for horizon in each.horizons)


@pytest.mark.parametrize(
    ("name", "winner", "arms"),
    [
        ("borda_vonneumann", "borda", (1,)),
        ("borda_vonneumann", "condorcet", (0,)),
        ("copeland_borda", "borda", (0,)),
        ("copeland_borda", "copeland", (1,)),
        ("copeland_vonneumann", "copeland", (3,)),
        ("different_winners", "borda", (3,)),
    ],
)
def test_winners_differ_where_the_thesis_says_so(name, winner, arms):
    assert getattr(problem(name).winners(), winner) == arms


@pytest.mark.parametrize("name", ["copeland_vonneumann", "different_winners"])
def test_the_von_neumann_winner_is_uniform_on_the_first_three_arms_and_alone(name):
    winners = problem(name).winners()
    assert winners.unique
    assert winners.von_neumann[:3] == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("name", ["arxiv", "cyclic", "sushi", "arithmetic"])
def test_where_outcomes_are_drawn_the_condorcet_winner_is_the_borda_winner(name):
    winners = problem(name).winners()
    assert winners.condorcet == winners.borda == (0,)


def test_the_grid_can_be_played(shipped):
    made = resolve(Specification(experiments=tuple(shipped.values()))).units
    assert len(made) == 3 * 2 * 10 + 3 * 4 + 2 + 2 * 3 + 3 * 4 + 2 * 14


def test_quick_changes_nothing_but_the_number_of_runs(shipped):
    for each in shipped.values():
        small = quick(each)
        assert small.runs < each.runs / 5
        assert small.model_copy(update={"runs": each.runs}) == each
