"""What is asked of columns that are not there."""

import pytest

from duelling.errors import UnknownName

pytestmark = pytest.mark.plain


def test_an_unknown_column_is_refused(store):
    with pytest.raises(UnknownName, match="did you mean 'answer'"):
        store.columns(store.create("main"), "told", ["answr"])
