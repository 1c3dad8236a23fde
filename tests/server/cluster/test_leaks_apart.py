"""No secret comes through another process: twin matches, their people at two processes by turns.

That this can fail is shown with a game that leaks.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from breakages import PENNIES
from serving import Served, Sitting, Visit, games, serving
from tests.server.broadcast.twin_tables import NOW, TwinTable, twin_setup
from tests.server.cluster.conftest import PATIENT
from tests.store.servers import empty_database
from tests.testing.secrecy_breakages import a_move_in_the_fog_that_the_log_writes_down
from twins import Twins, find_twins

from meadhall.core.game import AnyGame

THREE = replace(PENNIES, spec=replace(PENNIES.spec, players=(3,)))
SENT = (b'"kind":"step"', b'"kind":"reset"', b'"kind":"said"')
"""What tells of facts. Who is connected is known at the other process a moment later."""


async def hear(table: TwinTable) -> list[bytes]:
    """What the viewer is sent of facts that were stored at both processes."""
    await table.open()
    places = [await table.sit(person) for person in table.people]
    await table.write_letters(places)
    for number, (seat, *texts) in enumerate(table.twins.plies):
        await catch_up(table.running, table.setup.id, places)
        await places[seat].act(texts[table.side], name=f"act {number}")
    await catch_up(table.running, table.setup.id, places)
    viewer = places[table.people.index(table.viewer)]
    return [text for text in viewer.raw if any(kind in text for kind in SENT)]


async def catch_up(running: Served, match: str, places: Sequence[Sitting]) -> None:
    """Hear everything up to the last ply."""
    plies = len((await running.hall.match_loop.room(match)).match.plies)
    for place in places:
        while len(place.log[place.seats[0] if place.seats else None]) < plies:
            await place.hear()


async def hear_side(
    folder: Path, db: str, cases: Sequence[Twins], side: int, game: AnyGame
) -> list[list[bytes]]:
    def offer(slug: str) -> AnyGame:
        return game if slug == game.spec.slug else games(slug)

    settings = {"db": await empty_database(db), **PATIENT}
    async with (
        serving(folder, lambda: NOW, offer, **settings) as one,
        serving(folder, lambda: NOW, offer, **settings) as two,
    ):
        seats = max(case.seats for case in cases)
        people: list[Visit] = [
            await (one, two)[seat % 2].guest(f"Player {seat}") for seat in range(seats)
        ]
        spectator = await two.guest("Dora")
        tables = [
            TwinTable(
                one, [*people[: twins.seats], spectator], twins, twin_setup(twins, n, side), side
            )
            for n, twins in enumerate(cases)
        ]
        return [await hear(table) for table in tables]


@pytest.mark.parametrize(
    ("make", "is_sound"),
    [(lambda: THREE, True), (a_move_in_the_fog_that_the_log_writes_down, False)],
    ids=("sound", "leaking"),
)
def test_nobody_can_tell_twin_matches_apart_through_another_process(
    make: Callable[[], AnyGame],
    is_sound: bool,  # noqa: FBT001 - a parameter of the test
    tmp_path: Path,
    postgres: str,
) -> None:
    game = make()
    cases = find_twins(game)[:4]
    one, other = (asyncio.run(hear_side(tmp_path, postgres, cases, side, game)) for side in (0, 1))
    assert all(one)
    assert (one == other) == is_sound
