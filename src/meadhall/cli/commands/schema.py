"""`meadhall schema`: the types of the wire protocol, or of a game, for other languages."""

import json
from pathlib import Path

from meadhall import registry
from meadhall.server.protocol import typescript
from meadhall.server.protocol.game_schemas import game_schemas


def schema(game: str | None = None, *, check: bool = False) -> None:
    """Write web/src/protocol/generated.ts from the types of the server.

    Args:
        game: Print the JSON Schemas of this game's views, actions and events instead.
        check: Write nothing, and fail if the file is out of date.
    """
    if game is not None:
        print(json.dumps(game_schemas(registry.game(game)), indent=1))  # noqa: T201 - for programs
    elif check:
        typescript.check(Path.cwd())
    else:
        typescript.write(Path.cwd())
