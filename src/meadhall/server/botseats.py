"""Who thinks for the bots: a few processes of ours, and the programs that the settings name."""

import asyncio
import secrets
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from meadhall.bots import roster
from meadhall.bots.judge import Judgement
from meadhall.bots.weighing import Case
from meadhall.core.game import AnyGame, Level
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.match.match import Match
from meadhall.server.deeds import parsed
from meadhall.server.frames import raw_view
from meadhall.server.lines import BotFailed, Choice, Program, Question, Review, Verdict

WORKER = f"{sys.executable} -m meadhall.server.botworker"
PROGRAM = "program:"
T = TypeVar("T")


class BotSeats:
    """Asks bots for their choice; at most so many of ours think at the same time."""

    def __init__(
        self, workers: int, budget: int, patience: float, programs: Mapping[str, str]
    ) -> None:
        self.budget = budget
        self.patience = patience
        self._ours = _Pool(Program(WORKER, listens=True) for _ in range(max(1, workers)))
        self._reviewing = asyncio.Lock()
        self._programs = {name: _Pool([Program(line)]) for name, line in programs.items()}

    def levels(self, game: AnyGame) -> tuple[Level, ...]:
        """The opponents that a game has on this server."""
        ours = tuple(
            Level(PROGRAM + name, "A program of this server.", "") for name in self._programs
        )
        return (*roster.levels(game), *ours)

    def check(self, game: AnyGame, level: str) -> None:
        """Refuse a level that there is not."""
        if level.removeprefix(PROGRAM) not in self._programs or not level.startswith(PROGRAM):
            roster.level(game, level)

    async def choose(self, match: Match, seat: Seat, level: str) -> Choice:
        """What the bot plays, seeing the seat's view only. Raises `BotFailed`."""
        game, state = match.game, match.state
        question = Question(
            game.spec.slug, seat, match.setup.seats, level, self.budget, secrets.token_hex(8),
            raw_view(game.view(state, seat)),
        )  # fmt: skip
        if level.startswith(PROGRAM):
            legal = game.legal_actions(state, seat)
            question.moves = tuple(map(game.notation.write, legal))
            return await self._program(level).ask(question, Choice, self.patience)
        return await self._ours.ask(question, Choice, self.patience)

    async def review(self, case: Case, budget: int) -> Judgement:
        """What is to be said of a decision; one at a time, so that bots at tables come first."""
        turn = case.turn
        notation = turn.game.notation
        question = Review(
            turn.game.spec.slug, turn.seat, turn.seats, budget, "analysis", raw_view(turn.view),
            None if case.played is None else notation.write(case.played),
        )  # fmt: skip
        async with self._reviewing:
            verdict = await self._ours.ask(question, Verdict, self.patience)
        better: object = None if verdict.better is None else notation.parse(verdict.better)
        return Judgement(verdict.chances, verdict.loss, better, verdict.line)

    async def stop(self) -> None:
        """End all processes."""
        await asyncio.gather(*(pool.stop() for pool in [self._ours, *self._programs.values()]))

    def _program(self, level: str) -> "_Pool":
        name = level.removeprefix(PROGRAM)
        if name not in self._programs:
            raise BotFailed(f"no program {name!r} on this server")
        return self._programs[name]


class _Pool:
    """Programs that are alike: whichever is free is asked."""

    def __init__(self, programs: Iterable[Program]) -> None:
        self._all = tuple(programs)
        self._free = asyncio.Queue[Program]()
        for program in self._all:
            self._free.put_nowait(program)

    async def ask(self, question: Struct, kind: type[T], patience: float) -> T:
        """What one of them answers. One that nobody waits for is told so, and is free when it ends.

        Killing it would cost its warm caches, and the answer has to be read in any case: else it
        would be taken for the answer to the next question.
        """
        program = await self._free.get()
        answer = asyncio.ensure_future(program.ask(question, kind, patience))
        answer.add_done_callback(lambda done: self._finished(program, done))
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            program.interrupt()
            raise

    def _finished(self, program: Program, answer: "asyncio.Future[T]") -> None:
        """What fails when nobody waits any more is nobody's trouble."""
        if not answer.cancelled():
            answer.exception()
        self._free.put_nowait(program)

    async def stop(self) -> None:
        """End all of them."""
        await asyncio.gather(*(program.stop() for program in self._all))


def chosen(game: AnyGame, state: object, seat: Seat, choice: Choice) -> object:
    """The action that the bot named; raises `Refused` where it is not one it may play."""
    action = parsed(game, choice.text)
    refusal = game.refusal(state, seat, action)
    if refusal is not None:
        raise Refused(refusal)
    if isinstance(action, game.types.clock_only):
        raise Refused.because("CLOCK_ONLY", "Only a run-out clock plays that.")
    return action


def fallback(game: AnyGame, state: object, seat: Seat) -> object:
    """What is played for a bot that failed: what a run-out clock would play, if a player may."""
    action: object = game.default_action(state, seat, Rng(secrets.token_hex(8)))
    if isinstance(action, game.types.clock_only):
        legal: Sequence[object] = game.legal_actions(state, seat)
        return legal[0]
    return action
