"""Looks into the finished matches of a person for wins by force that the person missed."""

import asyncio
from dataclasses import dataclass, field

from meadhall.core.game import AnyGame, action_phrase
from meadhall.core.record import Record, replay
from meadhall.core.refusal import Refused
from meadhall.core.seats import Seat
from meadhall.match.records import record_of
from meadhall.puzzles.puzzle import Puzzle
from meadhall.server.assembly import Hall
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.puzzles.puzzle_cards import MissedWin, OwnMistakes
from meadhall.store.people.stored_profiles import HistoryQuery, SqlProfiles
from meadhall.store.puzzles.stored_puzzles import OwnPuzzle, SqlPuzzles

OWN = "own-"
"""What the id of a puzzle from an own match begins with; match and ply follow."""
DUEL = 2
MOST_DECISIONS = 24
"""The person's last decisions in a match that are looked at."""
EACH_MS = 250
MOST_WINS = 5
"""Missed wins that are kept of a match."""
MOST_WAITING = 8
"""Searches that may wait while one runs; each takes a few seconds."""
RECENT = 30
"""The latest matches of a game that are looked into."""


def is_own(puzzle: str) -> bool:
    """Whether the id is that of a puzzle from an own match."""
    return puzzle.startswith(OWN)


def own_id(own: OwnPuzzle) -> str:
    """The id of a puzzle from an own match."""
    return f"{OWN}{own.match}-{own.ply}"


@dataclass(frozen=True, slots=True)
class OwnDecision:
    """A decision of the person: the position before it, and the move in notation."""

    ply: int
    state: object
    played: str


@dataclass(slots=True)
class OwnMatches:
    """Searches one match after the other, so that bots at tables hardly wait for it."""

    hall: Hall
    stored: SqlPuzzles
    profiles: SqlProfiles
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0

    async def find(self, slug: str, id_: str, person: Person | None) -> Puzzle:
        """The puzzle from a match of the person."""
        known = await self.stored.own(person.id, slug) if person else ()
        for own in (own for _, wins in known for own in wins):
            if own_id(own) == id_:
                return own.puzzle
        raise Refused.because("NO_SUCH_PUZZLE", "There is no such puzzle.", "puzzle")

    async def overview(self, slug: str, person: Person) -> OwnMistakes:
        """What was found, and the recent matches that were not looked into yet."""
        game = self.hall.match_loop.games(slug)
        known = await self.stored.own(person.id, slug)
        tried = await self.stored.tries(slug, person.id)
        wins = [
            _missed_win(game, own, solved=tried.get(own_id(own), False))
            for _, found in known
            for own in found
        ]
        query = HistoryQuery(person.id, game=slug, public=False, limit=RECENT)
        done = {match for match, _ in known}
        rows = await self.profiles.history(query)
        waiting = [row.match for row in rows if len(row.players) == DUEL and row.match not in done]
        return OwnMistakes(tuple(wins), tuple(waiting))

    async def search(self, slug: str, match: str, person: Person) -> OwnMistakes:
        """Look into a finished match of the person, unless that was done before."""
        if all(match != done for done, _ in await self.stored.own(person.id, slug)):
            if self.waiting >= MOST_WAITING:
                text = "The server is looking into other matches. Try again in a minute."
                raise Refused.because("BUSY", text)
            self.waiting += 1
            try:
                async with self.turn:
                    await self._search(slug, match, person)
            finally:
                self.waiting -= 1
        return await self.overview(slug, person)

    async def _search(self, slug: str, match: str, person: Person) -> None:
        game, record, seats = await self._own_match(slug, match, person)
        # In a thread, because it plays the match again.
        decided = await asyncio.to_thread(_last_decisions, game, record, seats)
        found: list[OwnPuzzle] = []
        for one in reversed(decided):
            puzzle = await self.hall.bots.find_missed(game, one.state, one.played, EACH_MS)
            if puzzle is not None:
                found.append(OwnPuzzle(match, one.ply, one.played, puzzle))
            if len(found) == MOST_WINS:
                break
        now = self.hall.match_loop.clock()
        await self.stored.put_own(person.id, slug, match, found, now)

    async def _own_match(
        self, slug: str, match: str, person: Person
    ) -> tuple[AnyGame, Record, tuple[Seat, ...]]:
        """The record of the match and the person's seats; refused if it is none to look into."""
        played = (await self.hall.match_loop.room(match)).channel.match
        seats = tuple(
            seat
            for seat, player in enumerate(played.players)
            if player is not None and not player.bot and player.holder == person.id
        )
        if not seats:
            raise Refused.because("NOT_YOURS", "You did not play in this match.", "match")
        if played.setup.game != slug or played.result is None:
            text = "Only finished matches of this game can be looked into."
            raise Refused.because("NOT_FINISHED", text, "match")
        if played.setup.seats != DUEL:
            text = "Missed wins can be found in matches of two players only."
            raise Refused.because("NOT_SOLVABLE", text, "match")
        return played.game, record_of(played), seats


def _last_decisions(game: AnyGame, record: Record, seats: tuple[Seat, ...]) -> list[OwnDecision]:
    """The last moves of these seats, each with the position before it."""
    decided = [
        OwnDecision(number, step.state, ply.action)
        for number, (step, ply) in enumerate(
            zip(replay(game, record), record.plies, strict=False), 1
        )
        if ply.seat in seats and not ply.leave
    ]
    return decided[-MOST_DECISIONS:]


def _missed_win(game: AnyGame, own: OwnPuzzle, *, solved: bool) -> MissedWin:
    played = action_phrase(game, game.notation.parse(own.played))
    return MissedWin(own_id(own), own.match, own.ply, played, own.puzzle.moves, solved)
