"""The plan of a tournament that somebody wants to make."""

from dataclasses import dataclass
from typing import cast

from meadhall.core.codec import to_plain
from meadhall.core.game import AnyGame
from meadhall.core.options import Value, parse_options
from meadhall.core.refusal import Refusal, Refused
from meadhall.match.clock import Clock
from meadhall.match.decide.handle import create
from meadhall.match.facts import Setup
from meadhall.server.api.lobby import match_clock
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.tokens import random_id
from meadhall.server.protocol.tournaments.tournament_bodies import NewTournament
from meadhall.tournaments.tournament_facts import TournamentPlan

SMALLEST_MATCH = 2


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """The matches of a tournament, as far as they are all alike."""

    game: AnyGame
    options: tuple[tuple[str, Value], ...]
    clock: Clock
    rated: bool

    def refusal(self, seats: int, now: int) -> Refusal | None:
        """Why a match of this many players cannot be; by trying."""
        setup = Setup(
            id="trial",
            game=self.game.spec.slug,
            rules_version=self.game.spec.rules_version,
            seats=seats,
            secret="trial",  # noqa: S106 - of a match that is never played
            options=self.options,
            clock=self.clock,
            rated=self.rated,
        )
        made = create(self.game, setup, now)
        return made if isinstance(made, Refusal) else None


def plan_tournament(game: AnyGame, host: Person, new: NewTournament, now: int) -> TournamentPlan:
    """The plan; raises `Refused` if the game cannot be played like that."""
    options = parse_options(game.types.options, new.options)
    plain = tuple(cast("dict[str, Value]", to_plain(options)).items())
    clock = match_clock(new.clock)
    match = PlannedMatch(game, plain, clock, new.rated)
    refused = match.refusal(new.seats, now)
    if refused is not None:
        raise Refused(refused)
    smaller = range(SMALLEST_MATCH, new.seats)
    return TournamentPlan(
        id=random_id(),
        title=" ".join(new.title.split()),
        format=new.format,
        host=host.id,
        host_name=host.name,
        game=game.spec.slug,
        sizes=(*(size for size in smaller if match.refusal(size, now) is None), new.seats),
        options=plain,
        clock=clock,
        starts=now + new.starts_in,
        rounds=new.rounds if new.format == "swiss" else 0,
        minutes=new.minutes if new.format == "arena" else 0,
        pause=new.pause if new.format != "arena" else 0,
        most=new.most,
        rated=new.rated,
        draws=new.draws and new.format != "knockOut",
        haste=new.berserk,
    )
