"""The parts of the server that are about people, and how they start and stop."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from meadhall.match.clock import DAY
from meadhall.match.ports import StoreUnavailable
from meadhall.server.assembly import Hall
from meadhall.server.metrics import log
from meadhall.server.people.archives import Archives
from meadhall.server.people.departures import Departures
from meadhall.server.people.friends.challenge_sender import SEND_SECONDS, ChallengeSender
from meadhall.server.people.friends.challenges import Challenges
from meadhall.server.people.friends.friendships import NOTE_SECONDS, Friendships
from meadhall.server.people.moderation.moderators import WORK_SECONDS, Moderators
from meadhall.server.people.moderation.reporting import Reporting
from meadhall.server.people.profiles import Profiles
from meadhall.server.people.recorder import Recorder
from meadhall.server.people.sign_in.passkeys import Passkeys
from meadhall.server.people.sign_in.recovery import Recovery, SendMail
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.people.sign_in_bodies import AccountState
from meadhall.store.people.forgetting import SqlDepartures
from meadhall.store.people.friends.bonds import SqlBonds
from meadhall.store.people.friends.stored_challenges import SqlChallenges
from meadhall.store.people.moderation.sql_conduct import SqlConduct
from meadhall.store.people.moderation.stored_acts import SqlModeration
from meadhall.store.people.moderation.stored_reports import SqlReports
from meadhall.store.people.played_matches import SqlResults
from meadhall.store.people.sign_in.one_time_keys import SqlOneTimeKeys
from meadhall.store.people.sign_in.stored_passkeys import SqlPasskeys
from meadhall.store.people.sign_in.stored_recovery import SqlRecovery
from meadhall.store.people.stored_profiles import SqlProfiles
from meadhall.store.ratings.stored_ratings import SqlRatings

RECORD_SECONDS = 3.0
"""How often matches that have ended are noted in the histories of people."""
TIDY_SECONDS = 30.0
"""How often challenges whose time is up are looked for, and what is to be forgotten."""
REPORTS_KEPT_MS = 365 * DAY
"""How long a report is kept after it was answered."""
NAMES_SECONDS = 600.0
"""How often the names of people who are gone are looked for in matches that have ended."""


@dataclass(frozen=True, slots=True)
class Community:
    """What a handler gets as `community`."""

    hall: Hall
    departures: Departures
    profiles: Profiles
    archives: Archives
    recorder: Recorder
    friendships: Friendships
    challenges: Challenges
    moderators: Moderators
    reporting: Reporting
    passkeys: Passkeys
    recovery: Recovery

    async def account_state(self, person: Person) -> AccountState:
        """How the person can sign in, and what the person may do."""
        until, reason = await self.hall.rights.conduct.mute(person.id)
        is_muted = until > self.hall.match_loop.clock()
        return AccountState(
            passkeys=len(await self.passkeys.stored.of(person.id)),
            recovery_codes=await self.recovery.stored.count_codes(person.id),
            mail_address=await self.recovery.stored.address_of(person.id),
            sends_mail=self.recovery.sends_mail,
            moderator=person.account and await self.moderators.stored.is_moderator(person.id),
            muted_until=until if is_muted else 0,
            muted_reason=reason if is_muted else "",
        )

    async def tidy(self) -> None:
        """End challenges whose time is up, and forget what has been kept long enough."""
        await self.challenges.tidy()
        now = self.hall.match_loop.clock()
        await self.moderators.stored.forget_old(now)
        await self.reporting.stored.forget_old(now - REPORTS_KEPT_MS)


async def provide_community(state: State) -> Community:
    """The parts about people, for handlers."""
    community: Community = state.community
    return community


CommunityHere = NamedDependency[SkipValidation[Community]]


@asynccontextmanager
async def open_community(
    hall: Hall, send: SendMail, *, sends_mail: bool
) -> AsyncIterator[Community]:
    """The parts about people of a running hall, at work until the context ends."""
    hall.rights.conduct = SqlConduct(hall.store.backend)
    community = _assemble(hall, send, sends_mail=sends_mail)
    sender = ChallengeSender(hall, community.challenges)
    work = (
        _repeat(hall, NAMES_SECONDS, community.departures.replace_names),
        _repeat(hall, RECORD_SECONDS, community.recorder.note_some),
        _repeat(hall, WORK_SECONDS, community.moderators.carry_out_some),
        _repeat(hall, TIDY_SECONDS, community.tidy),
        _repeat(hall, NOTE_SECONDS, community.friendships.note_here, everywhere=True),
        _repeat(hall, SEND_SECONDS, sender.send_changes, everywhere=True),
    )
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield community
    finally:
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


def _assemble(hall: Hall, send: SendMail, *, sends_mail: bool) -> Community:
    backend = hall.store.backend
    shown, bonds, keys = SqlProfiles(backend), SqlBonds(backend), SqlOneTimeKeys(backend)
    profiles, reports = Profiles(hall, shown), SqlReports(backend)
    return Community(
        hall=hall,
        departures=Departures(hall, SqlDepartures(backend)),
        profiles=profiles,
        archives=Archives(hall, shown),
        recorder=Recorder(hall, SqlResults(backend)),
        friendships=Friendships(hall, profiles, bonds),
        challenges=Challenges(hall, profiles, SqlChallenges(backend), bonds),
        moderators=Moderators(hall, profiles, SqlModeration(backend), reports),
        reporting=Reporting(hall, profiles, reports, SqlRatings(backend)),
        passkeys=Passkeys(hall, SqlPasskeys(backend), keys),
        recovery=Recovery(hall, SqlRecovery(backend), keys, send, sends_mail),
    )


async def _repeat(
    hall: Hall, seconds: float, work: Callable[[], Awaitable[object]], *, everywhere: bool = False
) -> None:
    """Do the work again and again: at every process, or at the first of several."""
    while True:
        await asyncio.sleep(seconds)
        if not everywhere and not hall.cluster.is_first():
            continue
        try:
            await work()
        except StoreUnavailable:
            """The store has logged it."""
        except Exception:  # noqa: BLE001 - the next round tries again
            log.exception("work about people failed")
