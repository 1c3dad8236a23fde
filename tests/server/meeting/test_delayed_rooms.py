"""Spectators of matches with secrets see them late, and nothing sooner in any form."""

import asyncio
from pathlib import Path

from breakages import PENNIES
from serving import STONES_SLUG, Later, Served, Sitting, Visit, games, serving

from meadhall.core.game import AnyGame
from meadhall.server.live.delayed_rooms import CHECK_SECONDS

DELAY = 600


def offered(slug: str) -> AnyGame:
    return PENNIES if slug == "pennies" else games(slug)


async def two_players(hall: Served, game: str, **more: object) -> tuple[Sitting, Sitting, str]:
    ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
    made = await ann.match(game, "mine", "open", **more)
    taken = await bob.post(f"/matches/{made['match']}/seats", {"ready": True})
    first = await ann.sit(made["match"], *made["tokens"])
    second = await bob.sit(made["match"], *taken["tokens"])
    for sitting in (first, second):
        while sitting.table.phase != "playing":
            await sitting.hear()
    return first, second, made["match"]


async def quiet(sitting: Sitting) -> bool:
    """Whether nothing but the table comes, for longer than it would take."""
    try:
        while True:
            await asyncio.wait_for(sitting.hear(), 3 * CHECK_SECONDS)
    except TimeoutError:
        return not sitting.log[None]


async def play_round(first: Sitting, second: Sitting) -> None:
    for sitting in (first, second):
        await sitting.act("heads")
    while len(first.log[0]) < len(second.log[1]) or not first.log[0]:
        await first.hear()


def test_spectators_are_behind_and_catch_up(tmp_path: Path) -> None:
    async def test() -> None:
        clock = Later()
        options = {"rounds": 2}
        async with serving(tmp_path, clock, offered, watch_delay=DELAY) as hall:
            first, second, match = await two_players(
                hall, "pennies", options=options, clock={"mode": "none"}
            )
            early = await hall.stranger().sit(match)
            assert early.table.phase == "playing", "everything before the start is seen at once"
            await play_round(first, second)
            late = await hall.stranger().sit(match)
            assert (late.version, late.log[None]) == (early.version, [])
            assert (late.table.behind, first.table.behind) == (DELAY, 0)
            for spectator in (early, late):
                await spectator.ask("ping")
                assert (
                    await spectator.code(spectator.ask("look", seat=None, ply=1)) == "NO_SUCH_PLY"
                )
                assert await quiet(spectator)
            assert (await hall.stranger().get(f"/matches/{match}"))["watching"] == 2
            clock.passed += DELAY * 1000
            for spectator in (early, late):
                while len(spectator.log[None]) < len(first.log[0]):
                    await spectator.hear()
                assert spectator.version <= first.version
            # What spectators say goes to the match itself, and comes back late to them as well.
            said = {"text": "well played", "audience": "everyone"}
            assert await early.code(early.ask("say", **said)) == ""
            await play_round(first, second)
            while early.result is None:  # after the end there are no secrets
                await early.hear()
            again = await hall.stranger().sit(match)
            assert again.result == early.result
            assert len(again.log[None]) == len(early.log[None]) == len(first.log[0])
            assert early.chat == ["well played"]

    asyncio.run(test())


def test_what_has_no_secrets_is_seen_live(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, None, offered, watch_delay=DELAY) as hall:
            first, _, match = await two_players(hall, STONES_SLUG)
            spectator = await hall.stranger().sit(match)
            await first.act("take 1")
            while not spectator.log[None]:
                await spectator.hear()
            # Bots among themselves have nobody to be told anything.
            ann: Visit = await hall.guest("Ann")
            made = await ann.match("pennies", "random", "random")
            seen = await ann.sit(made["match"])
            while seen.result is None:
                await seen.hear()

    asyncio.run(test())


def test_a_server_that_stops_sends_spectators_away(tmp_path: Path) -> None:
    async def test() -> None:
        async with serving(tmp_path, None, offered, watch_delay=DELAY) as hall:
            _, _, match = await two_players(hall, "pennies")
            spectator = await hall.stranger().sit(match)
            await hall.hall.stop()
            assert await spectator.closed() == 1012

    asyncio.run(test())
