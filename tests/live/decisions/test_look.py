"""Looking changes nothing."""

from duelling.live.decisions.look import Look
from tests.helpers.memory import arena


def test_looking_answers_from_the_state_and_writes_nothing():
    made = arena()
    assert made.do(Look(lambda state: state.head)) == len(made.journal.events) == 5
