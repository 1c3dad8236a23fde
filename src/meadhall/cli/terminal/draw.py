"""A whole scene as text: headline, board, cards, gauges, arrows, notes and buttons."""

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from meadhall.cli.terminal.board import SeatLook, board, crowds, legend, seat_look, shared_start
from meadhall.cli.terminal.table import LocalTable
from meadhall.core.scene import Card, Gauge, Scene
from meadhall.core.seats import Viewer, seat_name
from meadhall.core.status import ToAct

_BAR = 10
_BARS = 2  # gauges of a seat that are worth a line each


def position(
    table: LocalTable, viewer: Viewer, width: int, number: int | None = None
) -> RenderableType:
    """The position as the viewer sees it, now or after `number` plies."""
    game = table.game
    state = table.steps[-1 if number is None else number].state
    view = game.view(state, viewer)
    if game.present is None:
        return Text(game.notation.diagram(view))
    scene = game.present.scene(view)
    look = seat_look(game)
    # `scene_parts` pads the board by two columns on each side.
    picture = board(scene, look, width - 4)
    if picture is None and scene.cells:
        picture = Text(game.notation.diagram(view), no_wrap=True, overflow="crop")
    parts = scene_parts(scene, look, picture)
    return Group(_players(table, state), *parts)


def _players(table: LocalTable, state: object) -> Text:
    """The players on their seats; an arrow points at those the game waits for."""
    look, status = seat_look(table.game), table.game.status(state)
    asked = status.seats if isinstance(status, ToAct) else ()
    line = Text()
    for seat, player in enumerate(table.players):
        waits = "▸" if seat in asked else " "
        mark = look.mark(seat)
        line.append(f"{waits}{mark} {seat_name(seat)} ", style=f"bold {look.colour(seat)}")
        line.append(f"{player.name}   ", style="dim")
    line.rstrip()
    return line


def scene_parts(scene: Scene, look: SeatLook, picture: Text | None) -> Iterator[RenderableType]:
    """The parts of a scene that have something to show, from top to bottom."""
    yield from _gauges(scene.gauges, look)
    yield Text(scene.headline, style="bold")
    if picture is not None:
        yield Padding(picture, (0, 2), expand=False)
        if legend(scene):
            yield legend(scene)
    yield from (
        Text(f"{place}: {', '.join(f'{t.label} {t.badge}'.strip() for t in tokens)}", style="dim")
        for place, tokens in crowds(scene).items()
    )
    yield from (Text(f"↷ {line.label}", style=look.colour(line.seat)) for line in scene.arrows)
    yield from _zones(scene.cards, look)
    if scene.buttons:
        yield Text("Buttons: " + ", ".join(b.label for b in scene.buttons), style="dim")
    yield from (Text(f"• {note}") for note in scene.notes)


def _gauges(gauges: Sequence[Gauge], look: SeatLook) -> Iterator[RenderableType]:
    """Gauges as bars, one per line; those of a seat with many are put in one line as numbers."""
    held = Counter(gauge.seat for gauge in gauges)
    crowded = [seat for seat, count in held.items() if seat is not None and count > _BARS]
    grid = Grid.grid(padding=(0, 2))
    for gauge in gauges:
        if gauge.seat not in crowded:
            label = f"{look.mark(gauge.seat)} {gauge.label}".strip()
            grid.add_row(Text(label, style=look.colour(gauge.seat)), _bar(gauge), _number(gauge))
    if grid.row_count:
        yield grid
    for seat in crowded:
        yield _in_a_line([gauge for gauge in gauges if gauge.seat == seat], look)


def _in_a_line(gauges: Sequence[Gauge], look: SeatLook) -> Text:
    """All gauges of one seat in one line; the words that all labels begin with appear once."""
    seat, shared = gauges[0].seat, shared_start([gauge.label for gauge in gauges])
    shared = shared[: shared.rfind(" ") + 1]
    values = ", ".join(f"{g.label.removeprefix(shared)} {_number(g)}" for g in gauges)
    return Text(f"{look.mark(seat)} {shared}{values}", style=look.colour(seat))


def _bar(gauge: Gauge) -> str:
    if not gauge.most or gauge.most < 1:
        return ""
    full = max(0, min(_BAR, gauge.value * _BAR // gauge.most))
    return "█" * full + "░" * (_BAR - full)


def _number(gauge: Gauge) -> str:
    return str(gauge.value) if gauge.most is None else f"{gauge.value} of {gauge.most}"


def _zones(cards: Sequence[Card], look: SeatLook) -> Iterator[RenderableType]:
    """One table for each zone of each seat, in the order of the scene.

    A zone whose cards are all face down is one line with their number.
    """
    zones: dict[tuple[str, int | None], list[Card]] = {}
    for card in cards:
        zones.setdefault((card.zone, card.seat), []).append(card)
    for (zone, seat), held in zones.items():
        owner = "" if seat is None else f" of {look.mark(seat)} {seat_name(seat)}"
        title = Text(f"{zone}{owner}", style=f"bold {look.colour(seat)}")
        if any(card.kind for card in held):
            yield _zone(title, held)
        else:
            yield title.append(f": {len(held)} face down", style="not bold dim")


def _zone(title: Text, cards: Sequence[Card]) -> Grid:
    grid = Grid(title=title, title_justify="left", show_header=False, box=None, padding=(0, 2))
    for card in cards:
        cost = "" if card.cost is None else f"cost {card.cost}"
        grid.add_row(card.label, cost, card.detail, style="dim" if card.dimmed else "")
    return grid


def outcome(table: LocalTable) -> Text:
    """How the match ended, and each seat's payoff."""
    result = table.result
    if result is None:
        return Text("The match is not over.")
    best, worst = max(result.payoffs), min(result.payoffs)
    line = Text(f"The match is over ({result.reason}). ", style="bold")
    if best == worst:
        return line.append("Nobody wins." if best <= 0 else "Everybody wins.")
    look = seat_look(table.game)
    for seat, payoff in enumerate(result.payoffs):
        verb = "wins" if payoff == best else "loses" if payoff == worst else "is between"
        name = f"{look.mark(seat)} {seat_name(seat)} ({table.players[seat].name})"
        line.append(f"\n  {name} {verb} ({payoff:+d})", style=look.colour(seat))
    return line
