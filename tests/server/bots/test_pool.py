"""Bots in seats: ours, local programs, and bots of others over WebSocket."""

import asyncio
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Never

import numpy as np
import pytest
from documents import example
from serving import STONES_SLUG, Served, served, serving

from meadhall import registry
from meadhall.cli.arguments import player
from meadhall.cli.terminal.table import new_table
from meadhall.core.codec import encode
from meadhall.core.game import start
from meadhall.core.rng import Rng
from meadhall.envs import save_network
from meadhall.envs.numbered import NumberedGame
from meadhall.match.facts import Acted
from meadhall.server.bots.pool import BotPool, fallback_action
from meadhall.server.bots.program import TurnQuestion
from meadhall.server.bots.worker import choose
from meadhall.server.protocol.encoding import raw_view
from meadhall.server.protocol.messages import StepMessage, TableUpdate

CHECKERS = "chinese-checkers"
HOUR_MS = 3_600_000
PAGE = "how-to/write-a-bot.md"

SILENT = "import time; time.sleep(1000)"
CRASHING = "raise SystemExit('no')"
CHEATING = (
    'for line in __import__(\'sys\').stdin: print(\'{"kind":"move","text":"0-1"}\', flush=True)'
)
SLOW = """
import json, sys, time
for line in sys.stdin:
    question = json.loads(line)
    time.sleep(0.3)
    print(json.dumps({"kind": "move", "text": "", "note": f"seat {question['seat']}"}), flush=True)
"""
KEEPING = """
import json, sys
for line in sys.stdin:
    open(__file__ + ".asked", "a").write(line)
    print(json.dumps({"kind": "move", "text": json.loads(line)["moves"][0]}), flush=True)
"""
RAVING = "for line in __import__('sys').stdin: print('what?', flush=True)"


def program(folder: Path, name: str, text: str) -> str:
    path = folder / f"{name}.py"
    path.write_text(text, "utf-8")
    return f"{name}={sys.executable} {path}"


@pytest.mark.parametrize("text", [SILENT, CRASHING, CHEATING, RAVING])
def test_a_bot_that_fails_plays_its_default_action_and_the_match_goes_on(
    text: str, tmp_path: Path
) -> None:
    async def run() -> None:
        line = program(tmp_path, "bad", text)
        async with serving(tmp_path, bot_programs=line, bot_patience_ms=1500) as hall:
            ann = await hall.guest("Ann")
            made = await ann.match(CHECKERS, "mine", "program:bad")
            sitting = await ann.sit(made["match"], *made["tokens"])
            for _ in range(2):
                await sitting.act(sitting.moves[0][0][1])
                step = await sitting.until(StepMessage)
                assert step.entries[0].seat == 1
            assert b"meadhall_bot_failures_total 2.0" in hall.hall.metrics.text()

    asyncio.run(run())


def test_the_local_program_of_the_how_to_plays(tmp_path: Path) -> None:
    async def run() -> None:
        line = program(tmp_path, "first", example(PAGE, "a bot over standard input and output"))
        async with serving(tmp_path, bot_programs=line) as hall:
            ann = await hall.guest("Ann")
            levels = [
                level["name"] for level in (await ann.get(f"/games/{CHECKERS}"))["game"]["levels"]
            ]
            assert "program:first" in levels
            made = await ann.match(CHECKERS, "mine", "program:first")
            sitting = await ann.sit(made["match"], *made["tokens"])
            await sitting.act(sitting.moves[0][0][1])
            assert (await sitting.until(StepMessage)).entries[0].seat == 1
            assert b"meadhall_bot_failures_total 0.0" in hall.hall.metrics.text()

    asyncio.run(run())


