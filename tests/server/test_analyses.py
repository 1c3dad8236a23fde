"""Analyses over HTTP: begun, watched, kept, broken off."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from recording import written as record
from serving import Served, Visit, served, serving

from meadhall.server import analyses

CLASH = "elemental-clash"


async def finished(visit: Visit, begun: dict[str, Any]) -> dict[str, Any]:
    """What the analysis says when it is done; on the way it only ever gets further."""
    done = 0
    while begun["analysis"] is None:
        assert not begun["trouble"]
        assert done <= begun["done"] <= begun["total"]
        done = begun["done"]
        await asyncio.sleep(0.02)
        begun = await visit.get(f"/analyses/{begun['id']}")
    return begun


@served(analysis_ms=400)
async def test_a_second_look_costs_nothing_and_a_reload_finds_it(hall: Served) -> None:
    ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
    text = record(CLASH, seed="second look")
    replay = await ann.post("/replays", {"record": text})
    assert replay["analysis"] is None
    done = await finished(ann, await ann.post("/analyses", {"record": text}))
    moments, curves = done["analysis"]["moments"], done["analysis"]["curves"]
    assert len(moments) == done["done"] == done["total"] == len(replay["steps"])
    assert all(sum(moment["chances"]) == 1000 for moment in moments)
    assert [len(curve) for curve in curves] == [len(moments) + 1] * 2
    assert await bob.post("/analyses", {"record": text}) == done
    assert (await bob.post("/replays", {"record": text}))["analysis"] == done
    kept = (await bob.post("/records", {"record": text}))["match"]
    assert await bob.post("/analyses", {"match": kept}) == done


@served(analysis_ms=600_000)
async def test_one_at_a_time_for_a_person_who_alone_can_break_it_off(hall: Served) -> None:
    ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
    first, other = ({"record": record(CLASH, seed=seed)} for seed in ("first", "other"))
    begun = await ann.post("/analyses", first)
    assert await ann.refused("POST", "/analyses", other) == (409, "ANALYSIS_RUNNING")
    assert (await ann.post("/analyses", first))["id"] == begun["id"]
    place = f"/analyses/{begun['id']}"
    assert await bob.refused("DELETE", place) == (404, "NO_SUCH_ANALYSIS")
    assert (await ann.ask("DELETE", place)).status_code == 204
    assert await ann.refused("GET", place) == (404, "NO_SUCH_ANALYSIS")
    again = await ann.post("/analyses", other)
    assert (await ann.ask("DELETE", f"/analyses/{again['id']}")).status_code == 204


@served()
async def test_what_cannot_be_analysed_is_refused(hall: Served) -> None:
    early = {"record": record(CLASH, finished=False)}
    assert await hall.stranger().refused("POST", "/analyses", early) == (401, "NOT_SIGNED_IN")
    ann = await hall.guest("Ann")
    assert await ann.refused("POST", "/analyses", early) == (409, "NOT_FINISHED")
    edited = {"record": record(CLASH).replace("pick", "play", 1)}
    assert await ann.refused("POST", "/analyses", edited) == (400, "RECORD_CHANGED")
    assert await ann.refused("POST", "/analyses", {"match": "none"}) == (404, "NO_SUCH_MATCH")
    assert await ann.refused("POST", "/analyses", {}) == (400, "BAD_JSON")
    assert await ann.refused("GET", "/analyses/none") == (404, "NO_SUCH_ANALYSIS")


def test_a_full_hall_asks_to_wait_and_forgets_the_oldest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "RUNNING", 1)
    monkeypatch.setattr(analyses, "KEPT", 1)

    async def run() -> None:
        async with serving(tmp_path, analysis_ms=400) as hall:
            ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
            texts = [{"record": record(CLASH, seed=str(number))} for number in range(2)]
            begun = await ann.post("/analyses", texts[0])
            answer = await bob.ask("POST", "/analyses", texts[1])
            assert (answer.status_code, answer.headers["retry-after"]) == (429, "30")
            await finished(ann, begun)
            await finished(bob, await bob.post("/analyses", texts[1]))
            gone = f"/analyses/{begun['id']}"
            assert await ann.refused("GET", gone) == (404, "NO_SUCH_ANALYSIS")

    asyncio.run(run())


def test_a_worker_that_fails_is_told_of_and_may_be_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meadhall.server.botseats.WORKER", "false")

    async def run() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            begun = await ann.post("/analyses", {"record": record(CLASH)})
            while not begun["trouble"]:
                begun = await ann.get(f"/analyses/{begun['id']}")
            again = await ann.post("/analyses", {"record": record(CLASH)})
            assert (again["trouble"], again["done"]) == ("", 0)

    asyncio.run(run())


def test_while_an_analysis_runs_bots_still_play(tmp_path: Path) -> None:
    async def run() -> None:
        async with serving(tmp_path, analysis_ms=600_000, bots=1) as hall:
            ann = await hall.guest("Ann")
            begun = await ann.post("/analyses", {"record": record(CLASH)})
            made = await ann.match("chinese-checkers", "mine", "random")
            sitting = await ann.sit(made["match"], *made["tokens"])
            for _ in range(3):
                await sitting.act(sitting.moves[0][0][1])
                await sitting.until(object, having=lambda _: bool(sitting.moves.get(0)))
            assert (await ann.get(f"/analyses/{begun['id']}"))["analysis"] is None

    asyncio.run(run())
