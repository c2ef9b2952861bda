"""A state that can be thrown away."""

from duelling.live.book import Book
from duelling.live.state import State
from tests.helpers.memory import arena


def test_after_a_reset_the_state_is_loaded_anew():
    made = arena()
    book = Book(State)
    for event in made.journal.events:
        book.fold(event)
    assert book.head == len(made.journal.events)
    old = book.state
    book.reset(3)
    assert book.head == 0
    assert book.state is not old
