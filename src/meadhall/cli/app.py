"""The command line: `meadhall COMMAND`. Commands are imported when they are called."""

import sys
from importlib.metadata import version

from cyclopts import App

from meadhall.core.refusal import Refused

FAILED, INTERRUPTED = 1, 130

app = App(
    name="meadhall",
    help="A hall of turn-based strategy games.",
    version=lambda: f"meadhall {version('meadhall')}",
    suppress_keyboard_interrupt=False,
)
for _command in (
    "bench:bench",
    "bench:perft",
):
    app.command(f"meadhall.cli.{_command}")


def main() -> None:
    """Run the command that the arguments name; what is refused is said, not traced."""
    try:
        app()
    except Refused as error:
        from meadhall.cli.screen import ERRORS, explained  # noqa: PLC0415 - rich loads slowly

        ERRORS.print(explained(error.refusal))
        sys.exit(FAILED)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads on, as in `meadhall replay FILE --all | head`
        sys.exit(FAILED)
