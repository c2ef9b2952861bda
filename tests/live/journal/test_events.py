"""Events are typed, frozen, and read back from their lines as they were."""

import pytest
from pydantic import ValidationError

from duelling.errors import DamagedFile
from duelling.live.journal.events import Drawn, ItemAdded, Offered, Told, VoterOwns, durable, from_lines, to_lines

pytestmark = pytest.mark.plain

EVENTS = [
    ItemAdded(seq=1, at=5, item=0, name="Füchse"),
    VoterOwns(seq=2, voter=0, items=(0, 3)),
    Drawn(
        seq=3, question=1, first=0, second=1, p_first=1 / 3, p_second=0.5, chance=1 / 3, least=1 / 3, widest=1.0,
        out=0, roster=1, t=1, seen=2,
    ),
    Offered(seq=4, question=1, voter=None, flipped=True),
    Told(seq=5, ticket=4, question=1, answer="bad", took=812),
]  # fmt: skip


def test_lines_are_read_back_as_they_were_written():
    assert list(from_lines(to_lines(EVENTS), "a file")) == EVENTS


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"kind": "told", "seq": 1}', "ticket"),
        ('{"kind": "tald", "seq": 1}', "tald"),
        ('{"kind": "opened", "seq": 2}', "seq must be 1, got 2"),
        ('{"kind": "opened", "seq": 1, "more": 1}', "more"),
        ("{", "line 1"),
    ],
)
def test_a_line_that_is_no_event_is_refused_by_its_number(line, says):
    with pytest.raises(DamagedFile, match="a file, line 1") as error:
        list(from_lines([line], "a file"))
    assert says in str(error.value)


def test_an_event_cannot_be_changed():
    with pytest.raises(ValidationError):
        EVENTS[0].name = "owls"


def test_asking_alone_need_not_be_on_the_disk():
    assert [durable(event) for event in EVENTS] == [True, True, False, False, True]
