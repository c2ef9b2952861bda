"""A page of prose from the compiler becomes one line that names file, line and cause."""

import re
from typing import NamedTuple

import pytest

from duelling.core.jit import entry, generic, jit
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
    unbound = missing.replace("update", "helper") + "\n  TypingError: Cannot bind 'args=()' to signature '(x)'\n"
    assert "mine.py: Cannot bind 'args=()' to signature '(x)' (" in explain(NumbaError(unbound), mine)
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
    assert "Cannot bind" in report(wrong_number_of_arguments, 1.0), CHANGED


@pytest.mark.compiled
def test_numba_still_names_file_and_line_and_begins_each_report_alike():
    line = report(no_such_attribute, 1.0)
    found = re.match(rf"cannot compile {re.escape(__file__)}, line (\d+): (.*) \(NUMBA_DISABLE_JIT=1", line)
    assert found, CHANGED
    code = no_such_attribute.py_func.__code__
    assert int(found[1]) in range(code.co_firstlineno, code.co_firstlineno + 3), CHANGED
    assert "nothing" in found[2], CHANGED
