"""A balance report as a page of text."""

from collections.abc import Iterator, Sequence

from meadhall.arena.balance import Balance
from meadhall.arena.score import Score
from meadhall.core.seats import seat_name


def page(balance: Balance) -> str:
    """The report in Markdown."""
    return "\n".join(_lines(balance)) + "\n"


def _lines(balance: Balance) -> Iterator[str]:
    yield f"# Balance of {balance.title}"
    yield ""
    yield (
        f"{balance.matches:,} matches between {', '.join(balance.players)}:"
        f" {_percent(balance.undecided / balance.matches)} undecided,"
        f" {balance.mean_length:.1f} {balance.unit} long on average."
    )
    yield from _scores("seat", [(seat_name(i), score) for i, score in enumerate(balance.seats)])
    yield from _ends(balance)
    for name, values in balance.features.items():
        ranked = sorted(values.items(), key=lambda item: item[1].share, reverse=True)
        yield from _scores(name, ranked)


def _ends(balance: Balance) -> Iterator[str]:
    yield from ("", "| end | matches | share |", "|---|---:|---:|")
    for reason, count in balance.reasons.most_common():
        yield f"| {reason} | {count:,} | {_percent(count / balance.matches)} |"


def _scores(title: str, rows: Sequence[tuple[str, Score]]) -> Iterator[str]:
    yield from ("", f"| {title} | matches | won | drawn | lost | share of decided |")
    yield "|---|---:|---:|---:|---:|---:|"
    for name, score in rows:
        share = f"{_percent(score.share)} ± {100 * score.margin:.1f}"
        yield (
            f"| {name} | {score.matches:,} | {score.won:,} | {score.drawn:,} | {score.lost:,}"
            f" | {share} |"
        )


def _percent(part: float) -> str:
    return f"{100 * part:.1f} %"
