"""The scene for one viewer: the map, the players, and the viewer's own orders."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from meadhall.core.scene import LAYERS, Arrow, Card, Cell, Gauge, Scene, Token
from meadhall.core.seats import Seat, Viewer, seat_name
from meadhall.games.secret_toaster.look.buttons import buttons
from meadhall.games.secret_toaster.look.gestures import hex_id, knight_id
from meadhall.games.secret_toaster.look.goal import goal, homes, point
from meadhall.games.secret_toaster.look.preview import order_detail
from meadhall.games.secret_toaster.look.words import (
    order_phrase,
    result_text,
    rounds_in_a_row,
    seat_list,
    troop_count,
)
from meadhall.games.secret_toaster.rules.board import CASTLE, HEXES, TYPES
from meadhall.games.secret_toaster.rules.names import (
    HOUSES,
    alliance_title,
    hex_name,
    house,
    knight_title,
    short_knight,
)
from meadhall.games.secret_toaster.rules.planning.forecast import order_forecasts
from meadhall.games.secret_toaster.rules.table import mode, terms, waiting, without_requests
from meadhall.games.secret_toaster.rules.terms import LEAST_DEFENCE, Terms
from meadhall.games.secret_toaster.types import (
    CROWN_ROUNDS,
    MOST_ORDERS,
    HexId,
    Knight,
    Objective,
    Ruleset,
    Secret,
    Table,
    View,
)
from meadhall.kit.identity_cache import identity_cache
from meadhall.kit.sentences import start_sentence

OBJECTIVE_NAMES: dict[Objective, str] = {
    "kingmaker": "Kingmaker",
    "expansionist-left": "Expansionist",
    "expansionist-right": "Expansionist",
    "defender": "Defender",
}
_PLAYER_GAUGES = (
    ("ready", "ready", 1),
    ("orders", "orders", MOST_ORDERS),
    ("hexes", "hexes", None),
    ("troops", "troops", None),
    ("reserves", "in reserve", None),
)
_KINDS = {"BLANK": "blank", "LAND": "land", "KEEP": "keep", "CASTLE": "castle"}


def scene(view: View) -> Scene:
    """Everything to draw for the viewer."""
    public, known = public_scene(view.table), without_requests(view.table)
    return Scene(
        headline=public.headline,
        cells=public.cells,
        tokens=public.tokens,
        cards=_cards(known, view.secret, view.seat),
        gauges=public.gauges,
        buttons=buttons(view),
        arrows=_arrows(view.secret, view.seat),
        notes=public.notes,
        task=_task(view.secret),
        goal=public.goal,
        homes=public.homes,
    )


# Layers are kept by the pieces of the state that they show. So a scene shares them with the scenes
# of the other viewers and with the one before it, wherever nothing has changed.
@identity_cache(LAYERS)
def public_scene(table: Table) -> Scene:
    """What everybody sees."""
    return Scene(
        headline=_headline(table),
        cells=_land(table.owners, table.troops, table.knights),
        tokens=_tokens(table.knights),
        gauges=_gauges(table),
        notes=(*_alliances(table), *_warnings(table)),
        goal=goal(table),
        homes=homes(table),
    )


def _headline(table: Table) -> str:
    if table.outcome is None:
        late = seat_list(waiting(table))
        return f"Round {table.round + 1} of {table.options.round_limit}: waiting for {late}"
    return result_text(table.outcome.winners, table.outcome.reason)


def _task(secret: Secret | None) -> str:
    """What the viewer does until everybody is ready."""
    count = len(secret.orders) if secret else 0
    if count == MOST_ORDERS:
        return f"All {count} orders are written: press Ready."
    if count:
        return f"{count} of {MOST_ORDERS} orders: choose a knight for the next one, or press Ready."
    return (
        f"Write up to {MOST_ORDERS} orders: choose a knight, then a marked hex. Then press Ready."
    )


@identity_cache(LAYERS)
def _land(
    owners: tuple[Seat | None, ...],
    troops: tuple[tuple[int, ...], ...],
    knights: tuple[Knight, ...],
) -> tuple[Cell, ...]:
    return cells(owners, troops, knights, range(HEXES))


def cells(
    owners: tuple[Seat | None, ...],
    troops: tuple[tuple[int, ...], ...],
    knights: tuple[Knight, ...],
    hexes: Iterable[HexId],
) -> tuple[Cell, ...]:
    """The cells of these hexes, without those that are not drawn.

    Blank hexes are drawn only where somebody entered one, which the legacy rules allow.
    """
    entered = {knight.hex for knight in knights}
    return tuple(
        [
            _cell(hex_, owners[hex_], troops[hex_])
            for hex_ in hexes
            if TYPES[hex_] != "BLANK"
            or owners[hex_] is not None
            or hex_ in entered
            or any(troops[hex_])
        ]
    )


@lru_cache(LAYERS)
def _cell(hex_: HexId, owner: Seat | None, troops: tuple[int, ...]) -> Cell:
    stacks = [(s, count) for s, count in enumerate(troops) if count]
    x, y = point(hex_)
    badge = "+".join(str(t) if s == owner else f"{_initial(s)}{t}" for s, t in stacks)
    return Cell(
        id=hex_id(hex_),
        label=_label(hex_, owner, stacks),
        x=x,
        y=y,
        kind=_KINDS[TYPES[hex_]],
        seat=owner,
        badge=badge,
        name=hex_name(hex_).removeprefix("the "),
    )


def _label(hex_: HexId, owner: Seat | None, stacks: list[tuple[Seat, int]]) -> str:
    held = "neutral" if owner is None else f"held by {seat_name(owner)}"
    troops = [f"{troop_count(count)} of {seat_name(seat)}" for seat, count in stacks]
    place = "castle" if hex_ == CASTLE else f"{_KINDS[TYPES[hex_]]} {hex_name(hex_)}"
    return ", ".join([place, held, *troops])


def _initial(seat: Seat) -> str:
    return HOUSES[seat][0]


@identity_cache(LAYERS)
def _tokens(knights: tuple[Knight, ...]) -> tuple[Token, ...]:
    return tuple([_token(knight.name, knight.owner, knight.hex) for knight in knights])


@lru_cache(LAYERS)
def _token(name: str, owner: Seat, hex_: HexId) -> Token:
    return Token(
        id=knight_id(name),
        label=knight_title(name),
        cell=hex_id(hex_),
        glyph=short_knight(name).removeprefix("Sir ")[:2],
        kind="knight",
        seat=owner,
    )


@identity_cache(LAYERS)
def _cards(table: Table, secret: Secret | None, viewer: Viewer) -> tuple[Card, ...]:
    """The viewer's objective and orders with their odds; after the end everybody's objective."""
    open_ = enumerate(_open_objectives(table, secret, viewer))
    wanted = terms(table)
    cards = [_objective(seat, objective, wanted) for seat, objective in open_ if objective]
    for shown in order_forecasts(View(viewer, table, secret)):
        order = shown.order
        label, detail = f"{order.number}. {order_phrase(order)}", order_detail(shown)
        cards.append(Card(f"order-{order.number}", label, "orders", order.type, viewer, detail))
    return tuple(cards)


def _objective(seat: Seat, objective: Objective, wanted: Terms) -> Card:
    title, detail = OBJECTIVE_NAMES[objective], objective_text(objective, wanted)
    return Card(f"objective-{seat}", title, "objective", objective, seat, detail)


def objective_text(objective: Objective, wanted: Terms) -> str:
    """What is to be done."""
    if objective == "kingmaker":
        return "Own the castle, you or an ally." if wanted.shared_castle else "Own the castle."
    if objective == "defender":
        homeland = "all seven hexes of your homeland"
        more = wanted.defence > LEAST_DEFENCE
        return f"Own {wanted.defence} hexes, with {homeland}." if more else f"Own {homeland}."
    side = "left (clockwise)" if objective == "expansionist-left" else "right (counter-clockwise)"
    many = f"Own {wanted.expansion} hexes, at least {wanted.raid} of them"
    return f"{many} in the homeland on your {side}."


def _open_objectives(
    table: Table, secret: Secret | None, viewer: Viewer
) -> tuple[Objective | None, ...]:
    if table.outcome is not None:
        return table.outcome.objectives
    seats = range(len(table.players))
    return tuple(secret.objective if secret and seat == viewer else None for seat in seats)


def _gauges(table: Table) -> tuple[Gauge, ...]:
    limit = table.options.round_limit
    number, then = min(table.round + 1, limit), _AFTER_ROUNDS[table.options.ruleset]
    gauges = [_gauge("round", "Round", number, limit, "round", None, then)]
    if mode(table) == "crown":
        rounds, then = table.crown.rounds, "then its holder wins"
        gauges.append(_gauge("crown", "Castle held", rounds, CROWN_ROUNDS, "crown", None, then))
    sizes = _sizes(table.owners, table.troops)
    for seat, (player, size) in enumerate(zip(table.players, sizes, strict=True)):
        gauges += _player_gauges(seat, (int(player.ready), player.orders, *size, player.reserves))
    return tuple(gauges)


_AFTER_ROUNDS: dict[Ruleset, str] = {
    "standard": "then the leading alliance wins",
    "legacy": "then the match is over",
}


@identity_cache(LAYERS)
def _sizes(
    owners: tuple[Seat | None, ...], troops: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, int], ...]:
    """By seat, how many hexes and troops it has."""
    return tuple(
        (owners.count(seat), sum(army)) for seat, army in enumerate(zip(*troops, strict=True))
    )


@lru_cache(LAYERS)
def _player_gauges(seat: Seat, values: tuple[int, ...]) -> tuple[Gauge, ...]:
    head = house(seat)
    return tuple(
        _gauge(f"seat-{seat}-{kind}", f"{head}: {word}", value, most, kind, seat)
        for (kind, word, most), value in zip(_PLAYER_GAUGES, values, strict=True)
    )


# Made once for each value, so that only gauges that moved differ from those of the scene before.
_gauge = lru_cache(LAYERS)(Gauge)


@identity_cache(LAYERS)
def _arrows(secret: Secret | None, viewer: Viewer) -> tuple[Arrow, ...]:
    """The viewer's planned marches."""
    return tuple(
        Arrow(
            f"plan-{order.number}",
            f"order {order.number}: {troop_count(order.troops)}",
            (hex_id(order.origin), hex_id(order.to)),
            order.type,
            viewer,
        )
        for order in (secret.orders if secret else ())
        if order.to != order.origin
    )


def _alliances(table: Table) -> Iterator[str]:
    for alliance in table.alliances:
        title, leader = alliance_title(alliance.name), seat_name(alliance.leader)
        line = f"{title}: {seat_list(alliance.members)}, led by {leader}"
        ask = "asks" if len(alliance.asking) == 1 else "ask"
        asking = f"; {seat_list(alliance.asking)} {ask} to join" if alliance.asking else ""
        yield start_sentence(line + asking)


def _warnings(table: Table) -> Iterator[str]:
    for threat in table.threats:
        warning = f"{seat_list(threat.members)} threaten to win at the end of this round"
        yield start_sentence(warning)
    holder = next((a for a in table.alliances if a.id == table.crown.alliance), None)
    if holder is not None:
        title = start_sentence(alliance_title(holder.name))
        yield f"{title} has held the castle for {rounds_in_a_row(table.crown.rounds)}"
