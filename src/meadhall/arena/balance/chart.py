"""Plots as SVG elements. They carry classes only; `page.css` gives them their colours."""

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape

from meadhall.arena.contest.score import Score

_WIDTH, _LABELS, _RIGHT = 520, 150, 24
_ROW, _AXIS = 24, 30
_PLOT = _WIDTH - _LABELS - _RIGHT
_BINS, _TALL, _EDGE = 30, 140, 44
_STEP = 10


def shares(title: str, rows: Sequence[tuple[str, Score]], fair: float | None = None) -> str:
    """A dot for each share, with its 95 % interval; a dashed line marks the fair share."""
    top = _top(score.interval[1] for _, score in rows)
    height = _ROW * len(rows)
    parts = [
        *_grid(top, height),
        *(_row(number, label, score, top) for number, (label, score) in enumerate(rows)),
    ]
    if fair is not None:
        x = _across(fair, top)
        parts.append(f'<path class="fair" d="M{x} 0V{height}"/>')
    return _svg(title, height + _AXIS, parts)


def _row(number: int, label: str, score: Score, top: int) -> str:
    low, high = (_across(end, top) for end in score.interval)
    y = number * _ROW + _ROW // 2
    return (
        f'<text class="label" x="{_LABELS - 10}" y="{y + 4}">{escape(label)}</text>'
        f'<path class="range" d="M{low} {y}H{high}"/>'
        f'<circle cx="{_across(score.share, top)}" cy="{y}" r="4"/>'
    )


def _grid(top: int, height: int) -> Iterator[str]:
    for percent in range(0, top + 1, _STEP if top <= 5 * _STEP else 2 * _STEP):
        x = _across(percent / 100, top)
        yield f'<path class="grid" d="M{x} 0V{height}"/>'
        yield f'<text class="tick" x="{x}" y="{height + 18}">{percent} %</text>'


def _top(highest: Iterator[float]) -> int:
    """The end of the axis in percent: the next step above the highest value, at most 100."""
    return max(_STEP, min(100, -(-int(100 * max(highest, default=0)) // _STEP) * _STEP + _STEP))


def _across(share: float, top: int) -> float:
    # The fair share may lie beyond the highest interval; then its line is drawn at the edge.
    return round(_LABELS + _PLOT * 100 * min(share, top / 100) / top, 1)


def histogram(title: str, counts: Counter[int]) -> str:
    """How often each length occurred, in bins of equal width."""
    first, width, bins = bins_of(counts)
    unit = (_WIDTH - _EDGE - _RIGHT) / len(bins)
    highest = max(bins)
    parts = [f'<path class="grid" d="M{_EDGE} {_TALL}H{_WIDTH - _RIGHT}"/>']
    for number, count in enumerate(bins):
        tall = round(_TALL * count / highest, 1)
        x, y = round(_EDGE + number * unit, 1), round(_TALL - tall, 1)
        parts.append(f'<rect x="{x}" y="{y}" width="{round(unit - 1, 1)}" height="{tall}"/>')
    for number in range(0, len(bins), max(1, len(bins) // 8)):
        x = round(_EDGE + (number + 0.5) * unit, 1)
        parts.append(f'<text class="tick" x="{x}" y="{_TALL + 18}">{first + number * width}</text>')
    return _svg(title, _TALL + _AXIS, parts)


def bins_of(counts: Counter[int]) -> tuple[int, int, list[int]]:
    """Where the first bin begins, how wide each is, and how many matches fall into each."""
    first, last = min(counts), max(counts)
    # The span is less than `_BINS * width`, so there are at most `_BINS` bins.
    width = (last - first) // _BINS + 1
    bins = [0] * ((last - first) // width + 1)
    for length, times in counts.items():
        bins[(length - first) // width] += times
    return first, width, bins


def _svg(title: str, height: int, parts: Sequence[str]) -> str:
    words = escape(title)
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="{words}">'
        f"<title>{words}</title>{''.join(parts)}</svg>"
    )
