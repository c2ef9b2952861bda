"""A page of prose from the compiler becomes one line that names file, line and cause."""

import re
from typing import NamedTuple

import numpy as np
import pytest

from duelling.core.jit import entry, generic, jit
from duelling.core.protocol import choose
from duelling.registry.compiler_messages import STAGE, compile_errors, explain

HERE = {__file__}
CHANGED = "numba says this in other words now: mend registry/compiler_messages.py"


def test_reports_that_are_written_out():
    from numba.core.errors import NumbaError

    pipeline = f"{STAGE} (step: nopython frontend)\n"
    report = f"{pipeline}outer\n  {pipeline}  the reason\n\nDuring: typing of call at mine.py (7)\n"
    mine = {"mine.py"}
    assert explain(NumbaError(report), mine).startswith("cannot compile mine.py, line 7: the reason (")
    assert explain(NotImplementedError("no place"), mine).startswith("cannot compile mine.py: no place (")
    assert explain(NotImplementedError(), mine).startswith("cannot compile mine.py: NotImplementedError (")
    missing = "No implementation of function Function(<function update at 0x7f>) found for signature:"
    said = "mine.py: update is not known for the state State: add update.register(State, function)"
    assert said in explain(NumbaError(missing), mine)
    shown = f"{missing}\n\n >>> update(Keeper(int64, array(float64, 1d, C)), Literal[int](1))\n"
    assert said.replace("State", "Keeper") in explain(NumbaError(shown), mine)
    unbound = missing.replace("update", "helper") + (
        "\n  TypingError: Cannot bind 'args=(int64,) kws={}' to signature '(x: a.B, y)' due to \"TypeError: many\"\n"
    )
    assert "mine.py: helper takes (x, y): call it with these arguments (" in explain(NumbaError(unbound), mine)
    verb = explain(NumbaError(unbound.replace("helper", "update")), mine)
    assert "mine.py: update must take (state, t, duel, outcome), got (x, y) (" in verb
    bold = "\x1b[1mUntyped global name 'pick':\x1b[0m Cannot determine Numba type of <class 'function'>"
    assert "mine.py: pick is not compiled: put @jit (from duelling.kernels) above" in explain(NumbaError(bold), mine)
    told = bold + '\n\nFile "../mine.py", line 3:\n\nFile "mine.py", line 9:\n'
    assert explain(NumbaError(told), mine).startswith("cannot compile mine.py, line 9: pick is")
    assert explain(NumbaError(report), set()) is None


# What numba itself says: these fail if another version of numba says it in other words.


@generic
def greet(state):
    """A verb that nobody registers."""


@jit
def half(x):
    return x / 2


class Keeper(NamedTuple):
    arms: int


@entry
def unknown_verb():
    return greet(Keeper(1))


@entry
def wrong_number_of_arguments(x):
    return half(x, x)


@entry
def no_such_attribute(x):
    return x.nothing


def report(kernel, *arguments) -> str:
    with pytest.raises(compile_errors()) as caught:
        kernel(*arguments)
    return explain(caught.value, HERE)


@pytest.mark.compiled
def test_numba_still_names_the_function_that_has_no_implementation():
    line = report(unknown_verb)
    assert "greet is not known for the state Keeper: add greet.register(Keeper, function)" in line, CHANGED


@pytest.mark.compiled
def test_numba_still_says_that_arguments_cannot_be_bound():
    assert "half takes (x): call it with these arguments" in report(wrong_number_of_arguments, 1.0), CHANGED


@pytest.mark.compiled
def test_numba_still_names_file_and_line_and_begins_each_report_alike():
    line = report(no_such_attribute, 1.0)
    found = re.match(rf"cannot compile {re.escape(__file__)}, line (\d+): (.*) \(NUMBA_DISABLE_JIT=1", line)
    assert found, CHANGED
    code = no_such_attribute.py_func.__code__
    assert int(found[1]) in range(code.co_firstlineno, code.co_firstlineno + 3), CHANGED
    assert "nothing" in found[2], CHANGED


def untold(x):
    return x


@entry
def calls_what_is_not_compiled(x):
    return untold(x)


@pytest.mark.compiled
def test_numba_still_names_a_helper_that_is_not_compiled():
    line = report(calls_what_is_not_compiled, 1.0)
    begin = calls_what_is_not_compiled.py_func.__code__.co_firstlineno
    assert f"line {begin + 2}: untold is not compiled: put @jit (from duelling.kernels) above it" in line, CHANGED


@entry
def sets_a_field(s):
    s.arms = 2


@pytest.mark.compiled
def test_numba_still_names_a_field_that_is_set():
    with pytest.raises(NotImplementedError) as caught:
        sets_a_field(Keeper(1))
    line, number = explain(caught.value, HERE), sets_a_field.py_func.__code__.co_firstlineno + 2
    assert f"line {number}: arms of the state Keeper cannot be set: keep it in an array" in line, CHANGED


class Silent(NamedTuple):
    arms: int


class Paired(NamedTuple):
    arms: int


def _choose_nothing(s: Silent, t, rng):
    pass


def _choose_a_tuple(s: Paired, t, rng):
    return 0, s.arms


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("state", "function", "got"), [(Silent(1), _choose_nothing, "None"), (Paired(1), _choose_a_tuple, "a tuple")]
)
def test_numba_still_says_that_something_else_was_returned_than_a_duel(state, function, got, tmp_path, monkeypatch):
    names, other = {"choose": choose}, tmp_path / "loop.py"  # the loop is in no file of the user
    other.write_text("def first(s, rng):\n    return choose(s, 1, rng).first\n")
    exec(compile(other.read_text(), str(other), "exec"), names)
    monkeypatch.setitem(choose.written, type(state), function)
    line = report(entry(names["first"]), state, np.random.default_rng(0))
    said = "choose must return a Duel, as in Duel(first, second, 1.0, 1.0), got"
    assert f"line {function.__code__.co_firstlineno}: {said} {got}" in line, CHANGED
