"""Finished matches: records, replays, analyses, and new matches from their positions."""

import asyncio
import hashlib
import secrets
from dataclasses import dataclass, field

from msgspec import structs

from meadhall.core.game import traits_of
from meadhall.core.record import Record, write_record
from meadhall.core.refusal import Refused
from meadhall.core.seats import Viewer
from meadhall.match.fork import Cut
from meadhall.match.records import record_of
from meadhall.server.api.lobby import Lobby, MatchPlan, match_clock
from meadhall.server.bots.analysis import Analyses
from meadhall.server.live.caretaker import CODE_LENGTH
from meadhall.server.live.match_loop import MatchLoop
from meadhall.server.protocol import bodies
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.offline import BroughtMatch
from meadhall.server.protocol.records.replay_bodies import (
    Analysed,
    AnalysisRequest,
    Continuation,
    Replay,
)
from meadhall.server.protocol.tokens import random_id
from meadhall.server.records.brought import Bringer, bring_match
from meadhall.server.records.desk import RecordDesk
from meadhall.server.records.kept_replays import KeptReplays, ReplayKey
from meadhall.server.records.work import (
    Source,
    check_record,
    continue_record,
    import_record,
    replay_record,
)


@dataclass(frozen=True, slots=True)
class Replays:
    """Works on records. Everything long is done at the desk, in a process of its own."""

    match_loop: MatchLoop
    lobby: Lobby
    analyses: Analyses
    desk: RecordDesk
    kept: KeptReplays = field(default_factory=KeptReplays)

    async def match_record(self, match: str) -> Record:
        """The record of a finished match. Before the end it would reveal what is hidden."""
        room = await self.match_loop.room(match)
        if room.channel.match.result is None:
            raise Refused.because("NOT_FINISHED", "You can download the match once it is over.")
        return record_of(room.channel.match)

    async def record_text(self, match: str) -> str:
        """The record of a finished match as a document."""
        return await asyncio.to_thread(write_record, await self.match_record(match))

    async def upload(self, person: Person, text: str) -> str:
        """Store an uploaded record as a finished match; gives its id."""
        await self.lobby.check_count(person)
        match = random_id()
        append = await self.desk.run(import_record, text, match, self.match_loop.clock())
        await self.match_loop.import_match(append)
        return match

    async def bring(self, person: Person, facts: tuple[str, ...]) -> BroughtMatch:
        """Store a match that was played without the server in the person's account, once."""
        if not person.account:
            raise Refused.because("NO_ACCOUNT", "Sign in to an account first.")
        whose = Bringer(person.id, person.name, self.match_loop.clock())
        code = random_id(CODE_LENGTH).upper()
        append = await self.desk.run(bring_match, facts, whose, code)
        is_new = await self.match_loop.is_new(append.match)
        if is_new:
            await self.lobby.check_brought(person, append)
            await self.match_loop.import_match(append)
            self.match_loop.lists_changed([person.id])
        return BroughtMatch(append.match, is_new)

    async def replay_match(self, match: str, viewer: Viewer) -> Replay:
        """A finished match from its first position to its last, as one viewer saw it."""
        return await self._replay((match, viewer), await self.match_record(match))

    async def replay_text(self, text: str, viewer: Viewer) -> Replay:
        """The same for a record that is not stored."""
        return await self._replay((hashlib.sha256(text.encode()).hexdigest(), viewer), text)

    async def analyse(self, person: Person, wanted: AnalysisRequest) -> Analysed:
        """Start the analysis of a match or a record, unless there is one; gives its progress."""
        checked = await self.desk.run(check_record, await self._source(wanted.match, wanted.record))
        game = self.match_loop.games(checked.record.game)
        return self.analyses.begin(person, game, checked.record, checked.fingerprint)

    async def continue_match(self, person: Person, wanted: Continuation) -> bodies.SeatTokens:
        """Create a match from a position of a finished match or a record."""
        source = await self._source(wanted.match, wanted.record)
        cut = Cut(wanted.ply, wanted.hidden, wanted.seat)
        found = await self.desk.run(continue_record, source, cut, secrets.token_hex(16))
        if len(wanted.seats) != found.seats:
            raise Refused.because("BAD_SEAT_COUNT", f"The match has {found.seats} seats.", "seats")
        game, clock = self.match_loop.games(found.game), match_clock(wanted.clock)
        if traits_of(game, dict(found.options), found.seats).hidden:
            _check_open_seats(wanted)
        plan = MatchPlan(
            game, found.options, wanted.seats, clock, origin=found.origin,
            reservation=wanted.reservation,
        )  # fmt: skip
        return await self.lobby.set_up(person, plan)

    async def _source(self, match: str, text: str) -> Source:
        """The record of the match if one is named, else the given one."""
        return await self.match_record(match) if match else text

    async def _replay(self, key: ReplayKey, source: Source) -> Replay:
        viewer = key[1]
        kept = await self.kept.get(key, lambda: self.desk.run(replay_record, source, viewer))
        return structs.replace(kept.replay, analysis=self.analyses.find(kept.fingerprint))


def _check_open_seats(wanted: Continuation) -> None:
    """Refuse an open seat where somebody may know the secrets of others, as with a known seed."""
    # The person may keep what they knew themselves, but not what another seat knew.
    own = wanted.seat is None or wanted.seats[wanted.seat].kind == "mine"
    is_dealt = wanted.hidden == "resampled" and own
    if not is_dealt and any(seat.kind == "open" for seat in wanted.seats):
        raise Refused.because(
            "SECRETS_ARE_KNOWN",
            "You may know what is hidden here. Deal it again, or leave no seat open.",
            "seats",
        )
