"""`meadhall schema`: the wire's types in TypeScript."""

from pathlib import Path

from meadhall.cli.app import app
from meadhall.server.schema import check, write


@app.command
def schema(*, check_only: bool = False) -> None:
    """Write web/src/protocol/generated.ts from the server's types.

    Args:
        check_only: Write nothing; fail where the file is out of date.
    """
    if check_only:
        check(Path.cwd())
    else:
        write(Path.cwd())
