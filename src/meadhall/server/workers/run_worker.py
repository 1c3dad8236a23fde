"""One worker: a whole server, which listens on the common address and on a port of its own."""

import os
import signal
import socket
import threading
from dataclasses import replace

from meadhall.server.app import make_app
from meadhall.server.metrics import set_up_logs
from meadhall.server.net.run import serve
from meadhall.server.settings import from_environment
from meadhall.server.workers.own_sockets import listen, own_address


def run_worker(port: int, lifeline: int, *common: int) -> None:
    """Serve until a signal stops it, or until the supervisor is gone.

    `lifeline` is the end of a pipe that the supervisor holds open, `common` the inherited sockets
    of the common address.
    """
    settings = from_environment()  # its port is the common one, where pages are loaded
    if not settings.address:
        settings = replace(settings, address=own_address(settings.host, port))
    set_up_logs(settings.log, as_json=settings.log_json)
    threading.Thread(target=_end_with_supervisor, args=(lifeline,), daemon=True).start()
    # The own socket is opened here, so it is closed with the process: who wants a dead worker is
    # refused at once, and does not wait in line for its successor.
    sockets = [*(socket.socket(fileno=one) for one in common), listen(settings.host, port)]
    serve(make_app(settings), settings, sockets)


def _end_with_supervisor(lifeline: int) -> None:
    os.read(lifeline, 1)  # nothing is ever written: it returns when the supervisor is gone
    os.kill(os.getpid(), signal.SIGTERM)
