"""Declared facts: parameters read from signatures, texts that users write, and errors that say what to change."""

import inspect
import re
from dataclasses import replace
from typing import Literal, get_args

import numpy as np
import pytest

from duelling.core.bounds import Bound
from duelling.core.concepts import CONCEPTS
from duelling.core.states import numbers
from duelling.errors import InputError
from duelling.registry import catalogue, facts
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS, BANDITS
from duelling.registry.parameters import Parameter, arguments_of
from duelling.registry.vocabulary import Source

pytestmark = pytest.mark.plain
BASELINES = ("random", "fixed")  # which look for nobody


@pytest.mark.parametrize("algorithm", ALGORITHMS.every().values(), ids=lambda a: a.name)
def test_every_algorithm_says_what_it_is(algorithm):
    assert algorithm.name == algorithm.name.lower()
    assert all([algorithm.label, algorithm.reference, algorithm.cost.startswith("O(")])
    assert algorithm.summary.endswith((".", "`"))
    assert "|" not in algorithm.label  # it stands in tables
    assert set(algorithm.winners) <= set(CONCEPTS)
    assert algorithm.winners or algorithm.name in BASELINES
    assert algorithm.regret in ("weak", "strong")
    assert (type(algorithm.adversarial), type(algorithm.anytime)) == (bool, bool)
    assert set(algorithm.bounds) <= set(CONCEPTS)
    for bound in algorithm.bounds.values():
        assert bound.formula
        assert set(bound.parameters) <= set(algorithm.parameters)
    for parameter in algorithm.parameters.values():
        assert parameter.default is not None or parameter.kind is not float
        text = str(parameter.default).lower()
        assert parameter.convert(text, algorithm.name) == parameter.default


def test_those_that_follow_no_publication_are_known():
    """Every other says what it follows; the words are typed."""
    everything = {**BANDITS.every(), **ALGORITHMS.every()}
    assert {each.source for each in everything.values()} == set(get_args(Source))
    assert {name for name, each in everything.items() if each.source == "own"} == {
        "random",
        "fixed",
        "borda-stop",
        "race",
        "champion",
        "serve+race",
    }


def test_an_algorithm_made_of_a_bandit_follows_what_the_bandit_follows():
    for name, each in BANDITS.every().items():
        made = [a for a in ALGORITHMS if re.fullmatch(rf"{name}(\+unif|-sparring|-doubler|-multisbm)", a)]
        assert len(made) >= 2
        assert {ALGORITHMS.find(a).source for a in made} <= {each.source}


def test_the_power_of_k_is_that_of_the_cost():
    """Where the text has one cost, they agree; where it has several, the first is the smallest."""
    powers = {"O(1)": 0, "O(log K)": 0, "O(K)": 1, "O(K²)": 2}
    for each in [*BANDITS.every().values(), *ALGORITHMS.every().values()]:
        first, *others = re.findall(r"O\([^)]*\)", each.cost)
        if first in powers and not others:
            assert each.growth == powers[first], each.name
        elif "while one arm duels itself" not in each.cost:
            assert each.growth >= powers.get(first, 0), each.name


def test_examples_are_settings_of_the_algorithm():
    examples = [(name, text) for name, each in ALGORITHMS.every().items() for text in each.examples]
    assert len(examples) > 10
    for name, text in examples:
        assert choice(f"{name}:{text}").parameters


