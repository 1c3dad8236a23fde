"""HTTP answers as its OpenAPI description says, whatever is sent."""

from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from litestar.serialization import encode_json
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from serving import Background

from meadhall.server.app import make_site
from meadhall.server.settings import Settings


@pytest.fixture(scope="module")
def token() -> str:
    address = Background.with_settings({}).address
    answer = httpx.post(f"http://{address}/api/guests", json={"name": "Fuzz"})
    found: str = answer.json()["token"]
    return found


description = encode_json(make_site(Settings()).openapi_schema.to_schema())
config = schemathesis.Config.from_dict({"phases": {"coverage": {"enabled": False}}})
schema = schemathesis.openapi.from_dict(msgspec.json.decode(description), config=config)


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
"""What a schema can say. It cannot say which options a game has, or that OPTIONS is answered."""


@schema.parametrize()
@settings(max_examples=5, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_http_answers_as_its_description_says(case: "schemathesis.Case[Any]", token: str) -> None:
    headers = {"Authorization": f"Bearer {token}"}
    address = f"http://{Background.with_settings({}).address}"
    response = case.call(base_url=address, headers=headers)
    case.validate_response(response, headers=headers, checks=CHECKS)
