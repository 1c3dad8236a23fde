"""A balance report as an HTML page."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import TypeAlias

from meadhall.arena.balance.chart import bins_of, histogram, shares
from meadhall.arena.balance.counts import Balance, BalanceReport
from meadhall.arena.balance.report import by_share, headlines
from meadhall.arena.contest.score import Score
from meadhall.arena.html_page import html_table, whole_page
from meadhall.core.seats import seat_name

Scores: TypeAlias = Sequence[tuple[str, Score]]

_DEFINITIONS = {
    "Share of decided": "of the matches that a seat did not draw, the part that it won. All seats"
    " are played by the same bot, so a difference between seats comes from the game.",
    "Fair share": "what each seat would win if all seats were equal; the dashed line in the plots.",
    "In brackets": "the 95 % interval: where the true share may well be. Of twenty such intervals"
    " one misses it by chance.",
    "Different courses of play": "matches with the same actions from first to last count once."
    " Where they are few, the bots repeat themselves, and the intervals promise too much.",
    "Undecided": "everybody got the same: a draw, or a loss for all.",
    "Legal actions": "what a bot could choose from, averaged over all decisions of all matches.",
    "Won from behind": "the comeback rate. When half the actions of a match had been taken, the"
    " best placed of those who later won stood lower, by the game's own evaluation of positions,"
    " than the best placed of the others. Counted among matches that somebody won.",
    "Features": "what the game itself reports about each seat, such as a card that was drafted."
    " A share above the fair one says that those who had it won more often; it does not say why.",
}


def as_html(report: BalanceReport) -> str:
    """The whole page."""
    return whole_page(f"Balance of {report.title}", "".join(_chapters(report)))


def _chapters(report: BalanceReport) -> Iterator[str]:
    yield f"<p>Played with <code>{escape(report.command)}</code></p>\n"
    if report.broken:
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in report.broken)
        yield f"<h2>Promises broken</h2>\n<ul>{items}</ul>\n"
    yield _overview(report.balances)
    for number, balance in enumerate(report.balances):
        yield f'<section id="s{number}">\n<h2>{escape(balance.setting.title)}</h2>\n'
        yield f"<p>{balance.matches:,} matches: {'; '.join(headlines(balance))}.</p>\n"
        yield from _plots(balance)
        yield "</section>\n"
    terms = "".join(f"<dt>{term}</dt><dd>{text}</dd>\n" for term, text in _DEFINITIONS.items())
    yield f"<h2>What the words mean</h2>\n<dl>\n{terms}</dl>\n"


def _overview(balances: Sequence[Balance]) -> str:
    heads = ("setting", "matches", "fair", "seat furthest from it", "undecided", "length",
             "choices", "from behind")  # fmt: skip
    rows = []
    for number, balance in enumerate(balances):
        seat, score = furthest_seat(balance)
        link = f'<a href="#s{number}">{escape(balance.setting.title)}</a>'
        cells = (
            f"{balance.matches:,}",
            f"{100 * balance.fair_share:.1f} %",
            f"{seat}: {_share_cell(score)}",
            _share_cell(balance.draws),
            f"{balance.mean_length:.1f} {balance.unit}",
            "" if balance.branching is None else f"{balance.branching:.1f}",
            _share_cell(balance.comebacks) if balance.comebacks else "",
        )
        rows.append((link, *cells))
    return f"<h2>All settings</h2>\n{html_table('All settings', heads, rows)}"


def _share_cell(score: Score) -> str:
    """A table cell with a share, and its interval below."""
    low, high = score.interval
    return f"{100 * score.share:.1f} %<br><small>{100 * low:.1f} to {100 * high:.1f}</small>"


def furthest_seat(balance: Balance) -> tuple[str, Score]:
    """The seat whose share is furthest from the fair one."""
    fair = balance.fair_share
    seat = max(range(len(balance.seats)), key=lambda s: abs(balance.seats[s].share - fair))
    return seat_name(seat), balance.seats[seat]


def _plots(balance: Balance) -> Iterator[str]:
    fair = balance.fair_share
    seats = [(seat_name(i), score) for i, score in enumerate(balance.seats)]
    yield _scores("seat", seats, fair)
    for name, values in balance.features.items():
        yield _scores(name, by_share(values), fair)
    yield _portions("How matches end", "end", list(balance.ends()))
    standings = [(str(standing), score) for standing, score in balance.standings()]
    if standings:
        yield _portions("How winners stood at half time", "standing", standings)
    yield _lengths(balance)


def _scores(what: str, rows: Scores, fair: float) -> str:
    title = f"Share of decided matches won, by {what}"
    heads = (what, "matches", "won", "drawn", "lost", "share of decided")
    cells = [
        (escape(label), *(f"{n:,}" for n in (s.matches, s.won, s.drawn, s.lost)), str(s))
        for label, s in rows
    ]
    return _figure(title, shares(title, rows, fair), html_table(title, heads, cells))


def _portions(title: str, what: str, rows: Scores) -> str:
    cells = [(escape(label), f"{score.won:,}", str(score)) for label, score in rows]
    return _figure(title, shares(title, rows), html_table(title, (what, "matches", "share"), cells))


def _lengths(balance: Balance) -> str:
    title = f"Length of a match, in {balance.unit}"
    first, width, bins = bins_of(balance.lengths)
    starts = range(first, first + width * len(bins), width)
    cells = [
        (f"{begin}" if width == 1 else f"{begin} to {begin + width - 1}", f"{count:,}")
        for begin, count in zip(starts, bins, strict=True)
    ]
    table = html_table(title, (balance.unit, "matches"), cells)
    return _figure(title, histogram(title, balance.lengths), table)


def _figure(title: str, svg: str, table: str) -> str:
    return (
        f"<figure><figcaption>{escape(title)}</figcaption>{svg}"
        f"<details><summary>In numbers</summary>{table}</details></figure>\n"
    )
