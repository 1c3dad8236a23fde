"""Draws lines over time as SVG."""

from collections.abc import Mapping, Sequence
from html import escape
from itertools import chain

Point = tuple[float, float]
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 860, 360, 60, 150, 40, 46
COLOURS = ("#b35900", "#1f6f8b", "#5b7f2b", "#7a4fa3")
STEPS = 5
"""Labels on each axis, without the one at zero."""


def line_plot(title: str, axes: tuple[str, str], lines: Mapping[str, Sequence[Point]]) -> str:
    """The lines by name in one picture; both axes begin at zero."""
    points = list(chain.from_iterable(lines.values()))
    most = max(x for x, _ in points) or 1, max(y for _, y in points) * 1.1 or 1
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">',
        "<style>text { font: 12px sans-serif }</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        _text((LEFT, 24), f"{title} ({axes[1]} over {axes[0]})"),
        *chain.from_iterable(_label(step, most) for step in range(STEPS + 1)),
        *chain.from_iterable(
            _line(name, COLOURS[number % len(COLOURS)], [_place(point, most) for point in line])
            for number, (name, line) in enumerate(lines.items())
        ),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _place(point: Point, most: Point) -> Point:
    x = LEFT + point[0] / most[0] * (WIDTH - LEFT - RIGHT)
    return x, HEIGHT - BOTTOM - point[1] / most[1] * (HEIGHT - TOP - BOTTOM)


def _label(step: int, most: Point) -> list[str]:
    """A number on each axis, with a thin line across the picture."""
    value = most[0] * step / STEPS, most[1] * step / STEPS
    x, y = _place(value, most)
    return [
        f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>',
        _text((x - 8, HEIGHT - BOTTOM + 18), f"{value[0]:.3g}"),
        _text((LEFT - 40, y + 4), f"{value[1]:.0f}"),
    ]


def _line(name: str, colour: str, places: Sequence[Point]) -> list[str]:
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    x, y = places[-1]
    return [
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>',
        _text((x + 6, y + 4), name, colour),
    ]


def _text(place: Point, text: str, colour: str = "#333") -> str:
    return f'<text x="{place[0]:.1f}" y="{place[1]:.1f}" fill="{colour}">{escape(text)}</text>'
