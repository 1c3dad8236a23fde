"""A worker, as the supervisor starts it: `-m meadhall.server.workers PORT LIFELINE COMMON…`."""

import sys

from meadhall.server.workers.worker import run_worker

if __name__ == "__main__":
    run_worker(*map(int, sys.argv[1:]))
