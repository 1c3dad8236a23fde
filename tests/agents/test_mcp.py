"""Agents play through `meadhall mcp`, over both transports, and see their own seat only."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from ports import free_port
from serving import Served, served

from meadhall import registry
from meadhall.agents.hall_client import HallClient
from meadhall.agents.mcp_server import make_server
from meadhall.cli.commands.mcp import mcp as mcp_command
from meadhall.core.codec import encode
from meadhall.core.record import read_record, verify
from meadhall.core.refusal import Refused

TOASTER = "secret-toaster"
COMMAND = ["-m", "meadhall", "mcp"]


async def call(agent: Client, tool: str, **arguments: Any) -> Any:
    """What the tool gives; fails where it is an error."""
    result: Any = await agent.call_tool(tool, arguments)
    assert not result.is_error, result.content[0].text
    content = result.structured_content
    return content["result"] if set(content) == {"result"} else content


async def error(agent: Client, tool: str, **arguments: Any) -> str:
    result: Any = await agent.call_tool(tool, arguments)
    assert result.is_error
    return str(result.content[0].text)


@asynccontextmanager
async def over_http(url: str) -> AsyncIterator[Client]:
    """An agent at a `meadhall mcp` of its own, over streamable HTTP."""
    port = free_port()
    command = [sys.executable, *COMMAND, "--url", url, "--transport", "http", "--port", str(port)]
    process = await asyncio.create_subprocess_exec(*command, stderr=subprocess.PIPE)
    try:
        assert process.stderr is not None
        while b"running on" not in (line := await process.stderr.readline()):
            assert line, "the server has ended"
        async with Client(f"http://127.0.0.1:{port}/mcp") as agent:
            yield agent
    finally:
        process.kill()
        await process.communicate()


@served()
async def test_a_whole_toaster_match_with_letters_over_both_transports(hall: Served) -> None:
    url = f"http://{hall.address}"
    stdio = StdioServerParameters(command=sys.executable, args=[*COMMAND, "--url", url])
    async with over_http(url) as ann, Client(stdio) as ben:
        games = {game["slug"]: game for game in await call(ann, "list_games")}
        assert "round_limit" in games[TOASTER]["options"]
        rules = await ann.read_resource(f"meadhall://rules/{TOASTER}")
        assert "castle" in await call(ann, "read_rules", game=TOASTER)
        assert "castle" in rules.contents[0].text  # type: ignore[union-attr] # it is text
        mine = await call(
            ann, "open_match", game=TOASTER, players=["me", "open"], name="Ann",
            options={"round_limit": 2},
        )  # fmt: skip
        assert mine["code"] in {t["code"] for t in await call(ben, "list_open_matches")}
        yours = await call(ben, "join_match", match=mine["code"], name="Ben")
        keys = {0: (ann, mine["seat"]), 1: (ben, yours["seat"])}
        await call(ann, "wait_for_turn", seat=mine["seat"])
        await write_and_read(keys)
        last = await play_out(keys)
        assert last["result"]["reason"] == "roundLimit"
        record = await ann.read_resource(f"meadhall://records/{mine['match']}")
        text = record.contents[0].text  # type: ignore[union-attr] # it is text
        found = read_record(text)
        verify(registry.game(TOASTER), found)
        assert found.proof is not None
        assert found.players == ("Ann", "Ben")


async def write_and_read(keys: dict[int, tuple[Client, str]]) -> None:
    (ann, anns), (ben, bens) = keys.values()
    await call(ann, "send_letter", seat=anns, text="Peace?", to_seats=[1])
    # Ben's own connection may hear it a moment later than Ann is answered.
    while not (heard := await call(ben, "read_letters", seat=bens))["all"]:
        pass
    assert [(line["from"], line["text"]) for line in heard["letters"]] == [("Ann", "Peace?")]
    assert "alliance" in {audience["id"] for audience in heard["audiences"]}


async def play_out(keys: dict[int, tuple[Client, str]]) -> Any:
    """Plan one order in each round, then be ready, until the match is over."""
    planned: set[tuple[int, str]] = set()
    while True:
        for seat, (agent, key) in keys.items():
            seen = await call(agent, "wait_for_turn", seat=key, seconds=5)
            if seen["result"]:
                return seen
            if not seen["your_turn"]:
                continue
            moves = await call(agent, "list_moves", seat=key, contains="move", size=3)
            this = (seat, seen["view"]["table"]["round"] if "table" in seen["view"] else "")
            if moves["all"] and this not in planned:
                planned.add(this)
                await call(agent, "act", seat=key, move=moves["moves"][0])
            else:
                await call(agent, "act", seat=key, move="ready")


@served()
async def test_a_seat_sees_itself_only_and_is_told_why_not(hall: Served) -> None:
    server = make_server(f"http://{hall.address}")
    async with Client(server) as ann, Client(server) as ben:
        mine = await call(ann, "open_match", game=TOASTER, players=["me", "open"], name="Ann")
        yours = await call(ben, "join_match", match=mine["match"], name="Ben")
        await call(ann, "wait_for_turn", seat=mine["seat"])
        page = await call(ann, "list_moves", seat=mine["seat"], page=2, size=5)
        assert (page["page"], len(page["moves"])) == (2, 5)
        order = (await call(ann, "list_moves", seat=mine["seat"], contains="move"))["moves"][0]
        assert "can play" in await call(ann, "why_not", seat=mine["seat"], move=order)
        assert (await call(ann, "preview", seat=mine["seat"], move=order))["text"]
        await call(ann, "act", seat=mine["seat"], move=order)
        after = await call(ben, "look", seat=yours["seat"])
        assert order not in json.dumps(after)
        match = hall.hall.match_loop.rooms[mine["match"]].match
        seen = [json.loads(encode(match.game.view(match.state, seat))) for seat in (0, 1)]
        assert after["view"] == seen[1] != seen[0]
        assert order in json.dumps((await call(ann, "look", seat=mine["seat"]))["log"])
        assert "not" in await call(ben, "why_not", seat=yours["seat"], move=order)
        refused = await error(ben, "act", seat=yours["seat"], move=order)
        assert refused.endswith(")")
        assert "is not an action" in await error(
            ben, "act", seat=yours["seat"], move="I think I move up"
        )
        assert "NO_SUCH_SEAT" in await error(ben, "look", seat="0")
        assert "NO_SUCH_SEAT" in await error(ben, "look", seat=mine["match"])
        assert "UNKNOWN_GAME" in await error(ben, "read_rules", game="chess")
        assert "one of the players" in await error(
            ben, "open_match", game=TOASTER, players=["open"]
        )


def test_a_wrong_address_is_a_sentence() -> None:
    with pytest.raises(Refused, match="BAD_URL"):
        HallClient.at("localhost:8000")
    with pytest.raises(Refused, match="BAD_URL"):
        mcp_command(url="ftp://example.org")

    async def run() -> None:
        async with Client(make_server("http://127.0.0.1:1")) as agent:
            assert "No hall answers" in await error(agent, "list_games")

    asyncio.run(run())
