"""A match whose game is not installed any more is not called damaged, and disturbs nobody."""

import asyncio
from pathlib import Path

import pytest
from serving import STONES_SLUG, serving
from structlog.testing import capture_logs

from meadhall import registry

pytestmark = pytest.mark.one_adapter("It is about what is stored.")


def test_a_match_of_a_missing_game_is_named_as_that_and_comes_back_with_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            stones = await ann.match(STONES_SLUG, "mine", "mine")
            jarls = await ann.match("jarls", "mine", "mine")
        with capture_logs() as logs:
            async with serving(tmp_path, offer=registry.game) as hall:
                visit = hall.stranger()
                for path in (f"/matches/{stones['match']}", f"/matches/{stones['match']}/replay"):
                    answer = await visit.ask("GET", path)
                    assert (answer.status_code, answer.json()["code"]) == (
                        404,
                        "GAME_NOT_INSTALLED",
                    )
                    assert f"a match of {STONES_SLUG!r}, a game that is not" in answer.text
                await visit.sit(jarls["match"], *jarls["tokens"])
        assert [line for line in logs if "damage" in str(line)] == []
        async with serving(tmp_path) as hall:
            sitting = await hall.stranger().sit(stones["match"], *stones["tokens"])
            assert await sitting.code(sitting.act("take 1", 0)) == ""

    asyncio.run(run())
