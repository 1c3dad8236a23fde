"""The parts of the server that HTTP routes use."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from litestar.types import Scope

from meadhall.server.api.accounts import People
from meadhall.server.api.lobby import Lobby
from meadhall.server.api.replays import Replays
from meadhall.server.api.seat_access import SeatAccess
from meadhall.server.bots.analysis import Analyses
from meadhall.server.bots.pool import BotPool
from meadhall.server.cluster.port import Cluster
from meadhall.server.live.delayed_rooms import DelayedRooms
from meadhall.server.live.match_loop import MatchLoop
from meadhall.server.net.rights import Rights
from meadhall.server.protocol.bodies import Person, SeatTokens
from meadhall.server.rate_limits import Limiter
from meadhall.server.settings import Settings

Seated: TypeAlias = Callable[[Scope, Person, SeatTokens], Awaitable[SeatTokens]]


async def _pass_on(scope: Scope, person: Person, seated: SeatTokens) -> SeatTokens:
    del scope, person
    return seated


@dataclass(slots=True)
class Services:
    """What a route handler gets as `hall`."""

    settings: Settings
    match_loop: MatchLoop
    bots: BotPool
    people: People
    rights: Rights
    access: SeatAccess
    lobby: Lobby
    replays: Replays
    analyses: Analyses
    cluster: Cluster
    delayed: DelayedRooms
    requests: Limiter
    """Limits the requests of each address by their prices."""
    sign_ins: Limiter
    """Limits the password hashes of each address."""
    seated: Seated = field(kw_only=True, default=_pass_on)
    """Called for the request with which a person has taken seats."""
