"""The hall by itself, set by environment variables alone: `python -m meadhall.server`."""

import sys
from collections.abc import Callable

from meadhall.core.refusal import Refusal, Refused
from meadhall.kit.extras import missing_extra
from meadhall.server.settings import Settings, from_environment

CANNOT_BEGIN = 2
"""The exit code where nothing was changed: wrong settings, a port in use, a newer database."""


def run(settings: Settings, opened: Callable[[str], object] = str) -> None:
    """Serve until a signal stops it: in this process, or in several workers.

    Calls `opened` with the address once the hall is open.
    """
    if settings.workers > 1:
        from meadhall.server.workers.supervise import run_workers  # noqa: PLC0415 - one of two

        run_workers(settings, opened)
    else:
        from meadhall.server.app import run as run_here  # noqa: PLC0415 - the supervisor needs none

        run_here(settings, opened)


def _refuse(refusal: Refusal) -> None:
    print(refusal.sentence, file=sys.stderr)  # noqa: T201 - for people
    sys.exit(CANNOT_BEGIN)


if __name__ == "__main__":
    try:
        run(from_environment())
    except Refused as error:
        _refuse(error.refusal)
    except ModuleNotFoundError as error:
        missing = missing_extra(error)
        if missing is None:
            raise
        _refuse(missing.refusal)
