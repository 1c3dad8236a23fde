"""Asks bots for moves and reviews: our own worker processes, and programs from the settings."""

import asyncio
import secrets
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from meadhall.bots import roster
from meadhall.bots.briefing import TimeLeft, briefing_from
from meadhall.bots.players.net_bot import NET
from meadhall.bots.review.compare_actions import Decision
from meadhall.bots.review.reviewer import Assessment
from meadhall.core.capabilities import Level
from meadhall.core.game import AnyGame
from meadhall.core.refusal import Refused
from meadhall.core.rng import Rng
from meadhall.core.seats import Seat
from meadhall.match.clock import has_limit, time_left
from meadhall.match.match import Match
from meadhall.match.records import record_of
from meadhall.puzzles.puzzle import Puzzle, diagram_of
from meadhall.server.bots.compile_ahead import CompileAhead
from meadhall.server.bots.program import (
    BotFailed,
    Choice,
    MissedAnswer,
    MissedQuestion,
    Program,
    ReviewAnswer,
    ReviewQuestion,
    TurnQuestion,
)
from meadhall.server.protocol.encoding import raw_view
from meadhall.server.protocol.notation import parse_action

WORKER = f"{sys.executable} -m meadhall.server.bots.worker"
PROGRAM = "program:"
T = TypeVar("T")


class BotPool:
    """All bots of a server. `workers` is how many of our own think at the same time.

    `programs` has the commands of local programs by name, `networks` the files of trained networks
    by game and then by name.
    """

    def __init__(
        self,
        workers: int,
        budget: int,
        patience: float,
        programs: Mapping[str, str],
        networks: Mapping[str, Mapping[str, str]],
    ) -> None:
        self.budget = budget
        self.patience = patience
        self._ours = _Pool(Program(WORKER, listens=True) for _ in range(max(1, workers)))
        self._without: Collection[str] = ()
        """Levels that are not offered."""
        self._networks = networks
        self._reviewing = asyncio.Lock()
        self._programs = {name: _Pool([Program(line)]) for name, line in programs.items()}
        self.compile_ahead = CompileAhead()

    def employ(self, ours: Iterable[Program], without: Collection[str]) -> None:
        """Let other programs think than processes of this machine, on all but these levels."""
        self._ours, self._without = _Pool(ours), without

    def levels(self, game: AnyGame) -> tuple[Level, ...]:
        """The opponents that this server offers for a game."""
        ours = (
            *(Level(PROGRAM + name, "A program on this server.", "") for name in self._programs),
            *(Level(NET + name, "A trained network.", "") for name in self._files(game)),
        )
        known = (level for level in roster.levels(game) if level.name not in self._without)
        return (*known, *ours)

    def check(self, game: AnyGame, level: str) -> None:
        """Raise `Refused` for a level that this server does not have."""
        kind, _, name = level.partition(":")
        known = {PROGRAM: self._programs, NET: self._files(game)}.get(f"{kind}:", ())
        if name not in known:
            roster.level(game, level)

    async def choose(self, match: Match, seat: Seat, level: str) -> Choice:
        """The move of a bot, which sees only its seat's view. Raises `BotFailed`."""
        game, state = match.game, match.state
        question = TurnQuestion(
            game.spec.slug, seat, match.setup.seats, self._with_file(game, level), self.budget,
            secrets.token_hex(8), raw_view(game.view(state, seat)),
            compiled=self._may_use_compiled(game),
        )  # fmt: skip
        if level.startswith(PROGRAM):
            legal = game.legal_actions(state, seat)
            question.moves = tuple(map(game.notation.write, legal))
            # In a thread, because it plays the match again.
            briefing = await asyncio.to_thread(briefing_from, game, record_of(match), seat)
            question.options, question.history = dict(briefing.options), briefing.history
            question.clock = _clock_of(match)
            return await self._program(level).ask(question, Choice, self.patience)
        return await self._ours.ask(question, Choice, self.patience)

    async def review(self, decision: Decision, budget: int) -> Assessment:
        """The assessment of a decision; one at a time, so that bots in seats come first."""
        turn = decision.turn
        notation = turn.game.notation
        question = ReviewQuestion(
            turn.game.spec.slug, turn.seat, turn.seats, budget, "analysis", raw_view(turn.view),
            None if decision.played is None else notation.write(decision.played), decision.traits,
            self._may_use_compiled(turn.game),
        )  # fmt: skip
        async with self._reviewing:
            try:
                answer = await self._ours.ask(question, ReviewAnswer, self.patience)
            except BotFailed:
                # Once more, in a new process: one that was killed must not cost the whole analysis.
                answer = await self._ours.ask(question, ReviewAnswer, self.patience)
        better: object = None if answer.better is None else notation.parse(answer.better)
        return Assessment(
            answer.chances, answer.loss, better, answer.line, answer.forced, answer.forced_after,
            answer.sees_all,
        )  # fmt: skip

    async def find_missed(
        self, game: AnyGame, state: object, played: str, budget: int
    ) -> Puzzle | None:
        """The win that the move throws away, if there is one; after reviews, one at a time.

        Nothing is hidden in the games that can be asked about. Refused while the game's code is
        being compiled, because only that can prove wins.
        """
        if not self._may_use_compiled(game):
            text = "The computer players are still getting ready. Try again in a minute."
            raise Refused.because("NOT_READY", text)
        position = diagram_of(game, state)
        question = MissedQuestion(game.spec.slug, position, played, budget)
        async with self._reviewing:
            return (await self._ours.ask(question, MissedAnswer, self.patience)).puzzle

    async def stop(self) -> None:
        """Stop all processes."""
        await self.compile_ahead.stop()
        await asyncio.gather(*(pool.stop() for pool in [self._ours, *self._programs.values()]))

    def _files(self, game: AnyGame) -> Mapping[str, str]:
        """The files of the networks for the game, by name."""
        return self._networks.get(game.spec.slug, {})

    def _with_file(self, game: AnyGame, level: str) -> str:
        """The level as our processes know it: of a network, which tables name, with its file."""
        if not level.startswith(NET):
            return level
        name = level.removeprefix(NET)
        if name not in self._files(game):
            raise BotFailed(f"no network {name!r} on this server")
        return NET + self._files(game)[name]

    def _may_use_compiled(self, game: AnyGame) -> bool:
        return game.spec.slug not in self.compile_ahead.waiting

    def _program(self, level: str) -> "_Pool":
        name = level.removeprefix(PROGRAM)
        if name not in self._programs:
            raise BotFailed(f"no program {name!r} on this server")
        return self._programs[name]


