"""Finds puzzles for people, judges their tries and counts the first one of each."""

import secrets
from dataclasses import dataclass, field

from meadhall import registry
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.match.clock import DAY
from meadhall.puzzles.attempt import judge_attempt, solution
from meadhall.puzzles.puzzle import Puzzle, first_state, solving_seat
from meadhall.puzzles.puzzle_set import PuzzleSet, has_puzzles, puzzle_set
from meadhall.server.assembly import Hall
from meadhall.server.broadcast.encoder import Encoder
from meadhall.server.broadcast.viewer import ViewerPosition
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.puzzles.puzzle_cards import (
    PuzzleAnswer,
    PuzzleChange,
    PuzzlePage,
    PuzzleShelf,
    PuzzleSolution,
)
from meadhall.server.puzzles.own_mistakes import OwnMatches, is_own
from meadhall.server.puzzles.puzzle_view import legal_moves, shown_steps
from meadhall.server.ratings.office import rating_card
from meadhall.store.puzzles.stored_puzzles import FirstTry, SqlPuzzles

NOBODY = "stranger"
"""Stands for somebody without a session, who has tried nothing."""


@dataclass(frozen=True, slots=True)
class PuzzleDesk:
    """What a handler gets as `desk`."""

    hall: Hall
    stored: SqlPuzzles
    own: OwnMatches
    encoders: dict[str, Encoder] = field(default_factory=dict)

    async def list_shelves(self, person: Person | None) -> tuple[PuzzleShelf, ...]:
        """The games that have puzzles, with how the person does at them."""
        shelves = []
        for slug in registry.slugs():
            game = self.hall.match_loop.games(slug)
            if has_puzzles(game):
                count = len(puzzle_set(slug).puzzles)
                shelf = PuzzleShelf(slug, game.spec.title, count)
                shelves.append(await self._add_form(shelf, person) if person else shelf)
        return tuple(shelves)

    async def daily(self, slug: str, person: Person | None) -> PuzzlePage:
        """The puzzle of the day, in UTC."""
        today = self.hall.match_loop.clock() // DAY
        return await self.page(slug, self._set(slug).of_day(today), person)

    async def training(self, slug: str, person: Person | None) -> PuzzlePage:
        """A puzzle about as hard as the person is good, one not tried before if there is any."""
        puzzles, who = self._set(slug), person.id if person else NOBODY
        form, tried = await self.stored.form(slug, who), await self.stored.tries(slug, who)
        points, rng = await self.stored.points(slug), Rng(secrets.token_hex(8))
        solved = [id_ for id_, was_solved in tried.items() if was_solved]
        for seen in (tried, solved, ()):
            found = puzzles.near(form.rating.points, points, seen, rng)
            if found is not None:
                return await self.page(slug, found, person)
        raise Refused.because("NO_PUZZLES", "This game has no puzzles.", "game")

    async def find(self, slug: str, id_: str, person: Person | None) -> Puzzle:
        """The puzzle of that id: of the game, or from a match of the person."""
        if is_own(id_):
            return await self.own.find(slug, id_, person)
        return self._set(slug).find(id_)

    async def page(
        self, slug: str, puzzle: Puzzle, person: Person | None, id_: str = ""
    ) -> PuzzlePage:
        """The puzzle as it begins."""
        game = self._game(slug)
        state = first_state(game, puzzle)
        seat, id_ = solving_seat(game, state), id_ or puzzle.id
        points = await self.stored.points(slug)
        page = PuzzlePage(
            id=id_,
            game=slug,
            title=game.spec.title,
            seat=seat,
            moves=puzzle.moves,
            points=points.get(puzzle.id, puzzle.difficulty),
            scene=ViewerPosition(game, game.view(state, seat)).scene(),
            legal=legal_moves(game, state, seat),
            decisive=puzzle.decisive,
        )
        if person is not None:
            tried = await self.stored.tries(slug, person.id)
            if id_ in tried:
                page.tried = "solved" if tried[id_] else "missed"
        return page

    async def judge(
        self, slug: str, id_: str, moves: tuple[str, ...], person: Person
    ) -> PuzzleAnswer:
        """What the moves lead to. The first wrong one, or the last right one, is counted."""
        game, puzzle = self._game(slug), await self.find(slug, id_, person)
        attempt = judge_attempt(game, puzzle, moves)
        answer = PuzzleAnswer(attempt.stand)
        if attempt.stand != "wrong":
            known = len(judge_attempt(game, puzzle, moves[:-1]).steps)
            answer.steps = shown_steps(self._encoder(game), game, attempt.steps, known)
        if attempt.stand == "open":
            seat = attempt.steps[0].seat
            answer.legal = legal_moves(game, attempt.steps[-1].after, seat)
        else:
            solved = attempt.stand == "solved"
            answer.change = await self._count(slug, puzzle, id_, person, solved=solved)
        return answer

    async def solve(self, slug: str, id_: str, person: Person) -> PuzzleSolution:
        """The solution. It counts as a miss where nothing has counted before."""
        game, puzzle = self._game(slug), await self.find(slug, id_, person)
        change = await self._count(slug, puzzle, id_, person, solved=False)
        steps = shown_steps(self._encoder(game), game, solution(game, puzzle))
        return PuzzleSolution(steps, change)

    async def _count(
        self, slug: str, puzzle: Puzzle, id_: str, person: Person, *, solved: bool
    ) -> PuzzleChange | None:
        """Count the first try. Puzzles from own matches are noted, but not rated."""
        now = self.hall.match_loop.clock()
        if is_own(id_):
            await self.stored.note_own(person.id, slug, id_, now, solved=solved)
            return None
        first = FirstTry(person.id, person.account, slug, puzzle, solved, now)
        change = await self.stored.count(first)
        if change is None:
            return None
        before, after = change
        return PuzzleChange(rating_card(before.rating), rating_card(after.rating))

    async def _add_form(self, shelf: PuzzleShelf, person: Person) -> PuzzleShelf:
        form = await self.stored.form(shelf.game, person.id)
        shelf.tried, shelf.solved = form.rating.matches, form.solved
        shelf.rating = rating_card(form.rating) if form.rating.matches else None
        return shelf

    def _set(self, slug: str) -> PuzzleSet:
        self._game(slug)  # for its refusal of a game that this hall does not have
        return puzzle_set(slug)

    def _game(self, slug: str) -> AnyGame:
        return self.hall.match_loop.games(slug)

    def _encoder(self, game: AnyGame) -> Encoder:
        return self.encoders.setdefault(game.spec.slug, Encoder(game))