def test_a_program_is_told_options_history_and_clock(tmp_path: Path) -> None:
    async def run() -> None:
        line = program(tmp_path, "keeping", KEEPING)
        async with serving(tmp_path, bot_programs=line) as hall:
            ann = await hall.guest("Ann")
            more = {"options": {"stones": 12}, "clock": {"mode": "turn", "base": HOUR_MS}}
            made = await ann.match(STONES_SLUG, "mine", "program:keeping", **more)
            sitting = await ann.sit(made["match"], *made["tokens"])
            await sitting.act("take 3")
            assert (await sitting.until(StepMessage)).entries[0].seat == 1

    asyncio.run(run())
    asked = json.loads((tmp_path / "keeping.py.asked").read_text("utf-8"))
    assert asked["options"]["stones"] == 12
    assert [(past["seat"], past["text"]) for past in asked["history"]] == [(0, "take 3")]
    assert len(asked["clock"]["left"]) == 2
    assert 0 < asked["clock"]["left"][1] <= HOUR_MS


def test_a_trained_network_plays_at_tables_that_name_it_and_no_other_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.npz"
    numbered = NumberedGame.of("elemental-clash", 2, {})
    save_network(str(file), [(np.zeros((*numbered.shape, numbered.size)), range(numbered.size))])

    async def run() -> None:
        async with serving(tmp_path, bot_networks=f"mine=elemental-clash:{file}") as hall:
            ann = await hall.guest("Ann")
            offered = {
                slug: [each["name"] for each in (await ann.get(f"/games/{slug}"))["game"]["levels"]]
                for slug in ("elemental-clash", CHECKERS)
            }
            assert [slug for slug, names in offered.items() if "net:mine" in names] == [
                "elemental-clash"
            ]
            for game, level in (("elemental-clash", "net:/etc/hosts"), (CHECKERS, "net:mine")):
                body = {"game": game, "seats": [{"kind": "mine"}, {"kind": "bot", "level": level}]}
                assert (await ann.refused("POST", "/matches", body))[1] == "UNKNOWN_BOT"
            made = await ann.match("elemental-clash", "net:mine", "mine", seed="1")
            sitting = await ann.sit(made["match"], *made["tokens"])
            room = hall.hall.match_loop.rooms[made["match"]]
            while not room.match.plies:
                await sitting.hear()
            state = start(numbered.game, numbered.options, 2, Rng(room.match.setup.seed))
            best = numbered.action(state, 0, max(numbered.legal(state, 0)))
            played = room.match.plies.upto(1).tail[0]
            assert isinstance(played, Acted)
            assert (played.seat, played.action) == (0, numbered.game.notation.write(best))
            assert b"meadhall_bot_failures_total 0.0" in hall.hall.metrics.text()

    asyncio.run(run())


def test_a_network_that_does_not_fit_names_no_move(tmp_path: Path) -> None:
    file = tmp_path / "other.npz"
    save_network(str(file), [(np.zeros((3, 4)), np.zeros(4))])
    game = registry.game("elemental-clash")
    state = start(game, game.types.options(), 2, Rng("1"))
    view = raw_view(game.view(state, 0))
    answers = [
        choose(TurnQuestion(game.spec.slug, 0, 2, f"net:{name}", 10, "1", view))
        for name in (file, tmp_path / "none.npz")
    ]
    assert [answer.text for answer in answers] == ["", ""]
    assert "3 inputs and 4 outputs" in answers[0].note
    assert "cannot be read" in answers[1].note


def test_a_match_goes_on_when_the_game_crashes_on_a_bots_answer(tmp_path: Path) -> None:
    def crashing(*_: object) -> Never:
        raise ZeroDivisionError("a mistake in a game")

    async def run() -> None:
        line = program(tmp_path, "first", example(PAGE, "a bot over standard input and output"))
        async with serving(tmp_path, bot_programs=line) as hall:
            ann = await hall.guest("Ann")
            made = await ann.match(STONES_SLUG, "mine", "program:first")
            sitting = await ann.sit(made["match"], *made["tokens"])
            room = hall.hall.match_loop.rooms[made["match"]]
            room.match = replace(room.match, game=replace(room.game, refusal=crashing))
            await sitting.act("take 1")
            assert (await sitting.until(StepMessage)).entries[0].seat == 1

    asyncio.run(run())


