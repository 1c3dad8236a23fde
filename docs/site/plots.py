"""Draws the ratios of the benchmarks as bars, from the tables in `results.md`."""

import math
import re
from html import escape
from pathlib import Path

SECTION = re.compile(r"^## (\w+)\n\n(.*?)\n\n(?=\|)(.*?)(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)
MOST_BARS = 24
LABEL, BAR, ROW, HEAD = 470, 320, 20, 34


def add_plots(folder: Path) -> None:
    """Put a plot into every section that has ratios."""
    page = folder / "results.md"

    def with_plot(found: re.Match[str]) -> str:
        name, title, table = found.groups()
        bars = ratios(table)
        if len(bars) < 2:  # noqa: PLR2004 - one bar compares nothing
            return found[0]
        file = folder / "plots" / f"{name}-ratios.svg"
        file.parent.mkdir(exist_ok=True)
        file.write_text(bar_plot(bars), "utf-8")
        return f"## {name}\n\n{title}\n\n![Ratios of {name}](plots/{file.name})\n\n{table}"

    text = SECTION.sub(with_plot, page.read_text("utf-8"))
    loose = [f"![{file.stem}](plots/{file.name})" for file in known_plots(folder, text)]
    page.write_text(text + "\n## Other plots\n\n" + "\n\n".join(loose) + "\n", "utf-8")


def known_plots(folder: Path, text: str) -> list[Path]:
    """The plots that benchmarks drew themselves, and no section shows."""
    return [file for file in sorted((folder / "plots").glob("*.svg")) if file.name not in text]


def ratios(table: str) -> list[tuple[str, float]]:
    """The rows that have a ratio, in order."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    head, _, *body = rows
    if "ratio" not in head:
        return []
    column = head.index("ratio")
    found = [(row[0], row[column]) for row in body if len(row) == len(head)]
    bars = [(label, float(text)) for label, text in found if re.fullmatch(r"[\d.]+", text)]
    return [(label, value) for label, value in bars if value > 0][:MOST_BARS]


def bar_plot(bars: list[tuple[str, float]]) -> str:
    """The bars from 1, on a logarithmic scale: to the left is less, to the right more."""
    reach = max(0.3, *(abs(math.log10(value)) for _, value in bars))
    height = HEAD + ROW * len(bars) + 10
    middle = LABEL + BAR / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LABEL + BAR + 80} {height}">',
        "<style>text { font: 11px sans-serif; fill: #333 }</style>",
        f'<rect width="{LABEL + BAR + 80}" height="{height}" fill="#fff"/>',
        f'<text x="{middle}" y="18" text-anchor="middle">ratio, 1 in the middle</text>',
        f'<path d="M{middle} {HEAD - 8}V{height - 6}" stroke="#888"/>',
    ]
    for number, (label, value) in enumerate(bars):
        y = HEAD + ROW * number
        end = middle + math.log10(value) / reach * BAR / 2
        shown = label if len(label) < 78 else f"{label[:76]}…"  # noqa: PLR2004 - what fits
        left, width = min(middle, end), abs(end - middle)
        colour = "#5b7f2b" if value >= 1 else "#1f6f8b"
        size = f'x="{left:.1f}" y="{y + 1}" width="{width:.1f}" height="13"'
        parts += [
            f'<text x="{LABEL - 8}" y="{y + 11}" text-anchor="end">{escape(shown)}</text>',
            f'<rect {size} fill="{colour}"/>',
            f'<text x="{LABEL + BAR + 8}" y="{y + 11}">{value:g}</text>',
        ]
    return "\n".join([*parts, "</svg>"]) + "\n"
