"""Pages of the database file are damaged: a sentence at the start, and the rest can be played."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest
from serving import STONES_SLUG, serving
from structlog.testing import capture_logs

from meadhall.match.facts import Said
from meadhall.match.ports import Append

pytestmark = pytest.mark.one_adapter("It is about the store.")

PAGE = 4096
MARK = "the damaged pages"


def spoil(file: Path, mark: str, spared: str) -> None:
    """Overwrite the head of every page that has the first text on it, and not the second."""
    content = bytearray(file.read_bytes())
    for start in range(PAGE, len(content), PAGE):
        page = content[start : start + PAGE]
        if mark.encode() in page and spared.encode() not in page:
            content[start : start + 8] = b"\xff" * 8
    file.write_bytes(content)


async def two_matches(folder: Path) -> tuple[str, str, list[str]]:
    """Two matches on pages of their own, the first with a marked text on each page."""
    async with serving(folder) as hall:
        ann = await hall.guest("Ann")
        bad, good = [await ann.match(STONES_SLUG, "mine", "mine") for _ in range(2)]
        store = hall.hall.store.matches
        for made, text in ((bad, MARK), (good, "all is well")):
            said = Said(0, 0, "Ann", "everyone", (0, 1), text * 20, 1)
            version = len(await store.facts(made["match"]))
            assert await store.append([Append(made["match"], version, (said,) * 100)]) == ()
    return bad["match"], good["match"], good["tokens"]


def test_damaged_matches_are_named_and_all_others_can_be_played(tmp_path: Path) -> None:
    async def run() -> None:
        bad, good, tokens = await two_matches(tmp_path)
        spoil(tmp_path / "hall.db", MARK, good)
        with capture_logs() as logs:
            async with serving(tmp_path) as hall:
                while not any(line["log_level"] == "error" for line in logs):  # noqa: ASYNC110 - no event to wait for
                    await asyncio.sleep(0.01)
                told = [line for line in logs if line["log_level"] == "error"]
                assert [line["database"] for line in told] == [str(tmp_path / "hall.db")]
                assert bad in told[0]["matches"]
                assert good not in told[0]["matches"]
                assert "restore a backup" in told[0]["event"]
                refused = await hall.stranger().refused("GET", f"/matches/{bad}")
                assert refused == (400, "DAMAGED_MATCH")
                sitting = await hall.stranger().sit(good, *tokens)
                assert await sitting.code(sitting.act("take 1", 0)) == ""

    asyncio.run(run())


@pytest.mark.parametrize("whole", [True, False])
def test_a_file_that_cannot_be_served_is_refused_by_a_sentence(
    tmp_path: Path,
    whole: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    _, good, _ = asyncio.run(two_matches(tmp_path))
    file = tmp_path / "hall.db"
    if whole:
        file.write_bytes(b"no database" * 1000)
    else:
        spoil(file, good, MARK)
    server = subprocess.run(
        [sys.executable, "-m", "meadhall.server"],
        env={**os.environ, "MEADHALL_DB": str(file), "MEADHALL_PORT": "0"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert server.returncode == 1
    (line,) = [line for line in server.stderr.splitlines() if "the database cannot" not in line]
    assert line.startswith(f"Cannot open the database {file}: ")
    assert "Restore a backup" in line
