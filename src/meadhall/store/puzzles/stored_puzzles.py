"""What people did with puzzles, in a database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, delete, exists, insert, select, text, update

from meadhall.core.codec import decode, encode
from meadhall.match.clock import DAY
from meadhall.puzzles.puzzle import Puzzle
from meadhall.puzzles.puzzle_rating import new_puzzle_rating, rate_attempt
from meadhall.ratings.scale import NEW, Rating
from meadhall.store.backend import Backend
from meadhall.store.puzzles.puzzle_tables import OWN_PUZZLES, PUZZLE_RATINGS, PUZZLE_TRIES
from meadhall.store.schema import ACCOUNTS

PUZZLE = "puzzle:"
"""What the key of a puzzle begins with; the key of a person is the person's id."""
GUESTS_KEPT = 30 * DAY
"""How long what a guest did is kept after the last try."""
_LOCK = 0x70757A7A


@dataclass(frozen=True, slots=True)
class PuzzleForm:
    """How good somebody is at the puzzles of a game, and how many were tried and solved."""

    rating: Rating = NEW
    solved: int = 0


@dataclass(frozen=True, slots=True)
class FirstTry:
    """How a person's first try of a puzzle ended. Guests leave the puzzle's rating as it is."""

    person: str
    account: bool
    game: str
    puzzle: Puzzle
    solved: bool
    at: int


@dataclass(frozen=True, slots=True)
class OwnPuzzle:
    """A win that a person missed in a match at the ply with that number, and what was played."""

    match: str
    ply: int
    played: str
    puzzle: Puzzle


class SqlPuzzles:
    """Keeps ratings, tries and what own matches yielded."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def form(self, game: str, person: str) -> PuzzleForm:
        """How good the person is."""
        return await self._backend.read(lambda database: _form(database, game, person))

    async def tries(self, game: str, person: str) -> Mapping[str, bool]:
        """The puzzles of the game that the person tried, and whether each was solved."""
        columns = PUZZLE_TRIES.c
        wanted = select(columns.puzzle, columns.solved)
        wanted = wanted.where(columns.person == person, columns.game == game)
        return await self._backend.read(
            lambda database: {row.puzzle: row.solved for row in database.execute(wanted)}
        )

    async def points(self, game: str) -> dict[str, int]:
        """The points of the game's puzzles that were tried, by id."""
        columns = PUZZLE_RATINGS.c
        wanted = select(PUZZLE_RATINGS).where(
            columns.game == game, columns.player.startswith(PUZZLE, autoescape=True)
        )
        return await self._backend.read(
            lambda database: {
                row.player.removeprefix(PUZZLE): Rating(row.mu, row.sigma).points
                for row in database.execute(wanted)
            }
        )

    async def count(self, first: FirstTry) -> tuple[PuzzleForm, PuzzleForm] | None:
        """Count a first try; gives the person's form before and after it.

        `None` if the person had tried the puzzle before: then nothing changes.
        """
        return await self._backend.write(lambda database: _count(database, first))

    async def note_own(self, person: str, game: str, puzzle: str, at: int, *, solved: bool) -> None:
        """Note a try of a puzzle from an own match, which is not rated. Solved it stays solved."""
        tries = PUZZLE_TRIES.c
        key = and_(tries.person == person, tries.game == game, tries.puzzle == puzzle)

        def write(database: Connection) -> None:
            _lock(database)
            known = database.scalar(select(tries.solved).where(key))
            row = {"person": person, "game": game, "puzzle": puzzle, "at": at}
            database.execute(delete(PUZZLE_TRIES).where(key))
            database.execute(insert(PUZZLE_TRIES).values(**row, solved=solved or bool(known)))

        await self._backend.write(write)

    async def own(self, person: str, game: str) -> tuple[tuple[str, tuple[OwnPuzzle, ...]], ...]:
        """The person's matches of the game that were looked into, newest first, with the wins."""
        columns = OWN_PUZZLES.c
        wanted = select(OWN_PUZZLES).where(columns.person == person, columns.game == game)
        newest = wanted.order_by(columns.at.desc(), columns.match)
        return await self._backend.read(
            lambda database: tuple(
                (row.match, decode(tuple[OwnPuzzle, ...], row.body))
                for row in database.execute(newest)
            )
        )

    async def put_own(
        self, person: str, game: str, match: str, found: Sequence[OwnPuzzle], at: int
    ) -> None:
        """Keep what a match has yielded. Looked into twice, it yields the same."""
        body = encode(tuple(found)).decode()
        key = and_(OWN_PUZZLES.c.person == person, OWN_PUZZLES.c.match == match)
        row = {"person": person, "match": match, "game": game, "at": at, "body": body}

        def write(database: Connection) -> None:
            _lock(database)
            database.execute(delete(OWN_PUZZLES).where(key))
            database.execute(insert(OWN_PUZZLES).values(**row))

        await self._backend.write(write)

    async def tidy(self, now: int) -> None:
        """Forget guests who have not tried a puzzle for a while."""
        columns = PUZZLE_RATINGS.c
        is_person = ~columns.player.startswith(PUZZLE, autoescape=True)
        has_account = exists().where(ACCOUNTS.c.id == columns.player)
        old = select(columns.player).where(columns.at < now - GUESTS_KEPT, is_person, ~has_account)

        def write(database: Connection) -> None:
            for person in set(database.scalars(old)):
                forget_puzzles(database, person)

        await self._backend.write(write)


