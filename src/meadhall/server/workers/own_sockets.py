"""Sockets that servers listen on, and what to call them."""

import socket

BACKLOG = 2048
"""How many connections may wait to be accepted."""
ALL_ADDRESSES = ("0.0.0.0", "::", "")  # noqa: S104 - compared, not listened on


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on the address, and can do so right after an earlier one was closed."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family, backlog=BACKLOG)


def reachable_here(host: str) -> str:
    """An address at which this machine reaches a server that listens on the host."""
    return "localhost" if host in ALL_ADDRESSES else host


def own_address(host: str, port: int) -> str:
    """Where other machines of the network reach it."""
    name = socket.gethostname() if host in ALL_ADDRESSES else host
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"
