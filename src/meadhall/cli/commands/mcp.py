"""`meadhall mcp`: seats for language models, by the Model Context Protocol."""

from contextlib import nullcontext
from typing import Literal

from meadhall.cli.terminal.screen import ERRORS


def mcp(
    *,
    url: str | None = None,
    db: str | None = None,
    transport: Literal["stdio", "http"] = "stdio",
    host: str = "127.0.0.1",
    port: int = 8765,
) -> None:
    """Offer the hall to agents: games, rules, matches, moves and letters as tools.

    Args:
        url: The hall to play at, as http://HOST:PORT; without it, a hall of your own is started.
        db: SQLite file or postgresql:// address of your own hall.
        transport: How agents talk to this command: its input and output, or streamable HTTP.
        host: Address to listen on, for http.
        port: Port to listen on, for http; agents connect to http://HOST:PORT/mcp.
    """
    from meadhall.agents.mcp_server import make_server  # noqa: PLC0415 - an optional dependency
    from meadhall.agents.own_hall import own_hall  # noqa: PLC0415 - the same

    with nullcontext(url) if url is not None else own_hall(db) as address:
        server = make_server(address)
        # Not on the output channel, which is the agent's.
        ERRORS.print(f"Agents play at {address}; people can join them there.")
        if transport == "stdio":
            server.run("stdio")
        else:
            ERRORS.print(f"Listening at http://{host}:{port}/mcp. Ctrl-C ends it.")
            server.run("streamable-http", host=host, port=port)
