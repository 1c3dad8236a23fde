"""Writes what the page may know of the games before Python runs.

`python -m meadhall.site.known_ahead` prints the answers of the hall in the worker, by the addresses
that the page asks for.
"""

import asyncio
import json
import sys

from meadhall.site import stand_ins

GAMES = "/games"


async def catalogue() -> dict[str, object]:
    """The answers to the requests that are the same for everybody, by their addresses."""
    from meadhall.site.hall import HallHere, open_here  # noqa: PLC0415 - after the stand-ins

    async def think(_: str) -> str:
        return ""

    here: HallHere = await open_here(Nothing(), lambda *_: None, think)

    async def ask(path: str) -> object:
        status, _, body = json.loads(await here.answer("GET", f"/api{path}", ""))
        if status != 200:  # noqa: PLR2004 - HTTP's word for yes
            raise RuntimeError(f"{path}: {body}")
        return json.loads(body)

    games = await ask(GAMES)
    slugs = [card["slug"] for card in games]  # type: ignore[attr-defined]
    paths = [f"{GAMES}/{slug}{part}" for slug in slugs for part in ("", "/position", "/skin")]
    return {GAMES: games, **{path: await ask(path) for path in (*paths, "/bots")}}


class Nothing:
    """A storage that keeps nothing."""

    async def append(self, batch: str) -> str:
        """Store nothing."""
        return "[]"

    async def facts(self, match: str) -> str:
        """No match has facts."""
        return "[]"

    async def everything(self) -> str:
        """Nothing is kept."""
        return '{"summaries": {}, "settings": {}}'

    async def cut(self, match: str, version: int, summary: str) -> None:
        """There is nothing to delete."""

    async def set(self, name: str, value: str) -> None:
        """Store nothing."""

    async def erase(self, match: str) -> None:
        """There is nothing to delete."""


if __name__ == "__main__":
    stand_ins.install()
    sys.stdout.write(json.dumps(asyncio.run(catalogue()), ensure_ascii=False))
