"""How a process joins the others on its database."""

import hashlib
import secrets
from time import monotonic

from meadhall.match.ports import StoreUnavailable
from meadhall.server.clock import DatabaseClock
from meadhall.server.cluster.identity import ANOTHER_HALL, Identity
from meadhall.server.cluster.together import Together
from meadhall.server.metrics import Metrics
from meadhall.server.settings import Settings
from meadhall.store.postgres import PostgresBackend

_SALT = b"a meadhall's signing secret"


async def join(
    shared: PostgresBackend, settings: Settings, name: str, secret: str, metrics: Metrics
) -> tuple[Together, int]:
    """The process among the others, and until when others served: in the future if some do.

    Raises `StoreUnavailable` beside processes of another hall.
    """
    clock, began = DatabaseClock(), monotonic()
    clock.adjust(await shared.members.time(), began, monotonic())
    me = Identity(
        secrets.token_hex(6), name, settings.address, fingerprint(secret), settings.heartbeat_ms
    )
    together = Together(shared, me, clock, metrics)
    others = await together.join()
    if others.steady is not None:
        return together, clock() + 1_000
    return together, others.last_heartbeat or 0


async def refuse_strangers(shared: PostgresBackend, secret: str) -> None:
    """Raise `StoreUnavailable` if processes with another secret serve the database."""
    stranger = (await shared.members.others("", fingerprint(secret))).stranger
    if stranger is not None:
        raise StoreUnavailable(ANOTHER_HALL.format(stranger))


def fingerprint(secret: str) -> str:
    """What shows that two processes have the same secret. It is slow, so that nobody can guess."""
    key = hashlib.scrypt(secret.encode(), salt=_SALT, n=2**14, r=8, p=1, dklen=12)
    return key.hex()
