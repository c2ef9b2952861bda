"""`duelling algorithms`: the catalogue, one algorithm, and what to use."""

import pytest

from duelling.registry.facts import ALGORITHMS
from tests.helpers.commands import EXAMPLE, ask, ask_json

pytestmark = pytest.mark.plain


def test_algorithms_lists_the_catalogue(capsys):
    listed = ask_json(capsys, "algorithms")
    assert [each["name"] for each in listed] == sorted(ALGORITHMS)
    wanted = {"name", "label", "reference", "winners", "regret", "anytime", "adversarial"}
    assert all(wanted <= set(each) for each in listed)
    text = ask(capsys, "algorithms")
    assert all(each["name"] in text and each["label"] in text for each in listed)


@pytest.mark.parametrize("name", ["exp3+unif", "ws-w", "random", "btm"])
def test_an_algorithm_in_full(capsys, name):
    known, fact = ask_json(capsys, "algorithms", name), ALGORITHMS.find(name)
    assert [each["name"] for each in known["parameters"]] == list(fact.parameters)
    assert [each["name"] for each in known["stopping_parameters"]] == ["epsilon", "gamma"] * (name == "btm")
    assert known["bounds"] == {winner: bound.formula for winner, bound in fact.bounds.items()}
    text = ask(capsys, "algorithms", name)
    assert all(word in text for word in (fact.label, fact.reference, *fact.parameters, *known["bounds"].values()))
    assert ("epsilon" in text) == (name == "btm")  # which has it only where it stops by itself
    lines = [line for line in text.split("Parameters")[0].splitlines() if line.strip()]
    assert len(lines) == len(set(lines))  # no fact is told twice


def test_kinds_of_parameters_have_names_for_people():
    from typing import Literal

    from duelling.registry.catalogue import kind_name

    kinds = {float: "number", int | None: "whole number", bool: "true or false", Literal["a", "b"]: "a | b"}
    assert [kind_name(kind) for kind in kinds] == list(kinds.values())
    assert kind_name(Literal["a"] | float) == "a | number"


def test_a_loaded_algorithm_is_in_the_catalogue(capsys):
    assert "keeper" in [each["name"] for each in ask_json(capsys, "algorithms", "--load", EXAMPLE)]
    assert ask_json(capsys, "algorithms", "keeper", "--load", EXAMPLE)["parameters"] == [
        {"name": "chance", "type": "number", "default": 0.01, "about": "How often it starts afresh."}
    ]


def test_nothing_is_said_against_the_reference_of_an_own_algorithm(capsys):
    text = " ".join(ask(capsys, "algorithms", "keeper", "--load", EXAMPLE).split())
    assert "reference nobody yet source own: no paper, code or description is named" in text


def test_algorithms_answers_what_to_use(capsys):
    found = ask_json(capsys, "algorithms", "--for", "borda", "--regret", "weak", "--adversarial")
    assert found[0]["name"] == "exp3+unif"
    assert all("borda" in each["winners"] and each["adversarial"] for each in found)
    text = ask(capsys, "algorithms", "--for", "von-neumann", "--anytime")
    assert "vn+unif" in text
    assert "ws-w" not in text
    assert ask(capsys, "algorithms", "--markdown").startswith("# The catalogue")


def test_one_algorithm_tells_what_it_does_with_votes(capsys):
    text = " ".join(ask(capsys, "algorithms", "tsallis+unif").split())
    assert "can be rebuilt from its votes yes duels an arm with itself no" in text
    assert "the second arm uniform over the others" in text
    points = ask(capsys, "algorithms", "dbgd")
    assert "rebuilt" in points
    assert "the second arm" not in points  # of which nothing is said
    assert ask_json(capsys, "algorithms", "ws-w")["folds"] is False
