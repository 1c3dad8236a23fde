"""The page that prints the life of a move is right: a real move through a real server is traced."""

import asyncio
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from serving import Served, Sitting, serving

import meadhall

ROOT = Path(meadhall.__file__).parent
PAGE = Path(__file__).parents[3] / "docs" / "architecture.md"
TITLE = "## The life of a move"
ROW = re.compile(r"^\| `([^`]+)` \| `([^`]+)` \| (.*) \|$", re.MULTILINE)
OPENING = ("6-14", "114-106", "14-6", "106-114")
"""Both seats step out and back, so that the next move has been encoded before."""
Function = tuple[str, str]
"""A file below src/meadhall, and the function in it."""


class Trace:
    """The functions of ours that are called, each once, in the order of their first call."""

    def __init__(self) -> None:
        self.functions: dict[Function, None] = {}

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        path = Path(code.co_filename)
        if event == "call" and path.is_relative_to(ROOT) and not code.co_name.startswith("<"):
            name = code.co_qualname.replace(".<locals>", "")
            self.functions.setdefault((path.relative_to(ROOT).as_posix(), name))

    @contextmanager
    def on(self) -> Iterator[None]:
        sys.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)


async def opened(hall: Served) -> tuple[Sitting, Sitting]:
    """Two people at a table of Chinese Checkers, some moves in."""
    ann = await hall.guest("Ann")
    made = await ann.match("chinese-checkers", "mine", "mine", clock={"mode": "none"})
    one, two = [await ann.sit(made["match"], token) for token in made["tokens"]]
    for ply, text in enumerate(OPENING):
        mover, other = (one, two) if ply % 2 == 0 else (two, one)
        await mover.act(text, seat=ply % 2)
        await other.ask("ping")
    return one, two


async def trace_move(folder: Path) -> list[Function]:
    """What the fifth move of a match passes, after the same match has been played once before."""
    trace = Trace()
    async with serving(folder, adapter="fast") as hall:
        earlier, _ = await opened(hall)
        await earlier.act(OPENING[0], seat=0)
        mover, other = await opened(hall)
        with trace.on():
            await mover.act(OPENING[0], seat=0)
        await other.ask("ping")
    ours = [function for function in trace.functions if "scene_delta.patch" not in function[1]]
    return [f for f in ours if not f[1].startswith(("patch", "_patch"))]  # the client's own


def page_section() -> str:
    text = PAGE.read_text("utf-8")
    return text[text.index(TITLE) :].split("\n## ")[0]


def test_the_page_prints_every_function_that_a_move_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What works in the background must not wake up in the middle of the move.
    tournaments = ("tournaments.organiser.LOOK", "tournaments.tournament_routes.NEWS")
    inbox = ("inbox.inbox_routes.NOTE", "inbox.inbox_routes.SEND")
    for pause in (*inbox, "ratings.office.COUNT", "tournaments.organiser.IDLE", *tournaments):
        monkeypatch.setattr(f"meadhall.server.{pause}_SECONDS", 3600.0)
    traced = asyncio.run(trace_move(tmp_path))
    if os.environ.get("MEADHALL_REWRITE"):
        rewrite(traced)
    printed = {(path, name): why for path, name, why in ROW.findall(page_section())}
    assert list(printed) == traced
    assert all(why.strip() for why in printed.values()), "every function says why it is there"


def test_a_move_is_short() -> None:
    printed = [(path, name) for path, name, _ in ROW.findall(page_section())]
    assert len(printed) < 100
    assert len({path for path, _ in printed if not path.startswith("games/")}) < 30


def rewrite(traced: list[Function]) -> None:
    """Write the rows anew and keep the reasons that are there; new functions wait for theirs."""
    text, section = PAGE.read_text("utf-8"), page_section()
    known = {(path, name): why for path, name, why in ROW.findall(section)}
    rows = [f"| `{path}` | `{name}` | {known.get((path, name), '')} |" for path, name in traced]
    before, _, _ = section.partition("| --- | --- | --- |\n")
    table = before + "| --- | --- | --- |\n" + "\n".join(rows) + "\n"
    after = section[[m.end() for m in ROW.finditer(section)][-1] :] if known else "\n"
    PAGE.write_text(text.replace(section, table.rstrip("\n") + after), "utf-8")
