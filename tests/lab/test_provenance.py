"""Where a result comes from."""

import json

import pytest

from duelling.lab import results
from duelling.lab.provenance import provenance
from duelling.registry.choice import choice

pytestmark = pytest.mark.plain


def test_provenance_names_versions_and_every_parameter():
    known = provenance([choice("exp3+unif:rate=utility")])
    assert {"duelling", "numpy", "numba", "python", "date"} <= set(known)
    settings = known["parameters"]["exp3+unif:rate=utility"]
    assert settings["rate"] == "utility"
    assert set(settings) == set(choice("exp3+unif").algorithm.parameters)
    json.dumps(results.plain(known))
