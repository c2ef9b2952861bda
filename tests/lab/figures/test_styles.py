"""Styles of lines: the same for a name in every figure, and told apart within one."""

import subprocess
import sys
from typing import get_args

import numpy as np
import pytest

import duelling as du
from duelling.lab.figures import lines, plots, styles
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


def test_a_look_belongs_to_two_algorithms_of_a_world_at_most_and_in_one_figure_to_one():
    """There are more algorithms than looks."""
    looks = {}
    for name, facts in ALGORITHMS.every().items():
        looks.setdefault((facts.world, styles.style(name)), []).append(name)
    assert max(map(len, looks.values())) <= 2
    assert sum(len(names) == 2 for names in looks.values()) <= 4
    for names in looks.values():
        assert len(set(styles.styles(names))) == len(names)


def test_a_process_that_does_not_know_an_algorithm_draws_it_in_its_own_colour():
    """Figures are drawn in processes of their own, which load no file of a user."""
    with kept():
        facts = {"label": "Mine", "reference": "here", "winners": (), "regret": "weak", "cost": "O(1)"}
        mine = du.algorithm("mine", adversarial=False, anytime=True, family=("wine", 3), **facts)
        mine(lambda arms, horizon: None)
        (curve,) = plots.curves(["mine:x=1"], np.array([1, 2]), np.ones((1, 3, 2)))
    assert curve.look == (styles.COLOURS["wine"], 3) != styles.style("mine")
    (axes,) = plots.sheet([lines.Panel([curve])]).axes
    assert axes.lines[0].get_color() == styles.COLOURS["wine"]


def test_settings_of_one_algorithm_share_its_colour_and_differ_in_dashes():
    one, two, three = styles.styles(["exp3+unif", "exp3+unif:rate=utility", "exp3+unif:rate=anytime"])
    assert one.colour == two.colour == three.colour
    assert len({one, two, three}) == 3


def test_more_lines_than_dashes_still_draw():
    assert len(styles.styles([f"ws-w:x={k}" for k in range(9)])) == 9


def test_the_style_of_an_unknown_name_does_not_depend_on_the_process():
    code = "from duelling.lab.figures.styles import style; print(style('of-my-own'))"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": "7"}
    )
    assert run.stdout.strip() == str(styles.style("of-my-own"))
