"""Styles of lines: the same for a name in every figure, and told apart within one."""

import itertools
import subprocess
import sys
from typing import get_args

import numpy as np
import pytest

import duelling as du
from duelling.lab.figures import lines, plots, styles
from duelling.lab.figures.colours import contrast, shade
from duelling.registry.facts import ALGORITHMS
from duelling.registry.known import kept
from duelling.registry.vocabulary import Colour

pytestmark = pytest.mark.plain


def test_a_name_has_one_style_in_every_company():
    for name in [*ALGORITHMS, "of-my-own"]:
        assert styles.styles([name]) == [styles.style(name)]
    assert styles.styles(["rucb", "ws-w"])[1] == styles.styles(["ws-w", "btm", "rucb"])[0]


def test_every_algorithm_of_the_catalogue_has_a_family():
    assert [name for name, facts in ALGORITHMS.every().items() if facts.family is None] == []
    assert {name for name, facts in ALGORITHMS.every().items() if facts.family[0] == "grey"} == {"random", "fixed"}
    assert set(styles.COLOURS) == set(get_args(Colour))
    assert all(0 <= facts.family[1] < len(styles.DASHES) for facts in ALGORITHMS.every().values())


def test_a_look_belongs_to_three_algorithms_of_a_world_at_most_and_in_one_figure_to_one():
    """There are more algorithms than looks."""
    looks = {}
    for name, facts in ALGORITHMS.every().items():
        looks.setdefault((facts.world, styles.style(name)), []).append(name)
    assert max(map(len, looks.values())) <= 3
    for names in looks.values():
        assert len(set(styles.styles(names))) == len(names)


def test_a_process_that_does_not_know_an_algorithm_draws_it_in_its_own_colour():
    """Figures are drawn in processes of their own, which load no file of a user."""
    with kept():
        facts = {"label": "Mine", "reference": "here", "winners": (), "regret": "weak", "cost": "O(1)"}
        mine = du.algorithm("mine", adversarial=False, anytime=True, family=("wine", 3), **facts)
        mine(lambda arms, horizon: None)
        (curve,) = plots.curves(["mine:x=1"], np.array([1, 2]), np.ones((1, 3, 2)))
    wine = shade(styles.COLOURS["wine"], 3)
    assert curve.look == (wine, 3) != styles.style("mine")
    (axes,) = plots.sheet([lines.Panel([curve])]).axes
    assert axes.lines[0].get_color() == wine


@pytest.mark.parametrize("names", [["exp3+unif", "exp3+unif:rate=utility", "exp3+unif:rate=anytime"], ["ws-w", "ws-s"]])
def test_relatives_differ_in_their_shades_and_in_their_dashes(names):
    found = styles.styles(names)
    assert len({each.colour for each in found}) == len({each.dash for each in found}) == len(names)
    for one, two in itertools.combinations(found, 2):
        assert contrast(one.colour, two.colour) > 1.3


def test_more_lines_than_dashes_still_draw():
    assert len(styles.styles([f"ws-w:x={k}" for k in range(9)])) == 9


def test_the_style_of_an_unknown_name_does_not_depend_on_the_process():
    code = "from duelling.lab.figures.styles import style; print(style('of-my-own'))"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "7"}
    )
    assert run.stdout.strip() == str(styles.style("of-my-own"))
