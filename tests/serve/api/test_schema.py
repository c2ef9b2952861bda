"""The interface against its own description: schemathesis makes requests of it, good ones and bad ones."""

import hypothesis
import pytest
import schemathesis
from hypothesis import HealthCheck
from schemathesis.specs.openapi.checks import positive_data_acceptance

from duelling.serve.api.openapi import description
from duelling.serve.api.table import TABLE
from tests.helpers.serving import ADMIN, Served

pytestmark = pytest.mark.plain

OPERATIONS = [(path, method) for path, methods in description(TABLE)["paths"].items() for method in methods]
MORE_RULES = {  # names differ, pictures are pictures, settings fit together: no schema can say it
    ("/api/v1/arenas", "post"),
    ("/api/v1/arenas/{arena}", "patch"),  # of an arena that a request before has made, by chance
}
CALM = hypothesis.settings(
    max_examples=12, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def schema(tmp_path_factory):
    served = Served(tmp_path_factory.mktemp("schema"))
    served.service.asks.most = 0
    served.vote(3)
    yield schemathesis.openapi.from_asgi("/api/v1/openapi.json", served.app)
    served.close()


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_answers_are_as_described(schema, path, method):
    """The status is on the list, the body has the form that belongs to it, and nothing is an error of the server."""

    @CALM
    @hypothesis.given(schema[path][method].as_strategy())
    def check(case):
        left_out = [positive_data_acceptance] if (path, method) in MORE_RULES else []
        case.call_and_validate(headers={"Authorization": f"Bearer {ADMIN}"}, excluded_checks=left_out)

    check()
