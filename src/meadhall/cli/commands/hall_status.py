"""`meadhall status`: the processes of a hall, and how they do."""

import asyncio
from dataclasses import dataclass

from rich.table import Table as Grid

from meadhall.cli.terminal.screen import SCREEN
from meadhall.core.refusal import Refused
from meadhall.server.merged_metrics import Totals, fetch, totals
from meadhall.server.settings import from_environment

_PROCESSES = (
    "SELECT name, address, extract(epoch FROM clock_timestamp())::float - started / 1000.0 AS up,"
    " extract(epoch FROM clock_timestamp())::float - heartbeat / 1000.0 AS silent"
    " FROM processes ORDER BY name"
)
_PHASES = "SELECT phase, count(*) AS matches FROM matches GROUP BY phase ORDER BY phase"
_TENDED = "SELECT count(*) FROM leases"
HEADINGS = ("process", "address", "up", "silent", "matches", "sockets", "moves", "conflicts", "lag")
DAY, HOUR, MINUTE = 86_400, 3600, 60


@dataclass(frozen=True, slots=True)
class ProcessRow:
    """What the database knows of a process, and the metrics that it tells itself."""

    name: str
    address: str
    up: float
    silent: float
    metrics: Totals | None


@dataclass(frozen=True, slots=True)
class HallStatus:
    """The processes, the matches by phase, and how many matches are being tended."""

    processes: tuple[ProcessRow, ...]
    phases: tuple[tuple[str, int], ...]
    tended: int


def status(*, db: str | None = None) -> None:
    """Show the processes of a hall on PostgreSQL: matches in memory, sockets, moves, lag of news.

    Args:
        db: The postgresql:// address; without it, that of MEADHALL_DB.
    """
    settings = from_environment(db=db)
    if not settings.db.startswith("postgresql"):
        raise Refused.because(
            "BAD_SETTING",
            "A SQLite file has one server, which tells how it does at /metrics. `meadhall status`"
            " is for halls on PostgreSQL: name one with --db postgresql://….",
        )
    import asyncpg  # type: ignore[import-untyped] # noqa: PLC0415 - it ships no types, and only this needs it

    try:
        show(asyncio.run(read_status(settings.db)))
    except (OSError, asyncpg.PostgresError) as error:
        why = str(error) or type(error).__name__
        sentence = f"Cannot ask the database {settings.db_without_password()}: {why}"
        raise Refused.because("NO_DATABASE", sentence) from None


async def read_status(address: str) -> HallStatus:
    """Ask the database for the processes, and each process for its metrics."""
    import asyncpg  # noqa: PLC0415 - the same

    connection = await asyncpg.connect(address, timeout=5)
    try:
        rows = await connection.fetch(_PROCESSES)
        phases = await connection.fetch(_PHASES)
        tended = await connection.fetchval(_TENDED)
    finally:
        await connection.close()
    texts = await asyncio.gather(*(fetch(row["address"]) for row in rows))
    processes = tuple(
        ProcessRow(**row, metrics=None if text is None else totals([text]))
        for row, text in zip(rows, texts, strict=True)
    )
    return HallStatus(processes, tuple((row["phase"], row["matches"]) for row in phases), tended)


def show(found: HallStatus) -> None:
    """Print the processes and the matches."""
    grid = Grid(box=None, padding=(0, 2), header_style="bold")
    for heading in HEADINGS:
        grid.add_column(heading, justify="left" if heading in HEADINGS[:2] else "right")
    for process in found.processes:
        grid.add_row(*_cells(process))
    SCREEN.print(grid)
    phases = ", ".join(f"{phase} {count:,}" for phase, count in found.phases) or "none"
    SCREEN.print(f"matches: {phases}; {found.tended:,} with clocks or bots that a process tends")
    if not found.processes:
        SCREEN.print("No process serves this database.")


def _cells(process: ProcessRow) -> tuple[str, ...]:
    head = (process.name, process.address, _span(process.up), f"{process.silent:.1f} s")
    if process.metrics is None:
        return (*head, *["?"] * (len(HEADINGS) - len(head)))
    values = {name: value for (name, labels), value in process.metrics.items() if not labels}
    names = ("matches", "sockets", "moves_total", "conflicts_total")
    counts = [f"{values.get(f'meadhall_{name}', 0):,.0f}" for name in names]
    news = values.get("meadhall_news_seconds_count", 0)
    lag = f"{values['meadhall_news_seconds_sum'] / news * 1000:.1f} ms" if news else "-"
    return (*head, *counts, lag)


def _span(seconds: float) -> str:
    """A time for people: the two largest units."""
    if seconds >= DAY:
        return f"{seconds // DAY:.0f} d {seconds % DAY // HOUR:.0f} h"
    if seconds >= HOUR:
        return f"{seconds // HOUR:.0f} h {seconds % HOUR // MINUTE:.0f} min"
    return f"{seconds // MINUTE:.0f} min {seconds % MINUTE:.0f} s"
