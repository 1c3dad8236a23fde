"""The hall by itself, set by environment variables alone: `python -m meadhall.server`."""

import sys

from meadhall.core.refusal import Refused
from meadhall.server.settings import Settings, from_environment

WRONG_SETTINGS = 2
"""The exit code."""


def run(settings: Settings) -> None:
    """Serve until a signal stops it: in this process, or in several workers."""
    if settings.workers > 1:
        from meadhall.server.workers.supervise import run_workers  # noqa: PLC0415 - one of two

        run_workers(settings)
    else:
        from meadhall.server.app import run as run_here  # noqa: PLC0415 - the supervisor needs none

        run_here(settings)


if __name__ == "__main__":
    try:
        given = from_environment()
    except Refused as error:
        print(error.refusal.sentence, file=sys.stderr)  # noqa: T201 - for people
        sys.exit(WRONG_SETTINGS)
    run(given)
