"""The way to a table: creating matches, taking seats, quick matches and lists."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeAlias, cast

from meadhall.core.codec import to_plain
from meadhall.core.game import AnyGame
from meadhall.core.options import Value, parse_options
from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat
from meadhall.match import clock
from meadhall.match.commands import Abandon, Close, Ready, Sit
from meadhall.match.decide.lobby import lobby_refusal
from meadhall.match.decide.play import due
from meadhall.match.facts import Fact, Origin, Player, Reserved, Seated, Setup
from meadhall.match.fork import open_match
from meadhall.match.match import Match, Outcome
from meadhall.match.ports import Append, Damage, Query, Summary
from meadhall.server.api.accounts import parse_name
from meadhall.server.api.passwords import Passwords
from meadhall.server.api.seat_access import SeatAccess, seats_of, wrong_table_password
from meadhall.server.bots.pool import BotPool
from meadhall.server.broadcast.table_view import PHASES
from meadhall.server.cluster.port import Cluster
from meadhall.server.live.caretaker import CODE_LENGTH
from meadhall.server.live.match_loop import MatchLoop, raise_if_refused
from meadhall.server.live.reservations import Reservations
from meadhall.server.live.room import Room
from meadhall.server.protocol import bodies
from meadhall.server.protocol.bodies import (
    ClockPlan,
    MatchCard,
    MatchList,
    NewMatch,
    Person,
    QuickMatch,
    SeatClaim,
    SeatPlan,
)
from meadhall.server.protocol.tokens import EntryToken, random_id

Elsewhere: TypeAlias = Mapping[str, frozenset[Seat]]
"""The seats of matches whose people are connected to other processes."""
ARRIVAL_MS = 60_000
"""How long someone who has just sat down counts as waiting without being connected."""
DESERTED_MS = clock.DAY
"""How long an open table stays in the list with nobody there."""
DESERTED_DAILY_MS = 30 * clock.DAY
"""The same for clocks of days, where nobody stays connected to wait."""

MOST_FINISHED = 1_000
"""How many finished matches a person can have and still bring in others from elsewhere."""


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A match to be created; checked, except by the rules of the game."""

    game: AnyGame
    options: tuple[tuple[str, Value], ...]
    seats: tuple[SeatPlan, ...]
    clock: clock.Clock
    lock: str = ""
    listed: bool = True
    takeover: bool = True
    guided: bool = False
    rated: bool = False
    seed: str = ""
    origin: Origin | None = None
    reservation: str = ""


