"""Bad input: never a crash, never a change, always a code."""

from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.serialization import encode_json
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from serving import STONES_SLUG, Background, Served, Sitting, served

from meadhall.server.app import make_site
from meadhall.server.protocol import Pong, Rejected, Why
from meadhall.server.settings import Settings

scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20)
    | st.sampled_from([2**63, 2**64, -(2**63) - 1, 10**40, "take 1", "x" * 600,
                       "take " + "9" * 5000])
)  # fmt: skip
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)
KINDS = ["join", "act", "ask", "say", "do", "look", "ping", "welcome", "step", "", "nonsense"]
FIELDS = [
    "id",
    "seat",
    "turn",
    "text",
    "gesture",
    "deed",
    "target",
    "ply",
    "audience",
    "seats",
    "tokens",
]
messages = st.builds(
    lambda kind, fields: {"kind": kind, **fields},
    st.sampled_from(KINDS) | scalars,
    st.dictionaries(st.sampled_from(FIELDS), values, max_size=6),
)
near_misses = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["act", "ask"]),
        "id": st.text(max_size=80),
        "seat": st.integers(-2, 5) | st.just(2**62),
        "text": st.sampled_from(["take 1", "take 4", "take -1", "take ٣", "take", ""]) | st.text(),
    },
    optional={"turn": st.sampled_from([0, 2, 99, -1, 2**62]), "gesture": st.lists(st.text())},
)
texts = st.text() | st.sampled_from(['{"kind":', "[" * 2000, "null", '"', "{}" * 10, "\x00", "NaN"])
junk = (
    st.tuples(st.just("json"), messages | near_misses | values)
    | st.tuples(st.just("text"), texts)
    | st.tuples(st.just("binary"), st.binary(max_size=50))
)


async def throw(hall: Served, thrown: list[tuple[str, Any]]) -> None:
    """Whatever is thrown at a table where it is the other seat's turn, nothing changes."""
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    await (await ann.sit(made["match"], made["tokens"][0])).act("take 1")
    before = await hall.hall.store.matches.facts(made["match"])
    sitting = await ann.sit(made["match"], made["tokens"][0])
    for kind, what in thrown:
        await _send(sitting, kind, what)
        await sitting.send({"kind": "ping", "id": "the end of it"})
        while (
            not isinstance(message := await sitting.hear(), Pong) or message.id != "the end of it"
        ):
            _check(message)
    after = await hall.hall.store.matches.facts(made["match"])
    assert [fact for fact in after if fact.kind == "acted"] == [
        fact for fact in before if fact.kind == "acted"
    ]
    assert hall.hall.hub.rooms[made["match"]].public.phase == "playing"


def _check(message: object) -> None:
    refusal = message.refusal if isinstance(message, Rejected | Why) else None
    if refusal is not None:
        assert refusal.code, "always a code"
        assert refusal.code != "CRASH", message


async def _send(sitting: Sitting, kind: str, what: Any) -> None:
    if kind == "json":
        if isinstance(what, dict) and what.get("kind") in ("do", "say"):
            what = {**what, "seat": 1}  # the own seat could do such a thing, and should
        await sitting.line.send(msgspec.json.encode(what).decode())
    else:
        await sitting.line.send(what)


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.lists(junk, min_size=1, max_size=12))
def test_whatever_is_thrown_at_a_socket_nothing_changes(thrown: list[tuple[str, Any]]) -> None:
    @served()
    async def run(hall: Served) -> None:
        await throw(hall, thrown)

    run()


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
