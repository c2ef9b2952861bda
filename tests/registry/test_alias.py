"""Another name of an algorithm: a row of its own, and not one number that differs."""

import json

import numpy as np
from typer.testing import CliRunner

import duelling as du
from duelling.cli.commands import app
from duelling.registry import catalogue
from duelling.registry.choice import choice
from duelling.registry.facts import ALGORITHMS
from duelling.testing.playing import play

OWN = {"name", "label", "reference", "same_as"}


def test_an_alias_starts_the_same_state_with_the_same_parameters():
    ours, theirs = ALGORITHMS.find("versatile-db"), ALGORITHMS.find("tsallis-sparring")
    assert (ours.name, ours.label, ours.same_as) == ("versatile-db", "Versatile-DB", "tsallis-sparring")
    assert (ours.start, ours.parameters, ours.bounds) == (theirs.start, theirs.parameters, theirs.bounds)
    assert choice("versatile-db:estimator=rv").parameters == {"estimator": "rv"}


def test_an_alias_plays_the_same_duels():
    for settings in ("", ":estimator=rv"):
        ours, theirs = (
            play(choice(name + settings).start(5, 300), 300, np.random.default_rng(4))
            for name in ("versatile-db", "tsallis-sparring")
        )
        assert ours == theirs


def test_an_alias_has_the_same_regret():
    result = du.simulate("cyclic", ["versatile-db", "tsallis-sparring"], horizon=200, runs=3, winner="condorcet")
    np.testing.assert_array_equal(*result.strong)


def test_the_catalogue_says_whose_name_it_is():
    ours, theirs = (catalogue.facts(ALGORITHMS.find(name)) for name in ("versatile-db", "tsallis-sparring"))
    assert {key for key in ours if ours[key] != theirs[key]} == OWN
    assert catalogue.row(ALGORITHMS.find("versatile-db"))[-1].endswith("; the same as tsallis-sparring")
    shown = CliRunner().invoke(app, ["algorithms", "versatile-db"])
    assert "the same as" in shown.output
    listed = json.loads(CliRunner().invoke(app, ["algorithms", "--json"]).output)
    assert [row["name"] for row in listed if row["same_as"]] == ["versatile-db"]
