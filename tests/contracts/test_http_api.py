"""The API keeps what its OpenAPI document says, whatever it is sent: schemathesis tries every operation.

The same cases every time, and so many for each operation: no clock and no luck decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.pytest.lazy import get_all_tests

from archives import fill_every_table
from pagestrata.web.api.description import openapi_of
from pagestrata.web.api.route import ApiRoute
from pagestrata.web.app import ROUTERS, create_app
from pagestrata.web.context import WebContext
from pagestrata.web.security.identify import make_token
from pagestrata.web.security.logins import Person, Role, add_user
from pagestrata.web.security.request_rate import RequestRate
from web_fixtures import BASE, NOW, web_context

pytestmark = pytest.mark.slow

CASES = 5
ADMIN = "the-admin-of-these-tests"


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebContext]:
    folder = tmp_path_factory.mktemp("api") / "archive"
    with web_context(folder, empty=True, request_rate=RequestRate(0)) as made:
        fill_every_table(made.archive)
        add_user(made.archive, ADMIN, "a long password", Role.ADMIN, now=NOW)
        made.archive.outbox.remove_rule("r1")  # a sample of it would go out to the network
        yield made


@pytest.fixture(scope="module")
def app(context: WebContext) -> Any:
    return create_app(context)


@pytest.fixture(scope="module")
def secret(context: WebContext) -> str:
    """The token of an admin: users are made and removed here, and then everybody has to log in."""
    person = Person(name=ADMIN, role=Role.ADMIN, way="session")
    return make_token(context.archive, person, label="all", scope="admin", now=NOW)[1]


# 400 is for what is well-formed and makes no sense (two versions of different pages, an address nobody can open), 412
# and 428 for changes of what was not read before; everything that breaks the schema must be 422.
UNDERSTOOD = ["2xx", "304", "400", "403", "404", "409", "412", "428"]
configuration = schemathesis.Config.from_dict(
    {"checks": {"positive_data_acceptance": {"expected-statuses": UNDERSTOOD}}, "seed": 1}
)


ROUTES = [route for router in ROUTERS for route in router.routes]
OPERATIONS = sorted(
    f"{method} {route.path_format}"
    for route in ROUTES
    if isinstance(route, ApiRoute) and route.include_in_schema
    for method in route.methods or ()
)


@pytest.fixture(scope="module")
def schema() -> Any:
    return schemathesis.openapi.from_dict(openapi_of(ROUTES), config=configuration)


def test_every_operation_of_the_document_is_tried(schema: Any) -> None:
    assert sorted(found.ok().label for found in schema.get_all_operations()) == OPERATIONS


CHOICE = settings(
    max_examples=CASES,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_every_answer_is_as_described(operation: str, schema: Any, app: Any, secret: str) -> None:
    """The cases are made here and not while tests are collected: every process of a run collects them, 20 s each."""

    def is_as_described(case: Any) -> None:
        case.operation.app = app
        answer = case.call_and_validate(base_url=BASE, headers={"Authorization": f"Bearer {secret}"})
        assert answer.status_code < 500

    method, path = operation.split()
    (made,) = get_all_tests(
        schema=schema.include(method=method, path=path), test_func=is_as_described, settings=CHOICE, given_kwargs={}
    )
    _, try_all_cases = made.ok()
    try_all_cases()
