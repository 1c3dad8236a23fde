"""Steps: what each viewer is sent of a ply."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from breakages import PENNIES
from serving import Served, games, served, serving

from meadhall.core.game import AnyGame, Traits
from meadhall.server.protocol.messages import StepMessage
from meadhall.server.protocol.scene_delta import SceneStage


@served()
async def test_a_round_has_a_stage_per_event(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match("secret-toaster", "mine", "mine")
    device = await ann.sit(made["match"], *made["tokens"])
    keep = next(text.split()[-1] for _, text in device.moves[0] if text.startswith("1 fortify"))
    for line in (f"1 fortify Sir_Ann_0 {keep}", f"2 fortify Sir_Ann_0 {keep}", "ready"):
        sealed = await device.act(line, seat=0)
        assert isinstance(sealed, StepMessage)
        assert sealed.stages == ()
    resolved = await device.act("ready", seat=1)
    assert isinstance(resolved, StepMessage)
    assert [stage.beat for stage in resolved.stages] == [0, 1, 2]
    assert [badges(stage) for stage in resolved.stages] == [[], ["300"], ["500"]]
    assert all(stage.scene.headline for stage in resolved.stages)


@served()
async def test_stages_begin_at_the_position_before_the_step(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match("secret-toaster", "mine", "mine")
    device = await ann.sit(made["match"], *made["tokens"])
    march = next(text for _, text in device.moves[0] if text.startswith("1 move"))
    _, _, knight, origin, to, _ = march.split()
    for line in (f"1 move {knight} {origin} {to} 60", "ready"):
        await device.act(line, seat=0)
    resolved = await device.act("ready", seat=1)
    assert isinstance(resolved, StepMessage)
    cells = resolved.stages[-1].scene.cells
    assert cells is not None
    left = {cell.id: cell.badge for cell in cells.put}
    assert left == {f"hex-{origin}": "40", f"hex-{to}": "60"}, "60 of 100 troops have moved, once"


def badges(stage: SceneStage) -> list[str]:
    return [cell.badge for cell in stage.scene.cells.put] if stage.scene.cells else []


@served()
async def test_a_seat_is_sent_what_changed_of_its_moves(hall: Served) -> None:
    ann = await hall.guest("Ann")
    made = await ann.match("secret-toaster", "mine", "mine")
    device = await ann.sit(made["match"], *made["tokens"])
    before = device.moves[0]
    await device.act("ready", seat=0)
    step = await device.until(StepMessage, having=lambda step: step.seat == 1)
    assert step.moves is None, "the other seat can do what it could do before"
    assert [text for _, text in device.moves[0]] == ["unready"]
    await device.act("unready", seat=0)
    assert sorted(device.moves[0]) == sorted(before)


OPEN_PENNIES = replace(
    PENNIES, traits=lambda *_: Traits(simultaneous=True, chance=True, hidden=False)
)


@pytest.mark.parametrize("game", [PENNIES, OPEN_PENNIES], ids=["hidden", "open"])
def test_all_plies_of_a_tick_are_in_one_step(game: AnyGame, tmp_path: Path) -> None:
    def offer(slug: str) -> AnyGame:
        return game if slug == game.spec.slug else games(slug)

    async def run() -> None:
        async with serving(tmp_path, offer=offer) as hall:
            ann, bob = await hall.guest("Ann"), await hall.guest("Bob")
            clock = {"mode": "turn", "base": 300}
            made = await ann.match("pennies", "mine", "open", clock=clock, options={"rounds": 1})
            seated = await bob.post(f"/matches/{made['match']}/seats", {})
            one = await ann.sit(made["match"], *made["tokens"])
            two = await bob.sit(made["match"], *seated["tokens"])
            await two.do("ready")
            step = await one.until(StepMessage)
            assert [(entry.ply, entry.seat, entry.cause) for entry in step.entries] == [
                (1, 0, "clock"),
                (2, 1, "clock"),
            ]
            assert step.ply == 2
            assert [len(entry.told) for entry in step.entries] == [1, 2]
            assert len(step.motions) == 1
            late = await hall.stranger().sit(made["match"])
            assert [entry.ply for entry in late.log[None]] == [1, 2]

    asyncio.run(run())
