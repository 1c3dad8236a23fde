"""A hall with made-up people: 100,000 accounts and 1,000,000 matches, made by the database itself.

Every match has two seats. One in ten is being played, and one person, the busy one, sits at some
of these. Facts are not made: what is measured here must not read any.
"""

from dataclasses import dataclass

from sqlalchemy import Connection, text

PEOPLE, MATCHES, BUSY = 100_000, 1_000_000, 200
WEEKS, FRIENDS = 4, 500
# With blanks: SQLAlchemy takes a word after a colon for a parameter.
TERMS = (
    '{"game": "jarls", "title": "Jarls", "seats": 2, "bots": [], "options": {}, "clock": {}, '
    '"rated": false}'
)
_NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {count})"


@dataclass(frozen=True, slots=True)
class MadeUp:
    """Whose inbox is full, and which week is the present one."""

    busy: str
    week: int
    now: int


def fill(database: Connection, hall: MadeUp) -> None:
    """Put everything in, and have the database look at what it has."""
    for statement in (_people(), _matches(hall), *_seats(hall), *_standings(hall), *_inbox()):
        database.execute(text(statement))
    for statement in friends(hall):
        database.execute(text(statement))


def friends(hall: MadeUp) -> tuple[str, ...]:
    """The busy one knows many people, moderates, and is challenged; so do and are others."""
    numbers = _NUMBERS.format(count=PEOPLE)
    bonds = (
        f"""INSERT INTO {table} (person, {other}, at) {numbers}
        SELECT CASE WHEN i < {FRIENDS} THEN '{hall.busy}' ELSE 'p' || (i % 1000) END,
        'p' || i, 1 FROM n WHERE i % 1000 <> i OR i < {FRIENDS}"""
        for table, other in (("follows", "followed"), ("blocks", "blocked"))
    )
    return (
        *bonds,
        f"""INSERT INTO challenges (id, match, challenger, name, challenged, terms, created,
        expires, state, changed) {numbers}
        SELECT 'c' || i, 'm' || i, 'p' || i, 'Person ' || i, CASE WHEN i < {FRIENDS} THEN
        '{hall.busy}' ELSE 'p' || (i + 1) END, '{TERMS}', i, {hall.now} * 2, 'open', i FROM n""",
        f"""INSERT INTO reports (id, at, reporter, reporter_name, person, name, match, kind, text,
        context, settled, settled_by, note) {numbers}
        SELECT 'r' || i, i, 'p' || i, 'Person ' || i, 'p' || (i + 1), 'Somebody', '', 'chat',
        'rude', '[]', CASE WHEN i % 2 = 0 THEN i ELSE NULL END, '', '' FROM n""",
        f"""INSERT INTO moderation_acts (id, at, moderator, kind, person, name, match, report,
        until, reason, done) {numbers}
        SELECT 'a' || i, i, 'Ann', 'mute', 'p' || i, 'Person ' || i, '', '', i, 'rude', i >= 0
        FROM n""",
        f"""INSERT INTO sanctions (person, kind, name, until, reason) {numbers}
        SELECT 'p' || i, 'mute', 'Person ' || i, {hall.now} * 2 + i, 'rude' FROM n""",
        f"INSERT INTO moderators (person, since) VALUES ('{hall.busy}', 1)",
    )


def _people() -> str:
    return f"""INSERT INTO accounts (id, name, key, password_hash, created, epoch)
        {_NUMBERS.format(count=PEOPLE)}
        SELECT 'p' || i, 'Person ' || i, 'person ' || i, '', i, 0 FROM n"""


def _matches(hall: MadeUp) -> str:
    return f"""INSERT INTO matches (id, version, game, phase, seats, free, created, code, listed,
        locked, result, secrets_known, guided, rated, counted, noted,
        due)
        {_NUMBERS.format(count=MATCHES)}
        SELECT 'm' || i, 9, CASE WHEN i % 2 = 0 THEN 'jarls' ELSE 'chinese-checkers' END,
        CASE WHEN i % 10 = 0 THEN 'playing' ELSE 'over' END, 2, 0, {hall.now} - 1000 * i, 'C' || i,
        i % 3 = 0, i < 0, CASE WHEN i % 10 = 0 THEN '' ELSE 'left' END, i < 0, i < 0, i % 2 = 0,
        i % 10 > 0, i >= 0, NULL FROM n"""


def _seats(hall: MadeUp) -> tuple[str, ...]:
    return (
        f"""INSERT INTO seats (match, seat, name, holder)
        {_NUMBERS.format(count=MATCHES)}
        SELECT 'm' || i, 0, 'Person ' || (i % {PEOPLE}), CASE WHEN i % 10 = 0 AND
        i < {10 * BUSY} THEN '{hall.busy}' ELSE 'p' || (i % {PEOPLE}) END FROM n""",
        f"""INSERT INTO seats (match, seat, name, holder)
        {_NUMBERS.format(count=MATCHES)}
        SELECT 'm' || i, 1, 'Person ' || (i * 7 % {PEOPLE}), 'q' || (i * 7 % {PEOPLE})
        FROM n""",
    )


def _standings(hall: MadeUp) -> tuple[str, ...]:
    return tuple(
        f"""INSERT INTO standings (game, size, week, player, name, mu, sigma, matches, place)
        {_NUMBERS.format(count=PEOPLE)}
        SELECT 'jarls', 'two', {week}, 'p' || i, 'Person ' || i, 25.0 + (i % 997) / 60.0, 2.0,
        i % 40 + 1, 1000 + i % 997 - CASE WHEN i % 5 = 0 THEN 1000000 ELSE 0 END FROM n"""
        for week in (0, *(hall.week - ago for ago in range(WEEKS)))
    )


def _inbox() -> tuple[str, ...]:
    columns = """holder, match, version, rank, instant, asked, due, at, plies, messages,
        plies_seen, messages_seen, over, wants, last, changed"""
    return tuple(
        f"""INSERT INTO inbox ({columns})
        SELECT seats.holder, matches.id, matches.version, {rank}, -matches.created,
        seats.seat = 0, NULL, matches.created, 9, 2, 5, 1, seats.seat < 0, '', 'Seat 1 moved.', 0
        FROM matches JOIN seats ON seats.match = matches.id
        WHERE matches.phase = 'playing' AND seats.seat = {seat}"""
        for seat, rank in ((0, 0), (1, 3))
    )