def test_the_websocket_bot_of_the_how_to_plays_a_whole_match(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(example(PAGE, "a bot over WebSocket"), "utf-8")

    @served()
    async def run(hall: Served) -> None:
        ann = await hall.guest("Ann")
        made = await ann.match("template", "mine", "open")
        sitting = await ann.sit(made["match"], *made["tokens"])
        bot = await asyncio.create_subprocess_exec(
            sys.executable, str(path), hall.address, made["match"]
        )
        while sitting.result is None:
            if sitting.moves.get(0):
                await sitting.act("take 1")
            else:
                await sitting.hear()
        assert await asyncio.wait_for(bot.wait(), 30) == 0
        assert {entry.seat for entry in sitting.log[0]} == {0, 1}

    run()


@served(bot_ms=20)
async def test_a_match_of_bots_plays_by_itself_while_someone_watches(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match(CHECKERS, "random", "random", "random")
    watcher = await ann.sit(made["match"])
    step = await watcher.until(StepMessage, having=lambda step: step.ply >= 6)
    assert step.moves is None
    assert isinstance(await watcher.until((StepMessage, TableUpdate)), StepMessage)


@pytest.mark.parametrize("slug", registry.slugs())
def test_our_bots_find_legal_actions_from_the_view(slug: str) -> None:
    game = registry.game(slug)
    seats = min(game.spec.players)
    state: object = start(game, game.types.options(), seats, Rng("1"))
    view = raw_view(game.view(state, 0))
    choice = choose(TurnQuestion(slug, 0, seats, "random", 20, "1", view))
    assert game.refusal(state, 0, game.notation.parse(choice.text)) is None


def test_a_worker_is_free_again_after_its_question_was_cancelled() -> None:
    async def run() -> None:
        game = registry.game(CHECKERS)
        match = new_table(game, game.types.options(), [player(game, "random")] * 2, "1").match
        bots = BotPool(1, HOUR_MS, 120.0, {}, {})
        thinking = asyncio.create_task(bots.choose(match, 0, "expert"))
        await asyncio.sleep(0.2)
        thinking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await thinking
        choice = await bots.choose(match, 0, "random")
        assert game.refusal(match.state, 0, game.notation.parse(choice.text)) is None
        await bots.stop()

    asyncio.run(run())


def test_a_late_answer_is_not_taken_for_the_answer_to_the_next_question(
    tmp_path: Path,
) -> None:
    async def run() -> None:
        game = registry.game(CHECKERS)
        match = new_table(game, game.types.options(), [player(game, "random")] * 2, "1").match
        name, _, line = program(tmp_path, "slow", SLOW).partition("=")
        bots = BotPool(1, 10, 60.0, {name: line}, {})
        unwanted = asyncio.create_task(bots.choose(match, 0, "program:slow"))
        await asyncio.sleep(0.1)
        unwanted.cancel()
        with pytest.raises(asyncio.CancelledError):
            await unwanted
        assert (await bots.choose(match, 1, "program:slow")).note == "seat 1"
        await bots.stop()

    asyncio.run(run())


def test_the_fallback_action_is_legal_in_every_game() -> None:
    for game in registry.games():
        state: object = start(game, game.types.options(), min(game.spec.players), Rng("1"))
        action = fallback_action(game, state, 0)
        assert game.refusal(state, 0, action) is None, encode(action)
        assert not isinstance(action, game.types.clock_only)


def test_programs_are_offered_as_levels_of_every_game() -> None:
    async def run() -> None:
        bots = BotPool(1, 10, 1.0, {"mine": "true"}, {})
        names = [level.name for level in bots.levels(registry.game(CHECKERS))]
        assert names[-1] == "program:mine"
        assert "easy" in names

    asyncio.run(run())
