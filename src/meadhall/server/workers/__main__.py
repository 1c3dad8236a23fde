"""A worker, as the supervisor starts it, with the numbers that `run_worker` needs."""

import sys

from meadhall.server.workers.run_worker import run_worker

if __name__ == "__main__":
    run_worker(*map(int, sys.argv[1:]))
