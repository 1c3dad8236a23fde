"""A scene's cells and tokens as coloured text, placed by their coordinates alone.

Cells with nearly the same `y` form a row. Columns keep their distances, so that a hex stands
between the two above it. Letters and marks say what a cell holds; colour only repeats it.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, pairwise, takewhile

from rich.cells import cell_len
from rich.text import Text

from meadhall.core.game import AnyGame
from meadhall.core.scene import Cell, Scene, Token
from meadhall.core.seats import Seat

_SAME_ROW = 200  # thousandths of a cell
_NARROWEST = 2
_COMFORTABLE = 4
_EMPTY = "·"
_KIND_SIGNS = "○◇□△+~^="


@dataclass(frozen=True, slots=True)
class SeatLook:
    """How seats look: a mark that needs no colour, and a colour."""

    marks: Sequence[str] = ()
    colours: Sequence[str] = ()

    def mark(self, seat: Seat | None) -> str:
        """The seat's mark; empty for no seat."""
        return self.marks[seat] if seat is not None and seat < len(self.marks) else ""

    def colour(self, seat: Seat | None) -> str:
        """The seat's colour as a rich style."""
        known = seat is not None and seat < len(self.colours)
        return self.colours[seat] if known and seat is not None else "default"


def seat_look(game: AnyGame) -> SeatLook:
    """The game's marks and colours."""
    return SeatLook(game.present.marks, game.present.colours) if game.present else SeatLook()


@dataclass(frozen=True, slots=True)
class _Grid:
    """Cells in rows; `unit` is the smallest distance of two in a row."""

    rows: tuple[tuple[Cell, ...], ...]
    left: int
    unit: int
    gap: int = field(default=1000)

    def column(self, cell: Cell, width: int) -> int:
        return (cell.x - self.left) * width // self.unit


def board(scene: Scene, look: SeatLook, width: int) -> Text | None:
    """The board; one character per cell where space is short; `None` if even that does not fit."""
    signs = kind_signs(scene)
    held = _tokens_by_cell(scene)
    ends = {end for arrow in scene.arrows for end in (arrow.path[:1] + arrow.path[-1:])}

    def content(cell: Cell) -> Text:
        shown = _content(cell, held.get(cell.id, ()), look, signs)
        if cell.id in ends:
            shown.stylize("underline")
        return shown

    whole = draw_cells(scene.cells, content, width)
    return whole or draw_cells(scene.cells, lambda cell: content(cell)[:1], width)


def cell_names(scene: Scene, width: int) -> Text | None:
    """Each cell as notation and sentences call it (`16=E7`); `None` if it does not fit.

    Where space is short, only as notation calls it: that is what can be typed.
    """
    prefix = _common_prefix([cell.id for cell in scene.cells])
    ids = {cell.id: cell.id.removeprefix(prefix) for cell in scene.cells}

    def both(cell: Cell) -> Text:
        return Text(f"{ids[cell.id]}={cell.name}" if cell.name else ids[cell.id])

    whole = draw_cells(scene.cells, both, width)
    return whole or draw_cells(scene.cells, lambda cell: Text(ids[cell.id]), width)


def draw_cells(cells: Sequence[Cell], content: Callable[[Cell], Text], width: int) -> Text | None:
    """Each cell's content in its place; `None` if there are no cells or they do not fit."""
    if not cells:
        return None
    grid = _grid(cells)
    texts = {cell.id: content(cell) for cell in cells}
    widest = max(cell_len(text.plain) for text in texts.values())
    span = max(cell.x for cell in cells) - grid.left
    # An even size first: then a hex stands exactly between the two above it.
    for size in (_even(max(widest + 1, _COMFORTABLE)), widest + 1):
        if span * size // grid.unit + widest <= width and size >= _NARROWEST:
            return Text("\n").join(_lines(grid, texts, size))
    return None


def legend(scene: Scene) -> Text:
    """What the signs of special cells mean."""
    return Text("   ").join(
        Text(f"{sign} {kind}", style="dim") for kind, sign in kind_signs(scene).items()
    )


