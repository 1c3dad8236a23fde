"""Bad messages on a socket: never a crash, never a change, always a code."""

from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from serving import STONES_SLUG, Served, Sitting, served

from meadhall.server.protocol.messages import Pong, Rejected, Why

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
    "request",
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
    assert hall.hall.match_loop.rooms[made["match"]].channel.match.phase == "playing"


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
def test_bad_messages_change_nothing(thrown: list[tuple[str, Any]]) -> None:
    @served()
    async def run(hall: Served) -> None:
        await throw(hall, thrown)

    run()


@served()
async def test_twenty_bad_messages_are_refused_and_the_next_closes_the_socket(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(STONES_SLUG, "mine", "mine")
    sitting = await ann.sit(made["match"], *made["tokens"])
    for _ in range(20):
        await sitting.line.send("nonsense")
        assert (await sitting.until(Rejected)).refusal.code == "BAD_MESSAGE"
    assert isinstance(await sitting.ask("ping"), Pong)
    await sitting.line.send("nonsense")
    assert await sitting.closed() == 4400