@dataclass(frozen=True, slots=True)
class Lobby:
    """Creates matches, gives out seats and lists tables."""

    match_loop: MatchLoop
    bots: BotPool
    access: SeatAccess
    passwords: Passwords
    reservations: Reservations
    most: int
    """Unfinished matches that one person may have."""
    cluster: Cluster
    deserted_days: int
    """Days after which a started match that everybody has left is ended."""
    quick_turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Quick matches are found one at a time: two at once would each open a table and wait."""

    async def create(self, person: Person, new: NewMatch) -> bodies.SeatTokens:
        """Create a match; gives the person's seats."""
        plan = self.plan(new)
        lock = await self._lock(person, new.password) if new.password else ""
        return await self.set_up(person, replace(plan, lock=lock))

    def plan(self, new: NewMatch) -> MatchPlan:
        """What somebody asks for, as a plan; without its password, which takes long."""
        game = self.match_loop.games(new.game)
        options = parse_options(game.types.options, new.options)
        if new.seed and any(seat.kind == "open" for seat in new.seats):
            raise Refused.because(
                "SEED_IS_KNOWN", "A match with a given seed cannot have open seats.", "seed"
            )
        plain = cast("dict[str, Value]", to_plain(options))
        return MatchPlan(
            game, tuple(plain.items()), new.seats, match_clock(new.clock), "", new.listed,
            new.takeover and not new.rated, new.guided, new.rated, new.seed,
            reservation=new.reservation,
        )  # fmt: skip

    async def set_up(self, person: Person, plan: MatchPlan) -> bodies.SeatTokens:
        """Open the match. If no seat is open, it starts at once."""
        await self.check_count(person)
        players = [await self._player(plan.game, person, seat) for seat in plan.seats]
        reserved = await self.reservations.redeem(plan.reservation)
        shares = {n: seat.share for n, seat in enumerate(plan.seats) if seat.kind == "mine"}
        outcome = self.opening(plan, players, reserved, shares)
        return await self.access.seat_tokens(await self.match_loop.open(outcome), person)

    def opening(
        self,
        plan: MatchPlan,
        players: Sequence[Player | None],
        reserved: Reserved,
        shares: Mapping[Seat, str],
    ) -> Outcome:
        """The match as it would open; raises `Refused` if it cannot."""
        setup, now = self._setup(plan, reserved), self.match_loop.clock()
        return raise_if_refused(open_match(plan.game, setup, players, now, shares))

    async def sit(
        self, person: Person, match: str, claim: SeatClaim, entered: EntryToken
    ) -> bodies.SeatTokens:
        """Take the named seat, or the first open one."""
        room = await self.match_loop.room(match)
        if claim.seat is None and seats_of(room.match, person):
            # A repeated request must not take a second seat.
            return await self.access.seat_tokens(room, person)
        lock = "" if match in entered.matches else room.match.setup.lock
        if lock and not (claim.password and await self.passwords.matches(lock, claim.password)):
            raise wrong_table_password()
        await self.check_count(person)
        seat = _open_seat(room.match) if claim.seat is None else claim.seat
        player = await self._as_player(person)
        await self.match_loop.carry_out(room, Sit(seat, player, claim.share))
        if claim.ready:
            with suppress(Refused):  # the match began, or the seat was cleared, at this moment
                await self.match_loop.carry_out(room, Ready(seat))
        return await self.access.seat_tokens(room, person)

    async def quick_match(self, person: Person, wanted: QuickMatch) -> bodies.SeatTokens:
        """Take a seat where someone is waiting for a normal match, else open a table."""
        game = self.match_loop.games(wanted.game)
        count = wanted.seats if wanted.seats is not None else game.spec.players[0]
        async with self.quick_turn, self.cluster.turn(f"quick {game.spec.slug}"):
            room = await self._find_waiting(game, count, person)
            if room is None:
                mine = SeatPlan("mine", share=wanted.share)
                plans = (mine, *(SeatPlan("open") for _ in range(count - 1)))
                new = NewMatch(game.spec.slug, plans, reservation=wanted.reservation)
                return await self.create(person, new)
            if not seats_of(room.match, person):
                await self.check_count(person)
                seat, player = _open_seat(room.match), await self._as_player(person)
                await self.match_loop.carry_out(room, Sit(seat, player, wanted.share))
                await self.match_loop.carry_out(room, Ready(seat))
        return await self.access.seat_tokens(room, person)

    async def find(self, holder: str, query: Query) -> MatchList:
        """The matches that the query selects, newest first, with the holder's seats marked."""
        found = await self.match_loop.store.find(query)
        rooms = self.match_loop.rooms
        unloaded = [one.id for one in found if one.phase == "lobby" and one.id not in rooms]
        elsewhere = await self.cluster.seats_elsewhere(unloaded)
        cards = tuple(self._match_card(one, holder, elsewhere) for one in found)
        more = len(found) == query.limit
        return MatchList(cards, f"{found[-1].created}-{found[-1].id}" if more else None)

    async def close_deserted(self) -> None:
        """Close the listed tables that have not started and have been empty for too long."""
        now = self.match_loop.clock()
        query = Query(phases=("lobby",), listed=True, before=(now - DESERTED_MS, ""))
        for match, _ in await self._scan(query):
            with suppress(Refused):  # someone has just come, or the game is no longer installed
                room = await self.match_loop.room(match)
                daily = isinstance(room.match.setup.clock, clock.Daily)
                since = now - (DESERTED_DAILY_MS if daily else DESERTED_MS)
                if not room.channel.has_people() and room.used < since:
                    await self.match_loop.carry_out(room, Close(since))

    async def end_empty_matches(self) -> None:
        """End the started matches that everybody left long ago and that no clock will end."""
        since = self.match_loop.clock() - self.deserted_days * clock.DAY
        query = Query(phases=("playing",), before=(since, ""))
        for match, facts in await self._scan(query):
            if facts[-1].at >= since:
                continue
            with suppress(Refused):  # the match cannot be loaded
                room = await self.match_loop.room(match)
                is_deserted = not room.channel.has_people() and room.used < since
                if is_deserted and due(room.match) is None:
                    await self.match_loop.carry_out(room, Abandon())

    async def _scan(self, query: Query) -> list[tuple[str, tuple[Fact, ...]]]:
        found = self.match_loop.store.scan(query)
        return [item async for item in found if not isinstance(item, Damage)]

    async def find_code(self, code: str) -> str:
        """The id of the newest match with this code."""
        found = await self.match_loop.store.find(Query(code=code.strip().upper(), limit=1))
        # An empty code does not filter, so the query found any match.
        if not found or not code.strip():
            raise Refused.because("NO_SUCH_MATCH", "No table has this code.", "code")
        return found[0].id

    async def check_count(self, person: Person) -> None:
        """Raise `Refused` for a person with too many unfinished matches."""
        if await self.match_loop.store.count_unfinished(person.id) >= self.most:
            raise Refused.because(
                "TOO_MANY_MATCHES", f"You have {self.most} unfinished matches. Finish some first."
            )

    async def check_brought(self, person: Person, append: Append) -> None:
        """Raise `Refused` for a match from elsewhere that the person cannot have here."""
        summary = cast(Summary, append.summary)
        for player in (fact.player for fact in append.facts if isinstance(fact, Seated)):
            if not player.bot:
                await self.access.rights.check_name(player.name, person.id)
            elif summary.phase == "playing":
                self.bots.check(self.match_loop.games(summary.game), player.bot)
        if summary.phase == "playing":
            await self.check_count(person)
            return
        over = Query(phases=("over",), holder=person.id, limit=MOST_FINISHED)
        if len(await self.match_loop.store.find(over)) == MOST_FINISHED:
            raise Refused.because(
                "TOO_MANY_MATCHES",
                f"You have {MOST_FINISHED:,} finished matches, and more cannot be brought in.",
            )

    async def _lock(self, person: Person, password: str) -> str:
        """The hash of a table's password. It takes long, so matches are counted first."""
        await self.check_count(person)
        return await self.passwords.hash(password)

    async def _find_waiting(self, game: AnyGame, count: int, person: Person) -> Room | None:
        query = Query(phases=("lobby",), game=game.spec.slug, listed=True, free_seat=True)
        for summary in await self.match_loop.store.find(query):
            if summary.seats != count or summary.locked:
                continue
            with suppress(Refused):  # the match cannot be loaded
                room = await self.match_loop.room(summary.id)
                suits = _is_normal(room.match) and self._has_waiting_player(room)
                if suits and not await self._are_apart(person, room.match):
                    return room
        return None

    async def _are_apart(self, person: Person, match: Match) -> bool:
        """Whether the person and somebody at the table avoid each other."""
        others = {player.holder for player in match.players if player} - {"", person.id}
        return bool(others) and await self.access.rights.conduct.are_apart(person.id, others)

    def _has_waiting_player(self, room: Room) -> bool:
        """Whether there is an open seat and a player who is connected or has just sat down."""
        match = room.match
        recent = self.match_loop.clock() - match.at < ARRIVAL_MS
        arriving = recent and any(match.is_person(seat) for seat in range(match.setup.seats))
        return (
            match.phase == "lobby"
            and None in match.players
            and (arriving or bool(room.channel.seats_here()))
        )

    async def _player(self, game: AnyGame, person: Person, plan: SeatPlan) -> Player | None:
        name = parse_name(plan.name) if plan.name else ""
        if name:
            await self.access.rights.check_name(name, person.id)
        if plan.kind == "bot":
            level = plan.level or self.bots.levels(game)[0].name
            self.bots.check(game, level)
            return Player(name or level, bot=level)
        if plan.kind == "mine":
            return Player(name, person.id) if name else await self._as_player(person)
        return None

    async def _as_player(self, person: Person) -> Player:
        """The person under their own name, unless an account has taken a guest's meanwhile."""
        if not person.account:
            await self.access.rights.check_name(person.name)
        return Player(person.name, person.id)

    def _setup(self, plan: MatchPlan, reserved: Reserved) -> Setup:
        levels = self.bots.levels(plan.game)
        return Setup(
            id=reserved.match,
            game=plan.game.spec.slug,
            rules_version=plan.game.spec.rules_version,
            seats=len(plan.seats),
            seed=plan.seed,
            secret="" if plan.seed else reserved.secret,
            options=plan.options,
            clock=plan.clock,
            takeover=levels[len(levels) // 2].name if plan.takeover else "",
            code=random_id(CODE_LENGTH).upper(),
            lock=plan.lock,
            listed=plan.listed and not plan.guided,
            guided=plan.guided,
            rated=plan.rated,
            origin=plan.origin,
        )

    def _is_waiting(self, summary: Summary, elsewhere: Elsewhere) -> bool:
        """Whether somebody waits at the table, here or at another process."""
        room = self.match_loop.rooms.get(summary.id)
        if room is not None:
            return self._has_waiting_player(room)
        return "" in summary.players and bool(elsewhere.get(summary.id))

    def _match_card(self, summary: Summary, holder: str, elsewhere: Elsewhere) -> MatchCard:
        mine = (seat for seat, other in enumerate(summary.holders) if holder and other == holder)
        return MatchCard(
            match=summary.id,
            code=summary.code,
            game=summary.game,
            title=self.title(summary.game),
            phase=PHASES[summary.phase],
            players=summary.players,
            mine=tuple(mine),
            locked=summary.locked,
            created=summary.created,
            result=summary.result,
            waiting=self._is_waiting(summary, elsewhere),
            people=sum(holder != "" for holder in summary.holders),
            held=tuple(seat for seat, other in enumerate(summary.holders) if other),
            secrets_known=summary.secrets_known,
            rated=summary.rated,
        )

    def title(self, slug: str) -> str:
        """The title of a game; its slug if it is no longer installed."""
        try:
            return self.match_loop.games(slug).spec.title
        except Refused:
            return slug


def parse_bookmark(text: str) -> tuple[int, str] | None:
    """Where a list continues: the `next` of its previous part. Raises `Refused` for other texts."""
    if not text:
        return None
    created, _, match = text.partition("-")
    # `isdecimal` alone accepts digits of all scripts. 16 digits fit into a BIGINT.
    if not created.isascii() or not created.isdecimal() or len(created) > len(str(2**53)):
        raise Refused.because("BAD_BOOKMARK", "This is not the `next` of a list.", "before")
    return int(created), match


def match_clock(given: ClockPlan) -> clock.Clock:
    """The clock of the match that the client asked for."""
    match given.mode:
        case "rules":
            return clock.ByRules()
        case "none":
            return clock.Untimed()
        case "turn":
            return clock.PerTurn(given.base)
        case "fischer":
            return clock.Fischer(given.base, given.increment)
        case "days":
            return clock.Daily(given.base // clock.DAY)


def _is_normal(match: Match) -> bool:
    setup, options = match.setup, match.game.types.options()
    plain = tuple(cast("dict[str, Value]", to_plain(options)).items())
    # Stored options include the defaults, in the same order.
    return (
        setup.options == plain
        and setup.clock == clock.BY_RULES
        and setup.origin is None
        and not setup.counts
    )


def _open_seat(match: Match) -> Seat:
    refusal = lobby_refusal(match)
    if refusal is not None:
        raise Refused(refusal)
    if None not in match.players:
        raise Refused.because("TABLE_FULL", "All seats are taken.")
    return match.players.index(None)
