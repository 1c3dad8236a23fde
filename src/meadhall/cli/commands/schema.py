"""`meadhall schema`: the types of the wire protocol in TypeScript."""

from pathlib import Path

from meadhall.server.protocol import typescript


def schema(*, check: bool = False) -> None:
    """Write web/src/protocol/generated.ts from the types of the server.

    Args:
        check: Write nothing, and fail if the file is out of date.
    """
    if check:
        typescript.check(Path.cwd())
    else:
        typescript.write(Path.cwd())
