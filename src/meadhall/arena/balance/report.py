"""A balance report as text for people and as JSON for programs."""

import json
from collections.abc import Iterator, Sequence

from meadhall.arena.balance.counts import Balance, BalanceReport
from meadhall.arena.contest.score import Score
from meadhall.core.codec import Json
from meadhall.core.seats import seat_name

SCHEMA = "meadhall-balance-1"
_DIGITS = 5


def as_markdown(report: BalanceReport) -> str:
    """The report in Markdown, a chapter for each setting."""
    chapters = [line for balance in report.balances for line in _chapter(balance)]
    return "\n".join([f"# Balance of {report.title}", *chapters]) + "\n"


def _chapter(balance: Balance) -> Iterator[str]:
    yield from ("", f"## {balance.setting.title}", "")
    yield f"{balance.matches:,} matches: {'; '.join(headlines(balance))}."
    seats = [(seat_name(i), score) for i, score in enumerate(balance.seats)]
    yield from _scores("seat", seats)
    yield from ("", "| end | matches | share |", "|---|---:|---:|")
    yield from (f"| {reason} | {score.won:,} | {score} |" for reason, score in balance.ends())
    for name, values in balance.features.items():
        yield from _scores(name, by_share(values))


def headlines(balance: Balance) -> Iterator[str]:
    """A phrase for each figure of a setting."""
    if balance.lines:
        yield f"{len(balance.lines):,} different courses of play"
    yield f"{balance.draws} undecided"
    yield f"{balance.mean_length:.1f} {balance.unit} long on average"
    if balance.branching is not None:
        yield f"{balance.branching:.1f} legal actions at a decision, {balance.widest} at most"
    if balance.comebacks is not None:
        yield f"{balance.comebacks} won from behind"


def by_share(values: dict[str, Score]) -> list[tuple[str, Score]]:
    """A feature's values with their scores, the highest share first."""
    return sorted(values.items(), key=lambda item: item[1].share, reverse=True)


def _scores(title: str, rows: Sequence[tuple[str, Score]]) -> Iterator[str]:
    yield from ("", f"| {title} | matches | won | drawn | lost | share of decided |")
    yield "|---|---:|---:|---:|---:|---:|"
    for name, score in rows:
        yield (
            f"| {name} | {score.matches:,} | {score.won:,} | {score.drawn:,} | {score.lost:,}"
            f" | {score} |"
        )


def as_json(report: BalanceReport) -> str:
    """The report as a JSON document; `docs/how-to/run-a-tournament.md` explains its fields."""
    plain: Json = {
        "schema": SCHEMA,
        "game": report.game,
        "title": report.title,
        "command": report.command,
        "settings": [_setting(balance) for balance in report.balances],
        "broken": list(report.broken),
    }
    return json.dumps(plain, ensure_ascii=False, indent=1) + "\n"


def _setting(balance: Balance) -> Json:
    comebacks, branching = balance.comebacks, balance.branching
    return {
        "seats": balance.setting.seats,
        "options": dict(balance.setting.options),
        "bot": balance.setting.bot,
        "matches": balance.matches,
        # Matches that were simulated in bulk have no lines.
        "different": len(balance.lines) or None,
        "fair_share": round(balance.fair_share, _DIGITS),
        "seat_scores": [_score(score) for score in balance.seats],
        "ends": {reason: _portion(score) for reason, score in balance.ends()},
        "draws": _portion(balance.draws),
        "length": {
            "unit": balance.unit,
            "mean": round(balance.mean_length, _DIGITS),
            "counts": {str(n): balance.lengths[n] for n in sorted(balance.lengths)},
        },
        "branching": None if branching is None else round(branching, _DIGITS),
        "widest": balance.widest,
        "half_time": {standing: score.won for standing, score in balance.standings()},
        "comebacks": None if comebacks is None else _portion(comebacks),
        "features": {
            name: {value: _score(score) for value, score in values.items()}
            for name, values in balance.features.items()
        },
    }


def _score(score: Score) -> Json:
    counts: dict[str, Json] = {"won": score.won, "drawn": score.drawn, "lost": score.lost}
    return {**counts, **_share(score)}


def _portion(score: Score) -> Json:
    return {"count": score.won, "of": score.matches, **_share(score)}


def _share(score: Score) -> dict[str, Json]:
    low, high = score.interval
    shares = {"share": score.share, "low": low, "high": high}
    return {name: round(value, _DIGITS) for name, value in shares.items()}
