"""Makers of problems: what a text sets, and what it must not say."""

from pathlib import Path

import pytest

from duelling.errors import Conflict, InputError
from duelling.registry.makers import MAKERS, examples, maker, reader
from duelling.registry.parameters import Parameter

pytestmark = pytest.mark.plain


def declare():
    @maker("twins", example="twins:arms=2")
    def twins(arms: int, gap: float = 0.5) -> tuple[int, float]:
        """Arms in pairs.

        More about them.
        """
        return arms, gap

    return MAKERS.find("twins")


def test_a_text_sets_the_arguments_of_the_function():
    made = declare()
    assert made.read("arms=4,gap=0.25", Path()) == (4, 0.25)
    assert made.read("arms=4", Path()) == (4, 0.5)
    assert (made.summary, made.examples) == ("Arms in pairs.", ("twins:arms=2",))
    assert list(made.parameters()) == ["arms", "gap"]
    assert "twins:arms=2" in examples()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "arms of twins must be given, as in 'twins:arms=2', got ''"),
        ("arms=two", "arms of twins must be a whole number, got 'two'"),
        ("arm=2", "there is no parameter of twins 'arm': did you mean 'arms'"),
        ("arms=2,arms=3", "arms of twins must be given once"),
    ],
)
def test_a_bad_text_is_one_line(text, message):
    with pytest.raises(InputError, match=message):
        declare().read(text, Path())


def test_a_reader_sees_the_text_itself_and_where_paths_begin():
    @reader("lists", examples=("lists:FILE",), parameters={"smooth": Parameter("smooth", float, 0.0)})
    def read(text, folder):
        """A file of lists."""
        return text, folder

    found = MAKERS.find("lists")
    assert found.read("a b=c,d", Path("there")) == ("a b=c,d", Path("there"))
    assert list(found.parameters()) == ["smooth"]


def test_a_maker_of_this_package_keeps_its_name():
    with pytest.raises(Conflict, match="the problem name 'flips' is taken"):
        maker("flips", example="flips:arms=2")(lambda arms: None)


def test_an_example_that_is_made_of_parameters_makes_a_problem():
    """Others say how a text begins."""
    whole = [example for example in examples() if all("=" in part for part in example.partition(":")[2].split(","))]
    assert len(whole) > 3
    for example in whole:
        name, _, rest = example.partition(":")
        assert MAKERS.find(name).read(rest, Path()).name
