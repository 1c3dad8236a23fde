"""Figures of a benchmark, shown as a table, as JSON or as a section of the results page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rich.table import Table

from meadhall.core.codec import Json

HEADER = """\
# Benchmark results

Written by `./dev bench`. Seconds differ from machine to machine and with what else it is doing, so
**the ratios count**: each is measured in one run, against a reference in the same run or a figure
that is named. One section per benchmark; running one rewrites its own section only.
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number. `ratio` compares it with `reference`; `target` is the wanted value."""

    name: str
    value: float
    unit: str
    ratio: float | None = None
    reference: str = ""
    target: str = ""


@dataclass(frozen=True, slots=True)
class BenchReport:
    """The figures of one benchmark."""

    name: str
    title: str
    figures: tuple[Figure, ...]
    files: Mapping[str, str] = field(default_factory=dict)
    """What is written beside the results page, by file name."""


@dataclass(frozen=True, slots=True)
class FiguresAndFiles:
    """What a benchmark returns that has more to show than figures, for example a plot."""

    figures: Sequence[Figure]
    files: Mapping[str, str]


def as_table(report: BenchReport) -> Table:
    """The report for a terminal."""
    table = Table(title=report.title, title_justify="left", title_style="bold")
    for heading, justify in zip(_HEADINGS, _JUSTIFY, strict=True):
        table.add_column(heading, justify="right" if justify == "right" else "left")
    for figure in report.figures:
        table.add_row(*_cells(figure))
    return table


def as_json(report: BenchReport) -> dict[str, Json]:
    """The report for a program."""
    return {
        "name": report.name,
        "title": report.title,
        "figures": [
            {
                "name": figure.name,
                "value": figure.value,
                "unit": figure.unit,
                "ratio": figure.ratio,
                "reference": figure.reference,
                "target": figure.target,
            }
            for figure in report.figures
        ],
    }


def as_section(report: BenchReport) -> str:
    """The report as a section of `benchmarks/results.md`."""
    rule = ["---:" if justify == "right" else "---" for justify in _JUSTIFY]
    rows = [_HEADINGS, rule, *(_cells(figure) for figure in report.figures)]
    lines = [f"| {' | '.join(_escape(cell) for cell in row)} |" for row in rows]
    return "\n".join([f"## {report.name}", "", report.title, "", *lines]) + "\n"


def with_section(page: str, report: BenchReport) -> str:
    """The results page with this report's section replaced or added; the others stay."""
    head, *sections = (page or HEADER).split("\n## ")
    by_name = {section.partition("\n")[0].strip(): section.strip() for section in sections}
    by_name[report.name] = as_section(report).removeprefix("## ").strip()
    return "\n\n## ".join([head.strip(), *(by_name[name] for name in sorted(by_name))]) + "\n"


_HEADINGS: Sequence[str] = ("figure", "value", "unit", "ratio", "against", "target")
_JUSTIFY: Sequence[str] = ("left", "right", "left", "right", "left", "left")
_EXACT_BELOW = 100  # smaller values keep three digits, larger ones are whole numbers


def _cells(figure: Figure) -> list[str]:
    value = f"{figure.value:.3g}" if abs(figure.value) < _EXACT_BELOW else f"{figure.value:,.0f}"
    ratio = "" if figure.ratio is None else f"{figure.ratio:.3g}"
    return [figure.name, value, figure.unit, ratio, figure.reference, figure.target]


def _escape(cell: str) -> str:
    return cell.replace("|", "\\|")
