"""A program that asks the hall of the worker, outside of a browser: `python in_worker.py`.

It reads a list of requests as JSON and writes their answers. The storage is in memory.
"""

import asyncio
import json
import re
import sys
from typing import Any

from meadhall.site import stand_ins

stand_ins.install()

from meadhall.site.hall import open_here  # noqa: E402 - after the stand-ins
from meadhall.site.thinker import answer  # noqa: E402 - the same


class Memory:
    """The page's database, in memory; it may be told to fail."""

    def __init__(self) -> None:
        self.rows: dict[str, list[object]] = {}
        self.summaries: dict[str, str] = {}
        self.settings: dict[str, str] = {}
        self.full = False

    async def append(self, batch: str) -> str:
        if self.full:
            raise OSError("QuotaExceededError")
        lost = []
        for entry in json.loads(batch):
            rows = self.rows.setdefault(entry["match"], [])
            if len(rows) != entry["version"]:
                lost.append(entry["match"])
                continue
            rows += entry["facts"]
            if entry["summary"]:
                self.summaries[entry["match"]] = entry["summary"]
        return json.dumps(lost)

    async def facts(self, match: str) -> str:
        return json.dumps(self.rows.get(match, []))

    async def everything(self) -> str:
        return json.dumps({"summaries": self.summaries, "settings": self.settings})

    async def cut(self, match: str, version: int, summary: str) -> None:
        del self.rows[match][version:]
        self.summaries[match] = summary

    async def set(self, name: str, value: str) -> None:
        self.settings[name] = value

    async def erase(self, match: str) -> None:
        self.rows.pop(match, None)
        self.summaries.pop(match, None)

    def damage(self, match: str, version: int) -> None:
        """Spoil the row of that version, or the summary."""
        if version:
            self.rows[match][version - 1] = [version, "{}", 1]
        else:
            self.summaries[match] = "{"


async def think(line: str) -> str:
    """What the second worker does."""
    return answer(line) if line else ""


def _filled_in(target: str, answers: list[list[Any]]) -> str:
    """The address with `<N>` replaced by the match of the N-th answer."""
    return re.sub(r"<(\d+)>", lambda found: str(answers[int(found[1])][2]["match"]), target)


class Asker:
    """Asks the hall, and may open another one on the same storage."""

    def __init__(self) -> None:
        self.storage = Memory()
        self.told: list[list[Any]] = []
        self.answers: list[list[Any]] = []

    async def open(self) -> None:
        def to_page(line: int, kind: str, text: str, code: int) -> None:
            self.told.append([line, kind, text, code])

        self.here = await open_here(self.storage, to_page, think)

    async def ask(self, method: str, target: str, body: object) -> None:
        text = "" if body is None else json.dumps(body)
        target = _filled_in(target, self.answers)
        status, headers, said = json.loads(await self.here.answer(method, target, text))
        is_json = "json" in headers["content-type"]
        self.answers.append([status, headers, json.loads(said or "null") if is_json else said])

    async def do(self, what: str, target: str, body: Any) -> None:  # noqa: ANN401 - as JSON has it
        """What is not a request: lines, time, storage."""
        match what:
            case "open":
                self.here.open_line(body, target)
            case "say":
                self.here.say(body, target)
            case "close":
                self.here.close_line(body)
            case "wait":
                await asyncio.sleep(body)
            case "damage":
                self.storage.damage(_filled_in(target, self.answers), body)
            case "full":
                self.storage.full = body
            case _:
                await self.open()


async def main() -> None:
    """Do everything that the input asks for."""
    asker = Asker()
    await asker.open()
    for method, target, body in json.load(sys.stdin):
        await (asker.ask if method.isupper() else asker.do)(method, target, body)
    json.dump({"answers": asker.answers, "told": asker.told}, sys.stdout)


asyncio.run(main())
