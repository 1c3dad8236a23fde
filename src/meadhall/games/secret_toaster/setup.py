"""The start: keeps are dealt, homelands taken, knights posted, objectives drawn."""

from collections.abc import Sequence

from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.games.secret_toaster.board import HEXES, KEEPS, HexId, homeland
from meadhall.games.secret_toaster.chance import Chance, Drawn
from meadhall.games.secret_toaster.table import knight_name, mode
from meadhall.games.secret_toaster.types import (
    NAMES,
    RESERVES,
    START_TROOPS,
    Alliance,
    Knight,
    Options,
    Player,
    Secret,
    State,
    Table,
)
from meadhall.games.secret_toaster.victory import deal_objectives


def check_setup(options: Options, seats: int) -> None:
    """Objectives need a third player."""
    if options.mode == "objectives" and seats < 3:  # noqa: PLR2004 - three
        raise Refused.because(
            "MODE_NEEDS_THREE", "Objectives need three players; a duel is for the castle.", "mode"
        )


def initial(options: Options, seats: int, rng: Rng) -> State:
    """Everybody at home with a hundred troops and a knight."""
    chance = Drawn(rng)
    table = settled(options, NAMES[:seats], chance)
    secrets: tuple[Secret, ...] = (Secret(),) * seats
    if mode(table) == "objectives":
        objectives, chance.rng = deal_objectives(seats, chance.rng)
        secrets = tuple(Secret(objective=objective) for objective in objectives)
    return State(table, secrets, chance.rng)


def settled(options: Options, names: Sequence[str], chance: Chance) -> Table:
    """The table once each player has drawn a free keep and taken the land around it."""
    keeps = _dealt(len(names), chance)
    reserves = RESERVES if options.ruleset == "standard" else 0
    players = tuple(Player(n, k, reserves=reserves) for n, k in zip(names, keeps, strict=True))
    homes = {hex_: seat for seat, keep in enumerate(keeps) for hex_ in homeland(keep)}
    return Table(
        options=options,
        round=0,
        players=players,
        owners=tuple(homes.get(hex_) for hex_ in range(HEXES)),
        troops=tuple(tuple(_garrison(keep, hex_) for keep in keeps) for hex_ in range(HEXES)),
        knights=tuple(Knight(knight_name(p, 0), s, p.keep) for s, p in enumerate(players)),
        alliances=tuple(Alliance(s, f"{p.name}'s Alliance", (s,)) for s, p in enumerate(players)),
        founded=len(players),
    )


def _garrison(keep: HexId, hex_: HexId) -> int:
    return START_TROOPS if hex_ == keep else 0


def _dealt(players: int, chance: Chance) -> list[HexId]:
    if players > len(KEEPS):
        raise Refused.because("NO_FREE_KEEP", f"There are only {len(KEEPS)} keeps.", "seats")
    free = list(KEEPS)
    return [free.pop(chance.below(len(free))) for _ in range(players)]
