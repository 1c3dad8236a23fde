"""Finding a table: setting one up, sitting down, quick matches, links and lists."""

import asyncio
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from typing import cast

from meadhall.core.codec import to_plain
from meadhall.core.game import AnyGame
from meadhall.core.options import Value, parse_options
from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat
from meadhall.match import clock
from meadhall.match.commands import Close, Ready, Sit
from meadhall.match.evolve import carried
from meadhall.match.facts import Fact, Origin, Player, Readied, Seated, Setup
from meadhall.match.fork import opened
from meadhall.match.gathering import too_late
from meadhall.match.judge import create
from meadhall.match.match import Match, Outcome
from meadhall.match.ports import Damage, Query, Summary
from meadhall.server import bodies
from meadhall.server.accounts import proper_name
from meadhall.server.bodies import (
    Clock,
    MatchCard,
    MatchList,
    NewMatch,
    Person,
    QuickMatch,
    SeatClaim,
    SeatLink,
    SeatPlan,
)
from meadhall.server.botseats import BotSeats
from meadhall.server.hub import Hub, accepted, refusal_of
from meadhall.server.keys import LINK_SECONDS, Keys, SeatKey, random_id
from meadhall.server.passwords import Passwords
from meadhall.server.room import Room, holds
from meadhall.server.steward import CODE_LENGTH
from meadhall.server.tables import PHASES