@pytest.mark.parametrize("kind", [facts.algorithm, facts.bandit])
def test_the_keywords_of_a_declaration_are_typed(kind):
    """So an editor completes them, and Python itself refuses a wrong one."""
    keywords = list(inspect.signature(kind).parameters.values())
    assert (keywords[0].name, keywords[0].kind) == ("name", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    assert all(each.kind is inspect.Parameter.KEYWORD_ONLY for each in keywords[1:])
    assert all(each.annotation is not inspect.Parameter.empty for each in keywords)
    assert not {"start", "same_as"} & {each.name for each in keywords}


@pytest.mark.parametrize("kind", [facts.algorithm, facts.bandit])
def test_each_fact_has_a_sentence_that_help_shows(kind):
    for fact in arguments_of(kind).values():
        assert re.fullmatch(r"[A-Z].*\.", fact.about), fact.name
        assert f"{fact.name}: {fact.about}" in inspect.getdoc(kind)


@pytest.mark.parametrize("bandit", BANDITS.every().values(), ids=lambda b: b.name)
def test_every_bandit_says_what_it_is(bandit):
    assert all([bandit.label, bandit.reference, bandit.cost, bandit.start.__doc__])
    if bandit.bound is not None:
        value = bandit.bound.value(4, 1000, [0.1, 0.2, 0.3, 0.4])
        assert value is None or value > 0  # one with a parameter may need its value


def test_a_choice_is_a_name_with_parameters():
    chosen = choice("exp3+unif:rate=utility,eta=0.25")
    assert chosen.algorithm is ALGORITHMS.find("exp3+unif")
    assert chosen.parameters == {"rate": "utility", "eta": 0.25}
    assert chosen.start(4, 10).bandit.eta == 0.25
    assert choice("fixed:first=2,second=1").start(3, 10) == (2, 1)
    assert choice("ws-w:").parameters == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("exp3+uniff", "there is no algorithm 'exp3\\+uniff': did you mean 'exp3\\+unif'"),
        ("exp3+unif:ratee=utility", "there is no parameter of exp3\\+unif 'ratee': did you mean 'rate'"),
        ("exp3+unif:rate", "parameters of exp3\\+unif must be written parameter=value, got 'rate'"),
        ("exp3+unif:rate=slow", "rate of exp3\\+unif must be one of borda, utility, anytime, got 'slow'"),
        ("exp3+unif:eta=fast", "eta of exp3\\+unif must be a number, got 'fast'"),
        ("exp3+unif:eta=1,eta=2", "eta of exp3\\+unif must be given once, got 'eta=1,eta=2'"),
        ("fixed:first=1.5", "first of fixed must be a whole number, got '1.5'"),
        ("ws-w:beta=2", "ws-w has no parameters, got 'beta=2'"),
    ],
)
def test_bad_choices_say_what_to_change(text, message):
    with pytest.raises(InputError, match=message):
        choice(text)


@pytest.mark.parametrize(
    ("arms", "horizon", "message"),
    [
        (1, 10, "arms must be a whole number from 2 on, got 1"),
        (2.5, 10, "arms must be a whole number from 2 on, got 2.5"),
        (3, 0, "horizon must be a whole number from 1 on, got 0"),
        (3, True, "horizon must be a whole number from 1 on, got True"),
    ],
)
def test_a_start_needs_arms_and_a_horizon(arms, horizon, message):
    with pytest.raises(InputError, match=message):
        choice("ws-w").start(arms, horizon)


def test_parameters_come_from_the_signature():
    def start(
        arms, horizon, *, a: "float" = 1.0, b: int | None = None, c: Literal["x", "y"] = "x", d=2, e: bool = True
    ):
        """What it does.

        More.
        """

    found = facts.parameters_of(start)
    assert list(found) == ["a", "b", "c", "d", "e"]
    assert found["a"] == Parameter("a", float, 1.0)
    assert found["a"].convert("1e-3", "m") == 0.001
    assert found["b"].convert("none", "m") is None
    assert found["b"].convert("4", "m") == 4
    assert found["c"].convert("y", "m") == "y"
    assert found["d"].convert("text", "m") == "text"
    assert [found["e"].convert(word, "m") for word in ("true", "false")] == [True, False]
    with pytest.raises(InputError, match="e of m must be true or false, got 'yes'"):
        found["e"].convert("yes", "m")
    with pytest.raises(InputError, match="a of m must be a number, got 'none'"):
        found["a"].convert("none", "m")


def test_declaring():
    about = {
        "label": "Mine",
        "reference": "here",
        "winners": ("borda",),
        "regret": "weak",
        "adversarial": False,
        "anytime": True,
        "cost": "O(1)",
    }

    def start(arms, horizon, *, size: float = 1.0):
        """A summary.

        And more.
        """

    assert (
        facts.algorithm(
            "mine", bounds={"borda": Bound("T size", lambda K, T, P, size=1.0: T * size, ("size",))}, **about
        )(start)
        is start
    )
    mine = facts.ALGORITHMS.find("mine")
    assert mine.summary == "A summary."
    assert mine.bound("borda", 3, 10) == 10
    assert mine.bound("borda", 3, 10, size=2) == 20
    assert mine.bound("borda", 3, 10, other=2) is None
    assert mine.bound("copeland", 3, 10) is None
    facts.algorithm("mine", **about)(start)  # again from the same module
    with pytest.raises(InputError, match="the algorithm name 'ws-w' is taken, choose another"):
        facts.algorithm("ws-w", **about)(start)
    with pytest.raises(InputError, match="there is no winner 'kondorcet': did you mean 'condorcet'"):
        facts.algorithm("other", **about | {"winners": ("kondorcet",)})(start)
    with pytest.raises(InputError, match="regret must be one of weak, strong, got 'mild'"):
        facts.algorithm("other", **about | {"regret": "mild"})(start)
    with pytest.raises(InputError, match="source must be one of paper, author's code, description, own, got 'rumour'"):
        facts.algorithm("other", **about | {"source": "rumour"})(start)
    with pytest.raises(InputError, match=r"family\[0\] must be one of blue, .*, got 'mauve'"):
        facts.algorithm("other", **about | {"family": ("mauve", 0)})(start)
    with pytest.raises(InputError, match=r"winners must be a tuple of names, as in \('borda',\), got 'borda'"):
        facts.algorithm("other", **about | {"winners": "borda"})(start)
    for name in ("my own", "mine:x", "mine,yours", "", 7):
        with pytest.raises(InputError, match=r"the name of an algorithm must be letters, digits, .*, got "):
            facts.algorithm(name, **about)(start)
    with pytest.raises(TypeError, match="missing 1 required keyword-only argument: 'cost'"):
        facts.algorithm("other", **{name: about[name] for name in about if name != "cost"})
    with pytest.raises(TypeError, match="unexpected keyword argument 'lable'"):
        facts.algorithm("other", lable="x", **about)
    assert "other" not in facts.ALGORITHMS


