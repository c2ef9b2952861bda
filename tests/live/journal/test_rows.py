"""Rows hold what events hold, and their digests find what was changed."""

import math

import pytest
from pydantic import ValidationError

from duelling.live.journal.rows import (
    COLUMNS,
    LAYOUTS,
    LOOSE,
    MODELS,
    NAMES,
    OFTEN,
    START,
    Mark,
    checked,
    numbered,
    to_event,
    to_row,
)
from tests.helpers.journals import ONE_OF_EACH

pytestmark = pytest.mark.plain


def rows():
    found, chain = [], 0
    for event in numbered(ONE_OF_EACH, 0, 7):
        found.append(to_row(event, chain))
        chain = found[-1][3]
    return found


def test_a_row_is_read_back_as_its_event():
    assert [to_event(row) for row in rows()] == numbered(ONE_OF_EACH, 0, 7)


def test_right_rows_have_a_mark():
    assert checked(rows(), START) == (rows(), Mark(len(ONE_OF_EACH), rows()[-1][3]))


@pytest.mark.parametrize("name", [name for name in NAMES if name != "kind"])
def test_a_changed_value_is_found(name):
    place = NAMES.index(name)
    for index, row in enumerate(rows()):
        if row[place] is None:
            continue
        changed = rows()
        value = {str: lambda v: v + " ", int: lambda v: v ^ 1, float: lambda v: v / 2, bool: lambda v: not v}[
            type(row[place])
        ]
        changed[index] = (*row[:place], value(row[place]), *row[place + 1 :])
        assert checked(changed, START)[0] == rows()[:index]


def test_a_missing_row_is_found():
    assert checked(rows()[:2] + rows()[3:], START)[0] == rows()[:2]


@pytest.mark.parametrize("kind", OFTEN)
def test_what_is_not_looked_at_again_fits_its_column_by_its_type(kind):
    good = next(event for event in ONE_OF_EACH if event.kind == kind).model_dump()
    too_much = {int: 2**63, float: math.inf, bool: 2, str: "\0"}
    for name in set(LAYOUTS[kind].fields) - LOOSE:
        with pytest.raises(ValidationError):
            MODELS[kind](**{**good, name: too_much[COLUMNS[name]]})
        if COLUMNS[name] is float:
            with pytest.raises(ValidationError):
                MODELS[kind](**{**good, name: -0.0})
