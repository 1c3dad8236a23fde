"""The first state: keeps are dealt, homelands taken, knights placed, objectives drawn."""

from collections.abc import Sequence

from meadhall.core.game import Traits
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.games.secret_toaster.rules.board import HEXES, KEEPS, homeland
from meadhall.games.secret_toaster.rules.objectives import deal_objectives
from meadhall.games.secret_toaster.rules.round.chance import Chance, RandomChance
from meadhall.games.secret_toaster.rules.table import knight_name, mode, terms
from meadhall.games.secret_toaster.types import (
    NAMES,
    RESERVES,
    START_TROOPS,
    Alliance,
    HexId,
    Knight,
    Options,
    Player,
    Secret,
    State,
    Table,
)


def traits(options: Options, seats: int) -> Traits:
    """Orders and objectives are secret, all plan at once, and battles are fought with dice."""
    return Traits(simultaneous=True, chance=True, hidden=True)


def check_setup(options: Options, seats: int) -> None:
    """Refuse objectives with fewer than three players."""
    if options.mode == "objectives" and seats < 3:  # noqa: PLR2004 - three
        raise Refused.because(
            "MODE_NEEDS_THREE",
            "Secret objectives need at least three players. Two players fight for the castle.",
            "mode",
        )


def initial(options: Options, seats: int, rng: Rng) -> State:
    """Everybody at home with a hundred troops and a knight."""
    chance = RandomChance(rng)
    table = deal_table(options, NAMES[:seats], chance)
    secrets: tuple[Secret, ...] = (Secret(),) * seats
    if mode(table) == "objectives":
        objectives, chance.rng = deal_objectives(seats, terms(table).kingmakers, chance.rng)
        secrets = tuple(Secret(objective=objective) for objective in objectives)
    return State(table, secrets, chance.rng)


def deal_table(options: Options, names: Sequence[str], chance: Chance) -> Table:
    """The table after each player has drawn a free keep and taken the land around it."""
    keeps = _deal_keeps(len(names), chance)
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


def _deal_keeps(players: int, chance: Chance) -> list[HexId]:
    if players > len(KEEPS):
        raise Refused.because("NO_FREE_KEEP", f"There are only {len(KEEPS)} keeps.", "seats")
    free = list(KEEPS)
    return [free.pop(chance.below(len(free))) for _ in range(players)]
