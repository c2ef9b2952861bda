"""What a user's own file imports: every verb, as the package itself has it."""

import inspect

import pytest

from duelling import kernels
from duelling.core import protocol
from duelling.worlds.contexts import protocol as contexts

pytestmark = pytest.mark.plain
INSIDE = {"record", "solve"}  # verbs that no user's file writes


def test_every_verb_is_offered():
    verbs = {
        name: verb for module in (protocol, contexts) for name, verb in vars(module).items() if hasattr(verb, "written")
    }
    assert {"choose", "update", "pull", "learn", "decide", "observe"} <= set(verbs)
    for name in set(verbs) - INSIDE:
        assert getattr(kernels, name) is verbs[name], name
    assert set(verbs) & INSIDE == INSIDE
    assert not INSIDE & set(kernels.__all__)


def test_nothing_is_offered_twice_and_nothing_else_is_public():
    assert len(kernels.__all__) == len(set(kernels.__all__))
    here = {name for name, thing in vars(kernels).items() if not name.startswith("_") and not inspect.ismodule(thing)}
    assert here == set(kernels.__all__)
