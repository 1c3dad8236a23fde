"""A balance report as a picture."""

from pathlib import Path
from typing import TYPE_CHECKING

from meadhall.arena.balance import Balance
from meadhall.arena.score import Score
from meadhall.core.refusal import Refused
from meadhall.core.seats import seat_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BAR, _LINE = "#5c7da5", "#b03a2e"
_FORMATS = (".svg", ".png", ".pdf")


def draw(balance: Balance, path: Path) -> None:
    """Writes the picture in the format that the file's ending names."""
    if path.suffix not in _FORMATS:
        endings = ", ".join(_FORMATS)
        raise Refused.because("BAD_PLOT", f"A plot's name ends in one of: {endings}.", "plot")
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 - optional, and slow to load
    except ImportError:
        raise Refused.because(
            "NO_PLOTTING", "Plots need matplotlib: install meadhall[arena].", "plot"
        ) from None
    seats = {seat_name(seat): score for seat, score in enumerate(balance.seats)}
    shares = {"seat": seats, **balance.features}
    figure = Figure(figsize=(4.2 * (1 + len(shares)), 4), layout="constrained")
    figure.suptitle(f"{balance.title}: {balance.matches:,} matches of {', '.join(balance.players)}")
    first, *others = figure.subplots(1, 1 + len(shares), squeeze=False)[0]
    _draw_lengths(first, balance)
    for axes, (name, values) in zip(others, shares.items(), strict=True):
        _draw_shares(axes, name, values)
        axes.axvline(100 / len(balance.seats), color=_LINE, linewidth=1)  # the fair share
    figure.savefig(path)


def _draw_lengths(axes: "Axes", balance: Balance) -> None:
    lengths = sorted(balance.lengths)
    axes.bar(lengths, [100 * balance.lengths[n] / balance.matches for n in lengths], color=_BAR)
    axes.set(title="length of a match", xlabel=balance.unit, ylabel="% of matches")


def _draw_shares(axes: "Axes", name: str, values: dict[str, Score]) -> None:
    ranked = sorted(values.items(), key=lambda item: item[1].share)
    axes.barh(
        [label for label, _ in ranked],
        [100 * score.share for _, score in ranked],
        xerr=[100 * score.margin for _, score in ranked],
        color=_BAR,
    )
    axes.set(title=name, xlabel="% of decided matches won", xlim=(0, 100))
