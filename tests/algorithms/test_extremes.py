"""Every parameter of every algorithm at the ends of what floats and whole numbers are: it plays, or is refused."""

import contextlib
import types
import typing
import warnings

import pytest

from duelling.errors import HUGE, TINY, Doubt, InputError
from duelling.kernels import interpreted
from duelling.lab.identify import identify
from duelling.lab.simulate import simulate
from duelling.registry.facts import ALGORITHMS

pytestmark = pytest.mark.plain

ENDS = {
    float: [5e-324, 1e-308, TINY, 1e-17, 1 - 2**-53, 1 + 2**-52, HUGE, 1.7976931348623157e308],
    int: [0, 1, 2, 2**53, 2**63 - 1, 2**63],
}
GROUNDS = {
    "arms": "cyclic",
    "contexts": "contexts:arms=4,contexts=3,policies=20",
    "continuous": "continuous:quadratic,body=ball,dimension=2",
}


def ends(parameters):
    """The parameters that are numbers, each with each of its extreme values."""
    for name, parameter in parameters.items():
        optional = typing.get_origin(parameter.kind) in (types.UnionType, typing.Union)
        for kind in typing.get_args(parameter.kind) if optional else (parameter.kind,):
            for value in ENDS.get(kind, ()):
                yield {name: value}


@pytest.mark.slow
@pytest.mark.parametrize("name", ALGORITHMS.every())
def test_it_plays_or_is_refused(name):
    facts = ALGORITHMS.find(name)
    with interpreted(), warnings.catch_warnings():
        warnings.simplefilter("error")  # what is no number makes one
        warnings.simplefilter("ignore", Doubt)  # some assume more of the preferences than they are given here
        for given in ends(facts.parameters):
            for horizon in (1, 30):
                with contextlib.suppress(InputError):
                    simulate(GROUNDS[facts.world], [(name, given)], horizon=horizon, runs=1, threads=1)
        if facts.identify:
            how = {"runs": 1, "limit": 50, "threads": 1, "budget": 40 if facts.budgeted else None}
            for given in ends(facts.stopping_parameters):
                with contextlib.suppress(InputError):
                    identify("cyclic", (name, given), **how)
            for end, values in (("budget", ENDS[int]) if facts.budgeted else ("delta", ENDS[float]),):
                for value in values:
                    with contextlib.suppress(InputError):
                        identify("cyclic", name, **{**how, end: value})
