"""Bots before their compiled code is ready, and processes of bots that give memory back."""

import asyncio
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import pytest
from serving import serving

from meadhall import registry
from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.server.bots import program
from meadhall.server.bots.compile_ahead import COMMAND, CompileAhead, fast_games
from meadhall.server.bots.pool import WORKER
from meadhall.server.bots.program import Choice, Program, TurnQuestion
from meadhall.server.protocol.encoding import raw_view
from meadhall.server.protocol.messages import Thinking

CHECKERS = "chinese-checkers"


def question(**more: Any) -> TurnQuestion:
    """A question to a beginner of the smallest game."""
    game = registry.game(CHECKERS)
    view = raw_view(game.view(start(game, game.types.options(), 2, Rng("1")), 0))
    return TurnQuestion(CHECKERS, 0, 2, "random", 100, "seed", view, compiled=False, **more)


@pytest.mark.one_adapter("how a bot is asked does not depend on the socket of its opponent")
def test_with_a_cold_cache_an_expert_plays_by_the_pure_rules_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache))

    async def run() -> None:
        async with serving(tmp_path, compile_ahead=True, bot_ms=200) as hall:
            ann = await hall.guest("Ann")
            waiting = hall.hall.bots.compile_ahead.waiting
            assert await ann.get("/bots") == {"ready": 0, "total": len(fast_games())}
            made = await ann.match(CHECKERS, "expert", "mine")
            sitting = await ann.sit(made["match"], *made["tokens"])
            thought = await sitting.until(Thinking, having=lambda message: message.done)
            assert thought.note == "pure rules"
            assert CHECKERS in waiting, "nobody waited for the compiler"

    asyncio.run(run())


def test_games_are_compiled_one_after_the_other_and_then_ready() -> None:
    async def run() -> None:
        ahead = CompileAhead()
        assert (ahead.progress().ready, ahead.progress().total) == (0, 0)
        ahead.start()
        seen = [ahead.progress().ready]
        while ahead.waiting:
            await asyncio.sleep(0.01)
            if seen[-1] != ahead.progress().ready:
                seen.append(ahead.progress().ready)
        assert seen == list(range(len(fast_games()) + 1))
        await ahead.stop()

    asyncio.run(run())


def test_the_compiler_ends_with_its_server_even_if_that_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    with Popen(COMMAND, stdin=PIPE, stdout=PIPE) as compiler:
        heard, _ = compiler.communicate()  # closes its standard input, as the end of a server does
    assert compiler.returncode == 0
    assert len(heard.splitlines()) < len(fast_games())


def test_a_compiler_that_fails_leaves_the_work_to_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meadhall.server.bots.compile_ahead.COMMAND", ("/no/such/program",))

    async def run() -> None:
        ahead = CompileAhead()
        ahead.start()
        while ahead.waiting:  # noqa: ASYNC110 - there is no event to wait for
            await asyncio.sleep(0.01)
        await ahead.stop()

    asyncio.run(run())


def is_running(bot: Program) -> bool:
    return bot._process is not None


@pytest.mark.parametrize(("name", "value"), [("IDLE_SECONDS", 0.05), ("MOST_MEMORY", 0)])
def test_a_process_that_is_idle_or_has_grown_ends_and_starts_again_when_asked(
    name: str, value: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        bot = Program(WORKER, listens=True)
        await bot.ask(question(), Choice, 90.0)
        assert is_running(bot), "a process of usual size stays for the next question"
        monkeypatch.setattr(program, name, value)
        for _ in range(2):
            assert (await bot.ask(question(), Choice, 90.0)).text
            while is_running(bot):  # noqa: ASYNC110 - there is no event to wait for
                await asyncio.sleep(0.01)
        await bot.stop()

    asyncio.run(run())
