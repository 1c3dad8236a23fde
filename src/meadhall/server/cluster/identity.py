"""Who a process is, as the others on its database see it."""

from typing import NamedTuple

ANOTHER_HALL = (
    "It is served by {} with another signing secret. Give all processes of a hall the same"
    " MEADHALL_SECRET, or choose another database."
)


class Identity(NamedTuple):
    """Who this process is."""

    process: str
    name: str
    address: str
    fingerprint: str
    patience: int
    """Milliseconds without a heartbeat after which it counts as dead."""