class _Pool:
    """Interchangeable programs. A question goes to one that is free."""

    def __init__(self, programs: Iterable[Program]) -> None:
        self._all = tuple(programs)
        self._free = asyncio.Queue[Program]()
        for program in self._all:
            self._free.put_nowait(program)

    async def ask(self, question: Struct, kind: type[T], patience: float) -> T:
        """The answer of a free program.

        If the caller is cancelled, the program is asked to hurry but not killed, which would cost
        its warm caches. Its answer is still read before the program is free again: else it would
        be taken for the answer to the next question.
        """
        program = await self._free.get()
        # No `await` from here to the callback: a cancelled caller cannot lose the program.
        answer = asyncio.ensure_future(program.ask(question, kind, patience))
        answer.add_done_callback(lambda done: self._release(program, done))
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            program.interrupt()
            raise

    def _release(self, program: Program, answer: "asyncio.Future[T]") -> None:
        """Put the program back. Fetches the exception, or asyncio would log it as not retrieved."""
        if not answer.cancelled():
            answer.exception()
        self._free.put_nowait(program)

    async def stop(self) -> None:
        """Stop all of them."""
        await asyncio.gather(*(program.stop() for program in self._all))


def parse_choice(game: AnyGame, state: object, seat: Seat, choice: Choice) -> object:
    """The action that the bot named; raises `Refused` if it is not legal."""
    action = parse_action(game, choice.text)
    refusal = game.refusal(state, seat, action)
    if refusal is not None:
        raise Refused(refusal)
    if isinstance(action, game.types.clock_only):
        raise Refused.because("CLOCK_ONLY", "Only a clock that runs out plays this action.")
    return action


def _clock_of(match: Match) -> TimeLeft | None:
    """What the clocks showed when the question was asked; `None` without a clock."""
    state = match.clock_state
    if not has_limit(state):
        return None
    return TimeLeft(tuple(time_left(state, seat, match.at) for seat in range(match.setup.seats)))


def fallback_action(game: AnyGame, state: object, seat: Seat) -> object:
    """The action for a bot that failed: the game's default action if players may play it."""
    action: object = game.default_action(state, seat, Rng(secrets.token_hex(8)))
    if isinstance(action, game.types.clock_only):
        legal: Sequence[object] = game.legal_actions(state, seat)
        return legal[0]
    return action
