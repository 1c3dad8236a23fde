"""The hall by itself, set by environment variables alone: `python -m meadhall.server`."""

import sys

from meadhall.core.refusal import Refusal, Refused
from meadhall.kit.extras import missing_extra
from meadhall.server.app import run
from meadhall.server.settings import from_environment

CANNOT_BEGIN = 2
"""The exit code where nothing was changed: wrong settings, a port in use, a newer database."""


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
