"""The description says what the table says, and everything in it can be found."""

import json
import re

import pytest

from duelling.serve.api.openapi import REFS, description
from duelling.serve.api.table import TABLE

pytestmark = pytest.mark.plain


def test_every_route_is_described_once():
    found = {(method.upper(), path) for path, methods in description(TABLE)["paths"].items() for method in methods}
    assert found == {(route.method, route.path.replace(":int", "")) for route in TABLE}
    assert len(found) == len(TABLE)


def test_names_are_unique_and_every_operation_has_a_sentence():
    operations = [each for methods in description(TABLE)["paths"].values() for each in methods.values()]
    assert len({each["operationId"] for each in operations}) == len(operations)
    assert all(re.match(r"^[A-Z].+\.$", each["summary"]) for each in operations)


def test_every_reference_leads_somewhere():
    text = json.dumps(description(TABLE))
    names = set(re.findall(REFS.format(model=r"(\w+)"), text))
    assert names == set(description(TABLE)["components"]["schemas"])


def test_parts_of_a_path_are_described():
    for path, methods in description(TABLE)["paths"].items():
        for operation in methods.values():
            told = {each["name"] for each in operation["parameters"] if each["in"] == "path"}
            assert told == set(re.findall(r"{(\w+)}", path))
