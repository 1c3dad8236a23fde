"""`meadhall schema`: the types of the wire in TypeScript."""

from pathlib import Path

from meadhall.server import schema as wire


def schema(*, check: bool = False) -> None:
    """Write web/src/protocol/generated.ts from the types of the server.

    Args:
        check: Write nothing, and fail where the file is out of date.
    """
    if check:
        wire.check(Path.cwd())
    else:
        wire.write(Path.cwd())
