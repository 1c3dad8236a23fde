"""Tournaments over HTTP, and their work in the background.

The docstrings of the handlers are the API's documentation.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

import litestar
from litestar import Response, Router
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, JSONBody, SkipValidation
from litestar.status_codes import HTTP_200_OK
from msgspec.structs import replace

from meadhall.core.refusal import Refusal, Refused
from meadhall.match.facts import Player
from meadhall.match.ports import StoreUnavailable
from meadhall.server.api.errors import RESPONSES
from meadhall.server.api.guards import (
    MaybeVisitor,
    Visitor,
    provide_hall,
    provide_maybe,
    provide_visitor,
)
from meadhall.server.api.prices import CHANGE, MATCH
from meadhall.server.assembly import Hall
from meadhall.server.metrics import log
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.tokens import random_id
from meadhall.server.protocol.tournaments.tournament_bodies import (
    NewTournament,
    TournamentExport,
    TournamentList,
    TournamentPage,
    TournamentRound,
)
from meadhall.server.tournaments.new_tournament import plan_tournament
from meadhall.server.tournaments.organiser import MOST_KNOWN, PLAYS_ELSEWHERE, Organiser
from meadhall.server.tournaments.tournament_news import NEWS_SECONDS, TournamentNews
from meadhall.server.tournaments.tournament_view import (
    round_of,
    standings_text,
    tournament_card,
    tournament_export,
    tournament_page,
)
from meadhall.store.people.moderation.stored_acts import ModerationAct, SqlModeration
from meadhall.store.tournaments.stored_tournaments import SqlTournaments
from meadhall.tournaments.entering import announce, close, enter, withdraw
from meadhall.tournaments.tournament import Tournament

MOST_LISTED, MOST_PAST, MOST_HOSTED = 200, 50, 5


@dataclass(frozen=True, slots=True)
class Tournaments:
    """What a handler gets as `tournaments`."""

    hall: Hall
    stored: SqlTournaments
    organiser: Organiser
    news: TournamentNews
    moderation: SqlModeration
    pages: dict[str, TournamentPage] = field(default_factory=dict)

    def page(self, tournament: Tournament) -> TournamentPage:
        """The page of the tournament now. Its standings are worked out once for each version."""
        loop, id_ = self.hall.match_loop, tournament.plan.id
        known = self.pages.get(id_)
        if known is None or known.state.version != tournament.version:
            known = tournament_page(tournament, loop.games, loop.clock())
            while len(self.pages) >= MOST_KNOWN:
                del self.pages[next(iter(self.pages))]
            self.pages[id_] = known
        return replace(known, now=loop.clock())

    async def make(self, person: Person, new: NewTournament) -> Tournament:
        """Make the tournament; raises `Refused`."""
        if not person.account:
            raise Refused.because("NO_ACCOUNT", "You need an account to make a tournament.")
        if await self.stored.count_hosted(person.id) >= MOST_HOSTED:
            raise Refused.because(
                "TOO_MANY_TOURNAMENTS", f"You have {MOST_HOSTED} tournaments that are not over."
            )
        loop = self.hall.match_loop
        game = loop.games(new.game)
        for level in new.computers:
            self.hall.bots.check(game, level)
        facts = announce(
            plan_tournament(game, person, new, loop.clock()), new.computers, loop.clock()
        )
        if isinstance(facts, Refusal):
            raise Refused(facts)
        return await self.organiser.announce(facts)

    async def enter(self, id_: str, person: Person) -> Tournament:
        """Let the person play; raises `Refused`."""
        if not person.account:
            await self.hall.access.rights.check_name(person.name)
        tournament = await self.organiser.load(id_)
        if tournament.phase == "running" and tournament.plan.is_live:
            elsewhere = await self.stored.find_engaged([person.id], id_)
            if elsewhere:
                raise Refused.because("PLAYS_ELSEWHERE", PLAYS_ELSEWHERE)
        rating = await self.organiser.strength(tournament.plan, person.id)
        player = Player(person.name, person.id)
        return await self.organiser.change(
            id_, lambda present, now: enter(present, player, rating, now)
        )

    async def close(self, id_: str, person: Person) -> Tournament:
        """End the tournament; raises `Refused`. What a moderator does is logged first."""
        tournament = await self.organiser.load(id_)
        host, closer = tournament.plan.host, person.id
        if closer != host and person.account and await self.moderation.is_moderator(person.id):
            closer = host
            act = ModerationAct(
                id=random_id(),
                at=self.hall.match_loop.clock(),
                moderator=person.name,
                kind="close",
                reason=f"Closed the tournament {tournament.plan.title!r}.",
            )
            await self.moderation.act(act)
            await self.moderation.finish(act.id)  # there is no table to close
        return await self.organiser.change(id_, lambda present, now: close(present, closer, now))


@asynccontextmanager
async def open_tournaments(hall: Hall) -> AsyncIterator[Tournaments]:
    """The tournaments of a running hall, organised until the context ends."""
    stored = SqlTournaments(hall.store.backend)
    organiser, moderation = Organiser(hall, stored), SqlModeration(hall.store.backend)
    parts = Tournaments(hall, stored, organiser, TournamentNews(hall, organiser), moderation)
    tasks = [asyncio.create_task(work) for work in (organiser.work(), _keep_sending(parts.news))]
    try:
        yield parts
    finally:
        for task in tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


async def _keep_sending(news: TournamentNews) -> None:
    while True:
        await asyncio.sleep(NEWS_SECONDS)
        try:
            await news.send_changes()
        except StoreUnavailable:
            """The store has logged it."""
        except Exception:  # noqa: BLE001 - the next round tries again
            log.exception("cannot send what is new in tournaments")


TournamentsHere = NamedDependency[SkipValidation[Tournaments]]
get = partial(litestar.get, responses=RESPONSES)
post = partial(litestar.post, responses=RESPONSES)
delete = partial(litestar.delete, responses=RESPONSES)


@get("/tournaments")
async def list_tournaments(tournaments: TournamentsHere, maybe: MaybeVisitor) -> TournamentList:
    """List the tournaments to come and those that run, and the last ones that ended."""
    entered = await tournaments.stored.of_holder(maybe.id) if maybe else frozenset()
    loop = tournaments.hall.match_loop
    current = await tournaments.stored.summaries(over=False, limit=MOST_LISTED)
    past = await tournaments.stored.summaries(over=True, limit=MOST_PAST)
    return TournamentList(
        loop.clock(),
        tuple(tournament_card(one, loop.games, entered) for one in current),
        tuple(tournament_card(one, loop.games, entered) for one in past),
    )


@post("/tournaments", opt=CHANGE)
async def create_tournament(
    tournaments: TournamentsHere, visitor: Visitor, data: JSONBody[NewTournament]
) -> TournamentPage:
    """Make a tournament. You need an account. Making it does not enter you."""
    return tournaments.page(await tournaments.make(visitor, data))


@get("/tournaments/{tournament:str}")
async def show_tournament(
    tournaments: TournamentsHere, tournament: FromPath[str]
) -> TournamentPage:
    """Show a tournament: its terms, its standings, the matches of its round.

    The hall's socket sends what changes to who connects with `?tournament=ID`.
    """
    return tournaments.page(await tournaments.organiser.load(tournament))


@get("/tournaments/{tournament:str}/rounds/{number:int}")
async def show_round(
    tournaments: TournamentsHere, tournament: FromPath[str], number: FromPath[int]
) -> TournamentRound:
    """Show the matches of a round."""
    return round_of(await tournaments.organiser.load(tournament), number)


@get("/tournaments/{tournament:str}/export", opt=MATCH)
async def export_tournament(
    tournaments: TournamentsHere, tournament: FromPath[str]
) -> Response[TournamentExport]:
    """Download everything about a tournament as JSON."""
    loop = tournaments.hall.match_loop
    found = await tournaments.organiser.load(tournament)
    headers = {"Content-Disposition": f'attachment; filename="tournament-{found.plan.id}.json"'}
    return Response(tournament_export(found, loop.games, loop.clock()), headers=headers)


@get("/tournaments/{tournament:str}/standings", opt=MATCH, media_type="text/csv")
async def export_standings(
    tournaments: TournamentsHere, tournament: FromPath[str]
) -> Response[str]:
    """Download the standings as comma-separated values."""
    found = await tournaments.organiser.load(tournament)
    headers = {"Content-Disposition": f'attachment; filename="tournament-{found.plan.id}.csv"'}
    return Response(standings_text(found), media_type="text/csv", headers=headers)


@post("/tournaments/{tournament:str}/players", opt=CHANGE, status_code=HTTP_200_OK)
async def enter_tournament(
    tournaments: TournamentsHere, visitor: Visitor, tournament: FromPath[str]
) -> TournamentPage:
    """Enter a tournament, or come back to it. Twice does no harm."""
    return tournaments.page(await tournaments.enter(tournament, visitor))


@delete("/tournaments/{tournament:str}/players/me", opt=CHANGE, status_code=HTTP_200_OK)
async def leave_tournament(
    tournaments: TournamentsHere, visitor: Visitor, tournament: FromPath[str]
) -> TournamentPage:
    """Leave a tournament. You give up the match that you are playing; your points stay."""
    left = await tournaments.organiser.change(
        tournament, lambda present, now: withdraw(present, visitor.id, now)
    )
    return tournaments.page(left)


@post("/tournaments/{tournament:str}/start", opt=CHANGE, status_code=HTTP_200_OK)
async def start_tournament(
    tournaments: TournamentsHere, visitor: Visitor, tournament: FromPath[str]
) -> TournamentPage:
    """Start a tournament before its time. Only its host can."""
    return tournaments.page(await tournaments.organiser.start(tournament, visitor.id))


@post("/tournaments/{tournament:str}/close", opt=CHANGE, status_code=HTTP_200_OK)
async def close_tournament(
    tournaments: TournamentsHere, visitor: Visitor, tournament: FromPath[str]
) -> TournamentPage:
    """Close a tournament, as its host or a moderator. Its matches are called off; points stay."""
    return tournaments.page(await tournaments.close(tournament, visitor))


HANDLERS = [
    list_tournaments, create_tournament, show_tournament, show_round, export_tournament,
    export_standings, enter_tournament, leave_tournament, start_tournament, close_tournament,
]  # fmt: skip


def tournament_routes() -> Router:
    """The routes under `/api` that are about tournaments."""
    return Router(
        "/api",
        route_handlers=HANDLERS,
        dependencies={
            "hall": Provide(provide_hall),
            "maybe": Provide(provide_maybe),
            "tournaments": Provide(_provide_tournaments),
            "visitor": Provide(provide_visitor),
        },
    )


async def _provide_tournaments(state: State) -> Tournaments:
    parts: Tournaments = state.tournaments
    return parts
