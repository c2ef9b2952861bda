"""What core/operators tells numba is what numba finds by itself."""

import importlib
import itertools
import operator

import pytest

from duelling.core import jit as jit_module

pytestmark = pytest.mark.compiled
OF_NUMBERS = ("add", "sub", "mul", "iadd", "isub", "imul", "truediv", "itruediv", "lt", "le", "gt", "ge", "eq", "ne")
EVERY = (*OF_NUMBERS, "bool", "getitem", "setitem")


@pytest.fixture(scope="module")
def context():
    """What numba knows about types."""
    jit_module._compiler()
    context = importlib.import_module("numba.core.registry").cpu_target.typing_context
    context.refresh()
    return context


def function(name):
    return bool if name == "bool" else getattr(operator, name)


def asked(name):
    """The types of arguments to try, among them many that the rule leaves to numba."""
    types = importlib.import_module("numba.core.types")
    small = (types.int8, types.int16, types.int32)
    numbers = (types.int64, types.float64, *small, types.boolean, types.uint64, types.float32, types.complex128)
    if name in OF_NUMBERS:
        return list(itertools.product(numbers, repeat=2))
    shapes = ((1, "C", False), (1, "A", True), (2, "C", False), (2, "F", False), (3, "A", False))
    entries = (types.int64, types.int8, types.float64, types.boolean, types.float32)
    arrays = [types.Array(entry, *shape) for entry in entries for shape in shapes]
    if name == "bool":
        return [(kind,) for kind in (*numbers, *arrays)]
    whole, part = (types.int64, types.int32, types.uint64), types.slice2_type
    tuples = [types.Tuple(each) for count in (1, 2, 3) for each in itertools.product((*whole, part), repeat=count)]
    values = [] if name == "getitem" else [(types.int64, types.float64, types.int8, types.float32)]
    return list(itertools.product(arrays, [*whole, types.boolean, part, *tuples], *values))


def rules(context, name, ours):
    """The function as numba knows it, with the rule of this package alone or with all others."""
    known = context.resolve_value_type(function(name))
    kept = [each for each in known.templates if (each.metadata.get("target") == "cpu") == ours]
    assert len(kept) == (1 if ours else len(known.templates) - 1)
    return type(known)(tuple(kept))


def answers(context, name):
    """What the rule of this package says, where it says something."""
    (rule,) = rules(context, name, ours=True).templates
    said = {kinds: rule(context).apply(kinds, {}) for kinds in asked(name)}
    return {kinds: answer for kinds, answer in said.items() if answer}


@pytest.mark.parametrize("name", EVERY)
def test_the_types_are_those_that_numba_finds(context, name):
    said, others = answers(context, name), rules(context, name, ours=False)
    assert 0 < len(said) < len(asked(name))
    assert said == {kinds: others.get_call_type(context, kinds, {}) for kinds in said}


@pytest.mark.parametrize("name", EVERY)
def test_the_rule_is_asked_first(context, name, monkeypatch):
    """If numba asked it later, all would go on as before, but slowly."""
    known = context.resolve_value_type(function(name))
    kinds, answer = next(iter(answers(context, name).items()))
    for each in known.templates:
        if each.metadata.get("target") != "cpu":
            monkeypatch.setattr(each, "apply", None)
    assert known.get_call_type(context, kinds, {}) == answer, "numba has changed: mend core/operators.py, _declare"
