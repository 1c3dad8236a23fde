"""Which hosts the server answers for, and whether a request comes from this machine.

A page of another site can make a browser connect here under a name of its own (DNS rebinding), and
would then count as our own page. So requests that ask for a name that is not ours are refused.
"""

import socket
from ipaddress import ip_address

from litestar.types import Scope

from meadhall.server.settings import Settings

ANY = "*"
LOCALHOST = "localhost"
ALL_ADDRESSES = ("0.0.0.0", "::", "")  # noqa: S104 - what a server may be told to listen on


def is_own_host(scope: Scope, settings: Settings) -> bool:
    """Whether the request asks for a host that this server is."""
    name = host_name(scope)
    listed = settings.host_names()
    if ANY in listed or name in listed or name == LOCALHOST or _is_loopback(name):
        return True
    return not listed and _is_listened_on(name, settings.host)


def is_local(scope: Scope, settings: Settings) -> bool:
    """Whether the request comes from this machine, and not from elsewhere through a proxy."""
    client = scope["client"]
    is_forwarded = b"x-forwarded-for" in dict(scope["headers"])
    # Who connects to a Unix socket has no address.
    is_here = bool(settings.unix_socket) if client is None else _is_loopback(client[0])
    return not is_forwarded and is_here


def host_name(scope: Scope) -> str:
    """The host that the request asks for, without the port; an IPv6 address without brackets."""
    header = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
    name, separator, port = header.strip().lower().rpartition(":")
    if not separator or not port.isdecimal():
        name = header.strip().lower()
    return name.removeprefix("[").removesuffix("]").rstrip(".")


def _is_listened_on(name: str, host: str) -> bool:
    # No site can have an address for its name, so any address is one of ours.
    if host in ALL_ADDRESSES:
        own = socket.gethostname().lower()
        return is_address(name) or name in (own, f"{own}.local")
    return name == host.lower()


def _is_loopback(name: str) -> bool:
    return is_address(name) and ip_address(name).is_loopback


def is_address(name: str) -> bool:
    """Whether the host is an address in numbers."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