def kind_signs(scene: Scene) -> Mapping[str, str]:
    """A sign for every kind of cell but the commonest."""
    counts = Counter(cell.kind for cell in scene.cells)
    # Ties are broken by name: the order of the cells must not change the signs.
    commonest = max(counts, key=lambda kind: (counts[kind], kind), default="")
    kinds = sorted(kind for kind in counts if kind and kind != commonest)
    # A badge that ends in a digit counts something on its cell, and is no sign of the kind.
    badges = {c.kind: c.badge for c in scene.cells if c.badge and not c.badge[-1:].isdecimal()}
    free = cycle(sign for sign in _KIND_SIGNS if sign not in badges.values())
    return {kind: badges.get(kind) or next(free) for kind in kinds}


def crowds(scene: Scene) -> Mapping[str, Sequence[Token]]:
    """The tokens of cells that hold several, by the cell's label. The board shows the first."""
    labels = {cell.id: cell.label for cell in scene.cells}
    held = _tokens_by_cell(scene)
    return {labels[cell]: tokens for cell, tokens in held.items() if len(tokens) > 1}


def _content(cell: Cell, tokens: Sequence[Token], look: SeatLook, signs: Mapping[str, str]) -> Text:
    if tokens:
        first = tokens[0]
        more = "+" if len(tokens) > 1 else ""
        mark = look.mark(first.seat)
        sign = first.glyph if first.glyph == mark else f"{mark}{first.glyph}"
        return Text(f"{sign}{first.badge}{more}", style=f"bold {look.colour(first.seat)}")
    owner = f"{_EMPTY}{look.mark(cell.seat)}" if cell.seat is not None else _EMPTY
    style = look.colour(cell.seat) if cell.seat is not None else "dim"
    return Text(cell.badge or signs.get(cell.kind, owner), style=style)


def _tokens_by_cell(scene: Scene) -> dict[str, tuple[Token, ...]]:
    held: defaultdict[str, tuple[Token, ...]] = defaultdict(tuple)
    for token in scene.tokens:
        held[token.cell] += (token,)
    return dict(held)


def _grid(cells: Sequence[Cell]) -> _Grid:
    rows: list[list[Cell]] = []
    for cell in sorted(cells, key=lambda cell: (cell.y, cell.x)):
        # Compared with the row's first cell: a slanted row cannot creep down into the next.
        if not rows or cell.y - rows[-1][0].y > _SAME_ROW:
            rows.append([])
        rows[-1].append(cell)
    for row in rows:
        row.sort(key=lambda cell: cell.x)
    steps = [b.x - a.x for row in rows for a, b in pairwise(row) if b.x > a.x]
    gaps = [b[0].y - a[0].y for a, b in pairwise(rows)]
    left = min(cell.x for cell in cells)
    return _Grid(tuple(map(tuple, rows)), left, min(steps, default=1000), min(gaps, default=1000))


def _lines(grid: _Grid, texts: Mapping[str, Text], width: int) -> list[Text]:
    lines: list[Text] = []
    last_y = grid.rows[0][0].y
    for row in grid.rows:
        blank = round((row[0].y - last_y) / grid.gap) - 1
        lines.extend(Text() for _ in range(blank))
        last_y = row[0].y
        line = Text()
        for cell in row:
            line.pad_right(max(0, grid.column(cell, width) - cell_len(line.plain)))
            line.append_text(texts[cell.id])
        lines.append(line)
    return lines


def _common_prefix(ids: Sequence[str]) -> str:
    """What all ids begin with, without the digits and commas at its end: those tell cells apart."""
    return shared_start(ids).rstrip("0123456789,")


def shared_start(texts: Sequence[str]) -> str:
    """The characters that all texts begin with."""
    # What the alphabetically first and last text share, all texts between them share too.
    first, last = min(texts, default=""), max(texts, default="")
    same = takewhile(lambda pair: pair[0] == pair[1], zip(first, last, strict=False))
    return "".join(character for character, _ in same)


def _even(number: int) -> int:
    return number + number % 2