def forget_puzzles(database: Connection, person: str) -> None:
    """Forget what a person did with puzzles."""
    for table, column in (
        (PUZZLE_RATINGS, PUZZLE_RATINGS.c.player),
        (PUZZLE_TRIES, PUZZLE_TRIES.c.person),
        (OWN_PUZZLES, OWN_PUZZLES.c.person),
    ):
        database.execute(delete(table).where(column == person))


def _count(database: Connection, first: FirstTry) -> tuple[PuzzleForm, PuzzleForm] | None:
    _lock(database)
    tries, game, key = PUZZLE_TRIES.c, first.game, PUZZLE + first.puzzle.id
    known = select(1).where(
        tries.person == first.person, tries.game == game, tries.puzzle == first.puzzle.id
    )
    if database.scalar(known) is not None:
        return None
    row = {"person": first.person, "game": game, "puzzle": first.puzzle.id, "at": first.at}
    database.execute(insert(PUZZLE_TRIES).values(**row, solved=first.solved))
    before = _form(database, game, first.person)
    fresh = PuzzleForm(new_puzzle_rating(first.puzzle.difficulty))
    puzzle = _form(database, game, key, fresh)
    person_after, puzzle_after = rate_attempt(before.rating, puzzle.rating, solved=first.solved)
    after = PuzzleForm(person_after, before.solved + first.solved)
    _put(database, game, first.person, after, first.at)
    if first.account:
        # Guests are as many as somebody likes, so they could move a puzzle anywhere.
        form = PuzzleForm(puzzle_after, puzzle.solved + first.solved)
        _put(database, game, key, form, first.at)
    return before, after


def _form(
    database: Connection, game: str, player: str, usual: PuzzleForm | None = None
) -> PuzzleForm:
    row = database.execute(select(PUZZLE_RATINGS).where(_is(game, player))).first()
    if row is None:
        return usual or PuzzleForm()
    return PuzzleForm(Rating(row.mu, row.sigma, row.tries), row.solved)


def _put(database: Connection, game: str, player: str, form: PuzzleForm, at: int) -> None:
    rating = form.rating
    values = {
        "mu": rating.mu, "sigma": rating.sigma, "tries": rating.matches, "solved": form.solved,
        "at": at,
    }  # fmt: skip
    changed = database.execute(update(PUZZLE_RATINGS).where(_is(game, player)).values(**values))
    if changed.rowcount == 0:
        database.execute(insert(PUZZLE_RATINGS).values(game=game, player=player, **values))


def _is(game: str, player: str) -> ColumnElement[bool]:
    return and_(PUZZLE_RATINGS.c.game == game, PUZZLE_RATINGS.c.player == player)


def _lock(database: Connection) -> None:
    """Let one process write at a time. A SQLite file has one writer in any case."""
    if database.dialect.name == "postgresql":
        database.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
