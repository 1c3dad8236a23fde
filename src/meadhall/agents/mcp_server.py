"""The server of `meadhall mcp`, for agents that speak the Model Context Protocol.

An agent holds a seat by a key, which `open_match` or `join_match` gives to it alone. Every tool
about a match takes that key, so that several agents can share one server and none sees more than
its seat.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError

from meadhall.agents.hall_client import HallClient, path_part
from meadhall.agents.held_seats import HeldSeats
from meadhall.agents.mcp_tools import ActingTools, Facts, HallTools, SeeingTools, tell_refusals

INSTRUCTIONS = """\
You can play turn-based games in a hall, against people, bots and other agents. First `list_games`
and `read_rules`. Then `open_match` or `join_match`: both give a secret `seat` key, which all other
tools take. Each turn: `wait_for_turn`, `look`, `list_moves`, then `act` with a move in notation. A
move that is refused changes nothing, and the error says why; `why_not` and `preview` ask without
playing. Data count seats from 0, sentences from 1.
People at the same hall play in a browser at {url}.
"""


def make_server(url: str) -> MCPServer[Any]:
    """The server for the agents of a hall."""
    seats = HeldSeats(HallClient.at(url))

    @asynccontextmanager
    async def lifespan(_: MCPServer[Any]) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await seats.close()

    server: MCPServer[Any] = MCPServer(
        "meadhall", instructions=INSTRUCTIONS.format(url=url), lifespan=lifespan
    )
    for tools in (HallTools(seats), SeeingTools(seats), ActingTools(seats)):
        for name in (name for name in vars(type(tools)) if not name.startswith("_")):
            server.add_tool(getattr(tools, name))
    _add_resources(server, seats.hall)
    return server


def _add_resources(server: MCPServer[Any], hall: HallClient) -> None:
    @server.resource("meadhall://rules/{game}", mime_type="text/markdown")
    @tell_refusals(ResourceError)
    async def rules(game: str) -> str:
        """The rules of a game."""
        return str((await hall.get(f"/games/{path_part(game)}"))["rules"])

    @server.resource("meadhall://schemas/{game}", mime_type="application/schema+json")
    @tell_refusals(ResourceError)
    async def schemas(game: str) -> Facts:
        """The JSON Schemas of a game's views, actions and events."""
        found: Facts = await hall.get(f"/games/{path_part(game)}/schemas")
        return found

    @server.resource("meadhall://records/{match}", mime_type="application/json")
    @tell_refusals(ResourceError)
    async def record(match: str) -> Facts:
        """The record of a finished match, with the proof of its dice."""
        found: Facts = await hall.get(f"/matches/{path_part(match)}/record")
        return found
