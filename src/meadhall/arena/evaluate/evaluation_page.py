"""The report of an evaluation as an HTML page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from meadhall.arena.contest.job import JobOutcome
from meadhall.arena.evaluate.bradley_terry import Rated
from meadhall.arena.evaluate.critical import CriticalMoment
from meadhall.arena.evaluate.evaluation import Evaluation, Standings
from meadhall.arena.evaluate.repeat import RepeatedMove
from meadhall.arena.html_page import html_table, whole_page
from meadhall.bots.roster import short_name

TARGET = 50
"""Points of error, at 95 %, from which on an evaluation counts as precise."""
MOST_FAULTS = 50
_SECOND = 1000


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """Everything that the page shows."""

    command: str
    evaluation: Evaluation
    standings: Standings
    outcomes: Sequence[JobOutcome]
    moments: Sequence[tuple[CriticalMoment, Sequence[RepeatedMove]]] = ()


def as_html(report: EvaluationReport) -> str:
    """The whole page."""
    return whole_page("Evaluation", "".join(_chapters(report)))


def _chapters(report: EvaluationReport) -> Iterator[str]:
    count = len(report.outcomes)
    yield f"<p>Played with <code>{escape(report.command)}</code>: {count:,} matches.</p>\n"
    yield f"<h2>All games</h2>\n{_ratings('All games', report.standings.overall)}"
    yield (
        f"<p>400 points more are odds of ten to one. ± is the 95 % interval; {TARGET} or less is"
        " precise. Anchors have fixed points, and <code>random</code> has 500 in every game.</p>\n"
    )
    for slug, rows in report.standings.by_game.items():
        yield f"<h2>{escape(slug)}</h2>\n{_ratings(slug, rows)}"
    yield _budgets(report)
    yield _moments(report.moments)
    yield _faults(report)
    yield _commitments(report.evaluation)


def _ratings(title: str, rows: Sequence[Rated]) -> str:
    cells = [
        (
            escape(short_name(row.name)),
            f"{row.points:,}",
            "fixed" if row.is_anchor else f"± {row.error}",
            f"{row.games:,}",
            f"{100 * row.score:.1f} %",
        )
        for row in rows
    ]
    return html_table(title, ("bot", "points", "95 %", "games", "score"), cells)


def _budgets(report: EvaluationReport) -> str:
    rows = []
    for agent in report.evaluation.agents:
        own = [
            (outcome, seat)
            for outcome in report.outcomes
            for seat, name in enumerate(outcome.seats)
            if name == agent
        ]
        time = sum(outcome.thinking[seat] for outcome, seat in own)
        tokens = sum(outcome.tokens[seat] for outcome, seat in own if outcome.tokens)
        faults = sum(entry.seat == seat for outcome, seat in own for entry in outcome.faults)
        cells = (f"{len(own):,}", f"{time / _SECOND:,.1f} s", f"{tokens:,}", f"{faults:,}")
        rows.append((escape(short_name(agent)), *cells))
    heads = ("agent", "seats played", "time to think", "tokens it reported", "refused answers")
    return f"<h2>What the agents used</h2>\n{html_table('Budgets', heads, rows)}"


def _moments(moments: Sequence[tuple[CriticalMoment, Sequence[RepeatedMove]]]) -> str:
    if not moments:
        return ""
    intro = "Where the agent's chances fell most, by the game's own evaluation of positions."
    parts = [f"<h2>Critical moments</h2>\n<p>{intro}</p>\n"]
    for moment, repeated in moments:
        title = (
            f"{short_name(moment.agent)} in game {moment.number} ({moment.game}), ply {moment.ply}:"
            f" {moment.action}, from {moment.before / 10:.0f} % to {moment.after / 10:.0f} %"
        )
        # A wide diagram scrolls, so the keyboard has to reach it.
        diagram = (
            f'<pre tabindex="0" role="region" aria-label="{escape(title)}">{escape(moment.diagram)}'
        )
        parts.append(f"<details><summary>{escape(title)}</summary>\n{diagram}</pre>\n")
        rows = [(escape(r.action), str(r.times), f"{r.payoff:+.2f}") for r in repeated]
        heads = ("move", "chosen", "average payoff")
        again = html_table(f"The same decision again: {title}", heads, rows) if rows else ""
        parts.append(f"{again}</details>\n")
    return "".join(parts)


def _faults(report: EvaluationReport) -> str:
    rows = [
        (
            escape(short_name(outcome.seats[entry.seat])),
            f"{outcome.number}",
            f"{entry.ply}",
            escape(entry.fault.answer),
            escape(entry.fault.reason),
        )
        for outcome in report.outcomes
        for entry in outcome.faults
    ]
    if not rows:
        return "<h2>Refused moves</h2>\n<p>None.</p>\n"
    more = len(rows) - MOST_FAULTS
    rest = f"<p>And {more:,} more, in the ledger.</p>\n" if more > 0 else ""
    heads = ("agent", "game", "ply", "answer", "why it was refused")
    return f"<h2>Refused moves</h2>\n{html_table('Refused moves', heads, rows[:MOST_FAULTS])}{rest}"


def _commitments(evaluation: Evaluation) -> str:
    rows = [(escape(name), f"<code>{sha}</code>") for name, sha in evaluation.commitments().items()]
    listed = html_table("Commitments", ("set", "hash of its secret"), rows)
    return (
        "<h2>Dice</h2>\n<p>The hashes were written before the first match. The record of a match"
        " has the secret of its set: <code>meadhall verify</code> checks that the dice follow from"
        f" it.</p>\n<details><summary>{len(rows)} commitments</summary>\n{listed}</details>\n"
    )