ARRIVAL_MS = 60_000
"""How long somebody who has just sat down counts as waiting without a connection."""
DESERTED_MS = clock.DAY
"""How long an open table stays in the list without anybody being there."""
DESERTED_DAILY_MS = 30 * clock.DAY
"""The same where turns take days: nobody sits and waits at such a table."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A table as somebody wants it, with everything checked but the rules of the game."""

    game: AnyGame
    options: tuple[tuple[str, Value], ...]
    seats: tuple[SeatPlan, ...]
    clock: clock.Clock
    lock: str = ""
    listed: bool = True
    takeover: bool = True
    seed: str = ""
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Lobby:
    """What people do before they sit at a table."""

    hub: Hub
    bots: BotSeats
    keys: Keys
    passwords: Passwords
    most: int
    """Unfinished matches that one person may have."""
    quick_turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    """One at a time looks for a table, or two who do so at once would wait for each other."""

    async def create(self, person: Person, new: NewMatch) -> bodies.Seated:
        """A new table as asked for, and one's seats at it."""
        game = self.hub.games(new.game)
        options = parse_options(game.types.options, new.options)
        if new.seed and any(plan.kind == "open" for plan in new.seats):
            raise Refused.because("SEED_IS_KNOWN", "Who gives the seed knows the dice.", "seed")
        lock = await self.passwords.hash(new.password) if new.password else ""
        plain = cast("dict[str, Value]", to_plain(options))
        wish = Wish(
            game, tuple(plain.items()), new.seats, clock_of(new.clock), lock, new.listed,
            new.takeover, new.seed,
        )  # fmt: skip
        return await self.set_up(person, wish)

    async def set_up(self, person: Person, wish: Wish) -> bodies.Seated:
        """Open the table; where no seat is open, play begins at once."""
        await self.check_count(person)
        players = [self._player(wish.game, person, plan) for plan in wish.seats]
        setup = self._setup(wish)
        now = self.hub.clock()
        seated = tuple(player for player in players if player is not None)
        if len(seated) == len(players):
            outcome = accepted(opened(wish.game, setup, seated, now))
        else:
            outcome = _gathering(accepted(create(wish.game, setup, now)), players, now)
        return self.seats_of(await self.hub.open(outcome), person)

    async def sit(self, person: Person, match: str, claim: SeatClaim) -> bodies.Seated:
        """Take a seat, the first open one where none is named."""
        room = await self.hub.room(match)
        if claim.seat is None and self.seats_of(room, person).tokens:
            return self.seats_of(room, person)  # a repeated request takes no second seat
        lock = room.match.setup.lock
        if lock and not (claim.password and await self.passwords.fits(lock, claim.password)):
            raise Refused.because("WRONG_PASSWORD", "The table's password is another.", "password")
        await self.check_count(person)
        seat = _open_seat(room.match) if claim.seat is None else claim.seat
        await self.hub.carry_out(room, Sit(seat, Player(person.name, person.id)))
        return self.seats_of(room, person)

    async def quick(self, person: Person, wish: QuickMatch) -> bodies.Seated:
        """Sit down where somebody waits for a normal match; else wait at a new table."""
        game = self.hub.games(wish.game)
        count = wish.seats if wish.seats is not None else game.spec.players[0]
        async with self.quick_turn:
            room = await self._waiting(game, count)
            if room is None:
                plans = (SeatPlan("mine"), *(SeatPlan("open") for _ in range(count - 1)))
                return await self.create(person, NewMatch(game.spec.slug, plans))
            if not self.seats_of(room, person).tokens:
                await self.check_count(person)
                seat = _open_seat(room.match)
                await self.hub.carry_out(room, Sit(seat, Player(person.name, person.id)))
                await self.hub.carry_out(room, Ready(seat))
        return self.seats_of(room, person)

    async def find(self, person: Person | None, query: Query) -> MatchList:
        """The matches in the list, newest first."""
        found = await self.hub.store.find(query)
        cards = tuple(self._card(summary, person) for summary in found)
        more = len(found) == query.limit
        return MatchList(cards, f"{found[-1].created}-{found[-1].id}" if more else None)

    async def close_deserted(self) -> None:
        """End the listed tables that have not begun and that nobody has been at for long."""
        now = self.hub.clock()
        query = Query(phases=("lobby",), listed=True, before=(now - DESERTED_MS, ""))
        old = [item async for item in self.hub.store.scan(query) if not isinstance(item, Damage)]
        for match, _ in old:
            with suppress(Refused):  # somebody came at this very moment, or the game is gone
                room = await self.hub.room(match)
                daily = isinstance(room.match.setup.clock, clock.Daily)
                since = now - (DESERTED_DAILY_MS if daily else DESERTED_MS)
                if not room.audience and room.used < since:
                    await self.hub.carry_out(room, Close(since))

    async def by_code(self, code: str) -> str:
        """The youngest match with that code."""
        found = await self.hub.store.find(Query(code=code.strip().upper(), limit=1))
        if not found or not code.strip():
            raise Refused.because("NO_SUCH_MATCH", "No table has this code.", "code")
        return found[0].id

    async def link(self, person: Person, match: str, seat: Seat) -> SeatLink:
        """A link that opens one's seat on another device too; this one keeps it, like a tab."""
        room = await self.hub.room(match)
        if not holds(room.match, seat, person.id):
            raise Refused.because("NOT_YOUR_SEAT", "This seat is not yours to give.", "seat")
        token = self.keys.sign_link(SeatKey(match, seat, person.id))
        return SeatLink(token, self.hub.clock() + LINK_SECONDS * 1000)

    async def follow(self, link: str) -> bodies.Seated:
        """The seat that a link opens."""
        key = self.keys.read_link(link)
        room = await self.hub.room(key.match)
        if not holds(room.match, key.seat, key.holder):
            raise Refused.because("NOT_YOUR_SEAT", "Somebody else sits there now.", "seat")
        return bodies.Seated(room.id, room.match.setup.code, (self.keys.sign_seat(key),))

    def seats_of(self, room: Room, person: Person) -> bodies.Seated:
        """The keys to all seats that the person holds there."""
        match = room.match
        mine = [seat for seat in range(match.setup.seats) if holds(match, seat, person.id)]
        tokens = (self.keys.sign_seat(SeatKey(room.id, seat, person.id)) for seat in mine)
        return bodies.Seated(room.id, match.setup.code, tuple(tokens))

    async def check_count(self, person: Person) -> None:
        """Refuse somebody who has too many unfinished matches already."""
        if await self.hub.store.unfinished(person.id) >= self.most:
            raise Refused.because(
                "TOO_MANY_MATCHES", f"You have {self.most} unfinished matches; end some first."
            )

    async def _waiting(self, game: AnyGame, count: int) -> Room | None:
        query = Query(phases=("lobby",), game=game.spec.slug, listed=True, free_seat=True)
        for summary in await self.hub.store.find(query):
            if summary.seats != count or summary.locked:
                continue
            with suppress(Refused):  # of a table that cannot be read any more
                room = await self.hub.room(summary.id)
                if _is_normal(room.match) and self._is_waited_at(room):
                    return room
        return None

    def _is_waited_at(self, room: Room) -> bool:
        """Whether there is an open seat, and somebody who is here or was just now."""
        match = room.match
        recent = self.hub.clock() - match.at < ARRIVAL_MS
        came = recent and any(match.is_person(seat) for seat in range(match.setup.seats))
        return match.phase == "lobby" and None in match.players and (came or bool(room.here()))

    def _player(self, game: AnyGame, person: Person, plan: SeatPlan) -> Player | None:
        name = proper_name(plan.name) if plan.name else ""
        if plan.kind == "bot":
            level = plan.level or self.bots.levels(game)[0].name
            self.bots.check(game, level)
            return Player(name or level, bot=level)
        if plan.kind == "mine":
            return Player(name or person.name, person.id)
        return None

    def _setup(self, wish: Wish) -> Setup:
        levels = self.bots.levels(wish.game)
        return Setup(
            id=random_id(),
            game=wish.game.spec.slug,
            rules_version=wish.game.spec.rules_version,
            seats=len(wish.seats),
            seed=wish.seed or secrets.token_hex(16),
            options=wish.options,
            clock=wish.clock,
            takeover=levels[len(levels) // 2].name if wish.takeover else "",
            code=random_id(CODE_LENGTH).upper(),
            lock=wish.lock,
            listed=wish.listed,
            origin=wish.origin,
        )

    def _card(self, summary: Summary, person: Person | None) -> MatchCard:
        mine = (s for s, holder in enumerate(summary.holders) if person and holder == person.id)
        room = self.hub.rooms.get(summary.id)  # where nobody has been for long, there is none
        return MatchCard(
            match=summary.id,
            code=summary.code,
            game=summary.game,
            title=self._title(summary.game),
            phase=PHASES[summary.phase],
            players=summary.players,
            mine=tuple(mine),
            locked=summary.locked,
            created=summary.created,
            result=summary.result,
            waiting=room is not None and self._is_waited_at(room),
        )

    def _title(self, slug: str) -> str:
        try:
            return self.hub.games(slug).spec.title
        except Refused:  # a game that is not installed any more
            return slug


def bookmark(text: str) -> tuple[int, str] | None:
    """Where a list goes on, as an earlier part of it said; refused where none said so."""
    if not text:
        return None
    created, _, match = text.partition("-")
    if not created.isascii() or not created.isdecimal() or len(created) > len(str(2**53)):
        raise Refused.because("BAD_BOOKMARK", "No list goes on there.", "before")
    return int(created), match


def clock_of(given: Clock) -> clock.Clock:
    """The terms of time in the words of the match."""
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


def _gathering(made: Outcome, players: list[Player | None], now: int) -> Outcome:
    """The new match with those seated who are there, its people ready."""
    seated: list[Fact] = [Seated(now, seat, p) for seat, p in enumerate(players) if p is not None]
    people = [seat for seat, player in enumerate(players) if player is not None and not player.bot]
    ready: list[Fact] = [Readied(now, seat, ready=True) for seat in people]
    after = carried(made.match, *seated, *ready)
    return Outcome(after.match, (*made.facts, *after.facts), (), after.version)


def _is_normal(match: Match) -> bool:
    setup, options = match.setup, match.game.types.options()
    plain = tuple(cast("dict[str, Value]", to_plain(options)).items())
    return setup.options == plain and setup.clock == clock.BY_RULES and setup.origin is None


def _open_seat(match: Match) -> Seat:
    rejected = too_late(match)
    if rejected is not None:
        raise Refused(refusal_of(rejected))
    if None not in match.players:
        raise Refused.because("TABLE_FULL", "All seats are taken.")
    return match.players.index(None)