@pytest.mark.parametrize("declare", [facts.algorithm, facts.bandit])
def test_a_parameter_that_nobody_could_set_is_refused(declare):
    about = {"label": "", "reference": "", "adversarial": False, "anytime": True, "cost": ""}
    if declare is facts.algorithm:
        about |= {"winners": (), "regret": "weak"}

    def start(arms, horizon, size=1.0):
        """A summary."""

    with pytest.raises(
        InputError, match=r"start of other must have '\*,' before its parameters, .*horizon, \*, size\)"
    ):
        declare("other", **about)(start)
    with pytest.raises(InputError, match=r"the name of an? \w+ must be letters, digits, .*, got 'my own'"):
        declare("my own", **about)(start)


def test_an_unknown_algorithm_may_be_in_a_file():
    with pytest.raises(
        InputError, match=r"no algorithm 'etc': did you mean '[\w-]+'\? \(du.load\(FILE\) adds your own\)$"
    ):
        choice("etc")
    with pytest.raises(InputError, match=r"there is no parameter of rucb 'alfa': did you mean 'alpha'\?$"):
        choice("rucb:alfa=1")
    with pytest.raises(InputError, match=r"no algorithm 'qqqqqqqq': du.select.. lists them, and du.load.FILE. adds"):
        choice("qqqqqqqq")


def test_a_list_of_algorithms_can_be_read():
    assert repr([ALGORITHMS.find("rucb"), ALGORITHMS.find("ws-w")]) == "[Algorithm('rucb'), Algorithm('ws-w')]"


SETTINGS = [*ALGORITHMS.every(), *(f"{name}:{text}" for name, a in ALGORITHMS.every().items() for text in a.variants)]


def test_settings_that_change_facts_are_known():
    falling = {f"{name}:rate=anytime" for name in ("exp3+unif", "exp3ix+unif", "exp3ix-sparring", "rex3")}
    assert {text for text in SETTINGS if ":" in text} == falling | {"exp3-sparring:rate=fixed", "soda:rate=fixed"}


@pytest.mark.parametrize("text", [text for text in SETTINGS if choice(text).algorithm.world == "arms"])
def test_who_is_anytime_starts_in_the_same_way_for_every_horizon(text):
    """Under its settings; and who is not under settings that say so does not."""
    one, other = (numbers(choice(text).start(4, horizon)) for horizon in (1000, 10**6))
    alike = len(one) == len(other) and np.array_equal(one, other)
    assert alike if choice(text).algorithm.anytime else not alike or ":" not in text


def test_facts_hold_under_the_settings():
    fixed, falling = choice("exp3+unif").algorithm, choice("exp3+unif:rate=anytime").algorithm
    assert (fixed.anytime, fixed.cost, fixed.growth) == (False, "O(log K)", 0)
    assert (falling.anytime, falling.cost, falling.growth) == (True, "O(K)", 1)
    assert choice("exp3-sparring:rate=fixed").algorithm.anytime is False
    assert choice("exp3+unif:rate=utility").algorithm is fixed


def test_the_page_of_an_algorithm_says_what_differs_under_a_setting():
    assert catalogue.variants(ALGORITHMS.find("exp3+unif")) == {"rate=anytime": "anytime, a round costs O(K)"}
    assert catalogue.variants(ALGORITHMS.find("soda")) == {"rate=fixed": "the horizon must be known"}
    only_growth = replace(ALGORITHMS.find("soda"), variants={"rate=paper": {"growth": 2}})
    assert catalogue.variants(only_growth) == {}
