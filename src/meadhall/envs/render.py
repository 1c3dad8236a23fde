"""Positions drawn as text, or as an SVG picture of the game's scene."""

from html import escape

from gymnasium.error import Error

from meadhall.core.game import AnyGame
from meadhall.core.scene import Cell, Scene, Token
from meadhall.core.seats import Viewer

ANSI, SVG = "ansi", "svg"
RENDER_MODES = (ANSI, SVG)
"""Text, and a picture as text. There are no pixels, so `rgb_array` is refused."""

_UNIT = 40 / 1000
"""Pixels of a thousandth of a cell."""
_RADIUS, _LINE, _MARGIN = 19, 18, 30
_HEX = ((0, -1.0), (0.87, -0.5), (0.87, 0.5), (0, 1.0), (-0.87, 0.5), (-0.87, -0.5))
_LAND, _NOBODY = "#e8e2d4", "#ffffff"


def check_render_mode(mode: str | None) -> str | None:
    """The mode; an error if positions cannot be drawn in that way."""
    if mode is None or mode in RENDER_MODES:
        return mode
    known = ", ".join(map(repr, RENDER_MODES))
    raise Error(f"There is no render mode {mode!r}: positions are drawn as {known}.")


def draw(game: AnyGame, state: object, viewer: Viewer, mode: str | None) -> str:
    """The position as the viewer sees it: as text, or with the mode `svg` as a picture."""
    view = game.view(state, viewer)
    if mode != SVG:
        return game.notation.diagram(view)
    if game.present is None:
        raise Error(f"{game.spec.title} has no scene to draw: its index card has no `present`.")
    return scene_svg(game.present.scene(view), game.present.colours)


def scene_svg(scene: Scene, colours: tuple[str, ...]) -> str:
    """The scene as a plain SVG picture: cells, tokens, and everything else in lines of text."""
    left = min((cell.x for cell in scene.cells), default=0) * _UNIT - _MARGIN
    top = min((cell.y for cell in scene.cells), default=0) * _UNIT - _MARGIN
    right = max((cell.x for cell in scene.cells), default=10_000) * _UNIT + _MARGIN
    foot = max((cell.y for cell in scene.cells), default=0) * _UNIT + _MARGIN
    lines = _lines(scene)
    places = {cell.id: cell for cell in scene.cells}
    parts = [_cell(cell, colours) for cell in scene.cells]
    parts += [_token(token, places[token.cell], colours) for token in scene.tokens]
    parts += [
        f'<text x="{left + 8:.0f}" y="{foot + _LINE * (row + 1):.0f}">{escape(line)}</text>'
        for row, line in enumerate(lines)
    ]
    height = foot - top + _LINE * (len(lines) + 1)
    box = f"{left:.0f} {top:.0f} {right - left:.0f} {height:.0f}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" font-size="12">'
    return "\n".join((head, *parts, "</svg>"))


def _lines(scene: Scene) -> list[str]:
    gauges = [
        f"{gauge.label}: {gauge.value}" + ("" if gauge.most is None else f" of {gauge.most}")
        for gauge in scene.gauges
    ]
    cards = [f"{card.zone}: {card.label}" for card in scene.cards]
    return [scene.headline, *gauges, *cards, *scene.notes]


def _cell(cell: Cell, colours: tuple[str, ...]) -> str:
    x, y = cell.x * _UNIT, cell.y * _UNIT
    fill = _LAND if cell.seat is None else colours[cell.seat]
    look = f'fill="{fill}" fill-opacity="0.4" stroke="#555"'
    if cell.shape == "disc":
        shape = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS}" {look}>'
        end = "</circle>"
    else:
        corners = _HEX if cell.shape == "hex" else ((-1, -1), (1, -1), (1, 1), (-1, 1))
        points = " ".join(f"{x + _RADIUS * a:.1f},{y + _RADIUS * b:.1f}" for a, b in corners)
        shape, end = f'<polygon points="{points}" {look}>', "</polygon>"
    return f"{shape}<title>{escape(cell.label)}</title>{end}" + _text(x, y + 14, cell.badge)


def _token(token: Token, cell: Cell, colours: tuple[str, ...]) -> str:
    x, y = cell.x * _UNIT, cell.y * _UNIT
    fill = _NOBODY if token.seat is None else colours[token.seat]
    disc = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="11" fill="{fill}" stroke="#222">'
    return f"{disc}<title>{escape(token.label)}</title></circle>" + _text(x, y + 4, token.glyph)


def _text(x: float, y: float, text: str) -> str:
    at = f'x="{x:.1f}" y="{y:.1f}" text-anchor="middle"'
    return f"<text {at}>{escape(text)}</text>" if text else ""
