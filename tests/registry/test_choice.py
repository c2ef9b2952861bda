"""A choice: an algorithm with parameters, as text or in Python, that plays to a horizon or stops by itself."""

import numpy as np
import pytest

import duelling as du
from duelling.core.states import numbers
from duelling.errors import InputError, command_line
from duelling.registry.choice import choice, written
from duelling.registry.facts import ALGORITHMS

pytestmark = pytest.mark.plain

STOPPING = [name for name, facts in ALGORITHMS.every().items() if facts.identify]


def test_a_choice_that_stops_is_started_like_any_other():
    chosen = choice("btm:epsilon=0.2", identify=True)
    ours, theirs = chosen.start(3, 100), ALGORITHMS.find("btm").identify(3, delta=0.05, epsilon=0.2)
    assert type(ours) is type(theirs)
    np.testing.assert_array_equal(numbers(ours), numbers(theirs))


@pytest.mark.parametrize("name", STOPPING)
def test_where_it_stops_the_horizon_does_not_matter_and_delta_or_the_budget_does(name):
    ends = [{"budget": 40}, {"budget": 80}] if ALGORITHMS.find(name).budgeted else [{"delta": 0.01}, {"delta": 0.2}]
    strict, loose = (choice(name, identify=True, **end) for end in ends)
    np.testing.assert_array_equal(numbers(strict.start(4)), numbers(strict.start(4, 17)))
    assert not np.array_equal(numbers(strict.start(4)), numbers(loose.start(4)))


def test_one_that_plays_needs_a_horizon():
    with pytest.raises(InputError, match="horizon must be a whole number from 1 on, got None"):
        choice("rucb").start(3)
    with pytest.raises(InputError, match="arms must be a whole number from 2 on, got 1"):
        choice("savage", identify=True).start(1)


def test_parameters_may_come_in_a_dict():
    values = {"rate": "utility", "eta": 0.25}
    assert choice(("exp3+unif", values)) == choice("exp3+unif:rate=utility,eta=0.25")
    assert values == {"rate": "utility", "eta": 0.25}
    assert choice(("rcs", {"count_fallback_only": True})).parameters == {"count_fallback_only": True}
    assert choice(("rcs", {"count_fallback_only": np.bool_(False)})).parameters == {"count_fallback_only": False}
    assert choice(("beat-the-winner-reset", {"gap": None})).parameters == {"gap": None}
    assert choice(("rucb", {"alpha": np.float64(0.1) + 0.2})).parameters == {"alpha": 0.1 + 0.2}
    assert choice(("rucb", {})).text == "rucb"
    assert choice(("btm", {"epsilon": 0.5}), identify=True).parameters == {"epsilon": 0.5}


def test_a_choice_is_its_own_choice():
    chosen = choice("rucb:alpha=0.6")
    assert choice(chosen) is chosen
    stops = choice(choice("savage"), identify=True, delta=0.1)
    assert stops.delta == 0.1
    assert choice(stops, identify=True, delta=0.1) is stops
    assert choice(stops, identify=True, delta=0.2).delta == 0.2
    assert choice(stops).delta is None
    assert written(chosen) == "rucb:alpha=0.6"


@pytest.mark.parametrize("given", [[{"name": "rucb"}], {"rucb": 0.6}, [["rucb", {}]]])
def test_what_names_no_algorithm_is_one_line(given):
    with pytest.raises(InputError, match="algorithm must be a name, or a name and its parameters in a dict, got"):
        du.simulate("cyclic", given, horizon=20, runs=1)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("rucb", "alpha=0.51"), "algorithm must be a name, or a name and its parameters in a dict"),
        (("rucb",), "algorithm must be a name, or a name and its parameters in a dict"),
        (("rucb", {"alfa": 1}), "there is no parameter of rucb 'alfa': did you mean 'alpha'"),
        (("rucb", {"alpha": "wide"}), "alpha of rucb must be a number, got 'wide'"),
        (("rucb", {"version": None}), "version of rucb must be one of icml, arxiv, got 'none'"),
    ],
)
def test_bad_parameters_in_python_are_refused_as_in_a_text(given, message):
    with pytest.raises(InputError, match=message):
        choice(given)


def test_a_name_may_be_written_in_any_case_or_as_the_label_of_figures():
    for name, facts in ALGORITHMS.every().items():
        assert written(name.upper()) == written(facts.label) == name
    assert written("RUCB alpha=0.51") == written({"Rucb": {"alpha": 0.51}}) == "rucb:alpha=0.51"
    assert choice("WS-W").text == "ws-w"


def test_algorithms_that_are_joined_by_commas_are_told_apart():
    with pytest.raises(
        InputError, match=r"algorithm must be one name, got 'rucb,ws-w': give a list, \[\"rucb\", \"ws-w\"\]"
    ):
        choice("rucb,ws-w")
    with command_line(), pytest.raises(InputError, match="separate them by blanks, as in rucb ws-w"):
        choice("rucb,ws-w")
