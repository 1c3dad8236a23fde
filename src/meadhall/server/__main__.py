"""The hall by itself, set by environment variables alone: `python -m meadhall.server`."""

from meadhall.server.app import run
from meadhall.server.settings import from_environment

if __name__ == "__main__":
    run(from_environment())
