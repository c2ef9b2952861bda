"""Every parameter of the package has a sentence, and every text with parameters is read by one function."""

import re
from typing import Annotated

import pytest

import duelling as du
from duelling.errors import InputError
from duelling.registry.facts import ALGORITHMS, BANDITS
from duelling.registry.makers import MAKERS
from duelling.registry.parameters import arguments_of, parameters_of, settings

pytestmark = pytest.mark.plain


def owners():
    """Each function with parameters that a user sets, with them."""
    for name, facts in ALGORITHMS.every().items():
        yield name, facts.parameters
        if facts.identify:
            yield f"identify {name}", parameters_of(facts.identify)
    for name, facts in BANDITS.every().items():
        yield name, parameters_of(facts.start)
    for name, facts in MAKERS.every().items():
        yield name, facts.parameters()


@pytest.mark.parametrize(("owner", "parameters"), [pytest.param(*each, id=each[0]) for each in owners()])
def test_each_parameter_has_a_plain_sentence(owner, parameters):
    for name, parameter in parameters.items():
        assert re.fullmatch(r"[A-Z].{9,108}\.", parameter.about), f"{name} of {owner}: {parameter.about!r}"
        assert "|" not in parameter.about


def test_makers_have_parameters():
    assert {name for name, maker in MAKERS.every().items() if not maker.parameters()} == set()


def test_an_annotation_holds_the_type_and_the_sentence():
    def start(arms, *, a: Annotated[float | None, "How far."] = None, b: int = 1, c: Annotated[str, 7, "Who."] = ""):
        """Nothing."""

    found = arguments_of(start)
    assert [(p.kind, p.about) for p in found.values()] == [
        (str, ""), (float | None, "How far."), (int, ""), (str, "Who."),
    ]  # fmt: skip
    assert settings("m", ["a=none", "b=3"], parameters_of(start)) == {"a": None, "b": 3}


def test_one_without_a_default_is_shown_as_a_user_would_write_it():
    def start(arms, horizon, *, far: float):
        """Nothing."""

    with pytest.raises(InputError, match=re.escape("far of keeper must be given, as in 'keeper:far=...', got ''")):
        settings("keeper", [], parameters_of(start))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{}:rate", "parameters of {} must be written parameter=value, got 'rate'"),
        ("{}:ratee=1", "there is no parameter of {} 'ratee'"),
    ],
)
def test_algorithms_and_problems_are_refused_in_the_same_words(text, message):
    for name, read in (("rucb", du.choice), ("flips", du.problem), ("contexts", du.problem)):
        with pytest.raises(InputError, match=re.escape(message.format(name))):
            read(text.format(name))
