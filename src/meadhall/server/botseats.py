"""Who thinks for the bots: a few processes of ours, and the programs that the settings name."""

import asyncio
import secrets
import sys
from collections.abc import Mapping, Sequence
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
        self._workers = [Program(WORKER) for _ in range(max(1, workers))]
        self._free = asyncio.Queue[Program]()
        for worker in self._workers:
            self._free.put_nowait(worker)
        self._reviewing = asyncio.Lock()
        self._programs = {name: (Program(line), asyncio.Lock()) for name, line in programs.items()}

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
            return await self._ask_program(level.removeprefix(PROGRAM), question)
        return await self._ask_worker(question, Choice)

    async def review(self, case: Case, budget: int) -> Judgement:
        """What is to be said of a decision; one at a time, so that bots at tables come first."""
        turn = case.turn
        notation = turn.game.notation
        question = Review(
            turn.game.spec.slug, turn.seat, turn.seats, budget, "analysis", raw_view(turn.view),
            None if case.played is None else notation.write(case.played),
        )  # fmt: skip
        async with self._reviewing:
            verdict = await self._ask_worker(question, Verdict)
        better: object = None if verdict.better is None else notation.parse(verdict.better)
        return Judgement(verdict.chances, verdict.loss, better, verdict.line)

    async def stop(self) -> None:
        """End all processes."""
        programs = [program for program, _ in self._programs.values()]
        await asyncio.gather(*(program.stop() for program in [*self._workers, *programs]))

    async def _ask_worker(self, question: Struct, kind: type[T]) -> T:
        """What a worker answers. One that nobody waits for is told to end, and is then free.

        Killing it would cost its warm caches.
        """
        worker = await self._free.get()
        answer = asyncio.ensure_future(worker.ask(question, kind, self.patience))
        answer.add_done_callback(lambda done: self._finished(worker, done))
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            worker.interrupt()
            raise

    def _finished(self, worker: Program, answer: "asyncio.Future[T]") -> None:
        """What fails when nobody waits any more is nobody's trouble."""
        if not answer.cancelled():
            answer.exception()
        self._free.put_nowait(worker)

    async def _ask_program(self, name: str, question: Question) -> Choice:
        if name not in self._programs:
            raise BotFailed(f"no program {name!r} on this server")
        program, lock = self._programs[name]
        async with lock:
            return await program.ask(question, Choice, self.patience)


def chosen(game: AnyGame, state: object, seat: Seat, choice: Choice) -> object:
    """The action that the bot named; raises `Refused` where it is not one it may play."""
    action: object = game.notation.parse(choice.text)
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
