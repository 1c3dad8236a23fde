"""Sockets that servers listen on."""

import socket

BACKLOG = 2048
"""How many connections may wait to be accepted."""


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on the address, and can do so right after an earlier one was closed."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)
