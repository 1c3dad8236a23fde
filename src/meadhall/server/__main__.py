"""The hall by itself, set by environment variables alone: `python -m meadhall.server`."""

import sys

from meadhall.core.refusal import Refused
from meadhall.server.app import run
from meadhall.server.settings import from_environment

CANNOT_BEGIN = 2
"""The exit code where nothing was changed: wrong settings, a port in use, a newer database."""

if __name__ == "__main__":
    try:
        run(from_environment())
    except Refused as error:
        print(error.refusal.sentence, file=sys.stderr)  # noqa: T201 - for people
        sys.exit(CANNOT_BEGIN)
