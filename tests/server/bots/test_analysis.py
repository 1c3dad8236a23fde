"""Analyses over HTTP: starting, watching and stopping them."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from recording import written as record
from serving import Served, Visit, served, serving

from meadhall.server.bots import analysis as analyses
from meadhall.server.bots.pool import WORKER

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
async def test_an_analysis_is_done_once_and_shown_to_everyone(hall: Served) -> None:
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
async def test_a_person_runs_one_analysis_at_a_time_and_only_they_can_stop_it(hall: Served) -> None:
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


def test_beyond_the_limit_analyses_must_wait_and_old_ones_are_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "MOST_RUNNING", 1)
    monkeypatch.setattr(analyses, "MOST_KEPT", 2)

    async def run() -> None:
        async with serving(tmp_path, analysis_ms=400) as hall:
            ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
            texts = [{"record": record(CLASH, seed=str(number))} for number in range(3)]
            begun = await ann.post("/analyses", texts[0])
            answer = await bob.ask("POST", "/analyses", texts[1])
            assert (answer.status_code, answer.headers["retry-after"]) == (429, "30")
            await finished(ann, begun)
            second = await finished(bob, await bob.post("/analyses", texts[1]))
            await finished(bob, await bob.post("/analyses", texts[2]))
            gone = f"/analyses/{begun['id']}"
            assert await ann.refused("GET", gone) == (404, "NO_SUCH_ANALYSIS")
            assert await bob.get(f"/analyses/{second['id']}") == second

    asyncio.run(run())


def test_an_analysis_that_failed_says_so_and_can_be_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("meadhall.server.bots.pool.WORKER", "false")

    async def run() -> None:
        async with serving(tmp_path) as hall:
            ann = await hall.guest("Ann")
            begun = await ann.post("/analyses", {"record": record(CLASH)})
            while not begun["trouble"]:
                begun = await ann.get(f"/analyses/{begun['id']}")
            again = await ann.post("/analyses", {"record": record(CLASH)})
            assert (again["trouble"], again["done"]) == ("", 0)

    asyncio.run(run())


def test_an_analysis_survives_a_worker_that_dies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mortal = tmp_path / "mortal.sh"
    lines = (f"[ -e {tmp_path}/died ] && exec {WORKER}", f"touch {tmp_path}/died", "exit 1", "")
    mortal.write_text("\n".join(lines), "utf-8")
    monkeypatch.setattr("meadhall.server.bots.pool.WORKER", f"sh {mortal}")

    async def run() -> None:
        async with serving(tmp_path, bots=1) as hall:
            ann = await hall.guest("Ann")
            await finished(ann, await ann.post("/analyses", {"record": record(CLASH)}))
            assert (tmp_path / "died").exists()

    asyncio.run(run())


def test_bots_play_while_an_analysis_runs(tmp_path: Path) -> None:
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
