"""How commands open an arena."""

import signal

import pytest

import duelling as du
from duelling.cli.arena.common import opened

pytestmark = pytest.mark.plain


def test_it_is_opened_and_closed(logos):
    with opened(logos, "main") as arena:
        assert arena.items == ("fox", "owl", "hare")
    with pytest.raises(du.Unavailable, match="closed"):
        arena.ask()


def test_an_interrupt_is_raised_where_the_arena_can_be_closed(logos):
    with pytest.raises(KeyboardInterrupt), opened(logos, "main") as arena:
        signal.raise_signal(signal.SIGTERM)
    with pytest.raises(du.Unavailable, match="closed"):
        arena.ask()
