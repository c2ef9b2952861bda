"""The catalogue is computed from facts, answers what to use, and its page is current."""

from pathlib import Path

import pytest

from duelling.errors import UnknownName
from duelling.registry import catalogue
from duelling.registry.facts import ALGORITHMS, BANDITS

pytestmark = pytest.mark.plain

PAGE = Path(__file__).parents[2] / "docs" / "algorithms.md"


def test_the_page_is_current():
    assert PAGE.read_text() == catalogue.markdown(catalogue.select()), "run make docs"


def test_what_to_use_against_an_adversary_for_weak_borda_regret():
    found = [a.name for a in catalogue.select("borda", "weak", adversarial=True)]
    assert {"exp3+unif", "tsallis+unif", "exp3ix+unif", "exp3p+unif"} <= set(found)
    values = [catalogue.worth(ALGORITHMS.find(name), "borda") for name in found]
    known = [value for value in values if value is not None]
    assert known == sorted(known)
    assert values[: len(known)] == known


def test_a_name_that_is_not_known_is_refused():
    with pytest.raises(UnknownName, match="there is no winner 'bordaa': did you mean 'borda'"):
        catalogue.select("bordaa")
    with pytest.raises(UnknownName, match="regret must be one of weak, strong, got 'mild'"):
        catalogue.select(regret="mild")


def test_a_bound_without_constants_is_shown_by_its_order():
    place = catalogue.HEADINGS.index("bound")
    for name in ("if1", "if2", "btm", "ucb-multisbm", "rmed1", "rmed2fh", "ccb", "scb", "ecw-rmed", "d-ts", "spar2"):
        assert "ln" in catalogue.row(ALGORITHMS.find(name))[place]
    for name in ("rcs", "rmed2", "modified-beat-the-winner", "random"):  # for which nothing is proven
        assert catalogue.row(ALGORITHMS.find(name))[place] == ""
    assert not any(a.order and a.bounds for a in ALGORITHMS.every().values())


def test_the_table_of_bandits_says_what_is_proven_in_each_reduction():
    assert catalogue.reductions() == ["+unif", "-doubler", "-multisbm", "-sparring"]
    lines = {name: cells for name, *cells in catalogue.bandit_rows()}
    assert set(lines) == set(BANDITS)
    place = len(catalogue.BANDIT)
    proven = {name: cells[place : place + 4] for name, cells in lines.items()}
    assert proven["exp3"] == ["bound", "bound", "no theorem", "bound"]
    assert proven["ucb"] == ["bound", "bound", "order", "no theorem"]
    assert proven["thompson"] == ["order", "no theorem", "no theorem", "no theorem"]
    assert proven["sao"] == ["bound", "", "", "bound"]  # it must know the horizon
    assert all(cells[0] and cells[-2] for cells in lines.values())  # a rule and a reference


def test_every_filter_takes_away_and_none_adds():
    everything = catalogue.select()
    for settings in ({"winner": "copeland"}, {"regret": "weak"}, {"adversarial": True}, {"anytime": True}):
        some = catalogue.select(**settings)
        assert 0 < len(some) < len(everything)
        assert {a.name for a in some} <= {a.name for a in everything}
