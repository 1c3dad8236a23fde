"""Vacations on both databases."""

import pytest

from meadhall.match.clock import DAY
from meadhall.store import Store
from meadhall.store.notices.vacations import YEAR, SqlVacations, forget_vacations

pytestmark = pytest.mark.anyio


async def test_days_are_counted_for_a_year(store: Store) -> None:
    vacations = SqlVacations(store.backend)
    assert await vacations.begin("anna", 0, 11, most=10) == 0
    assert await vacations.begin("anna", 0, 8, most=10) == 8 * DAY
    assert (await vacations.until("anna", DAY), await vacations.until("bert", DAY)) == (8 * DAY, 0)
    # Back after two days and an hour: three are taken. A second vacation may have the other seven.
    early = 2 * DAY + 3_600_000
    await vacations.end("anna", early)
    assert await vacations.until("anna", early) == 0
    assert await vacations.count_days("anna", early) == 3
    assert await vacations.begin("anna", early, 8, most=10) == 0
    assert await vacations.begin("anna", early, 1, most=10) == early + DAY
    # Changed in the same moment, and again later: a day that has begun counts.
    assert await vacations.begin("anna", early, 7, most=10) == early + 7 * DAY
    assert await vacations.running(early, 9) == {"anna": early + 7 * DAY}
    await vacations.forget_old(early + 7 * DAY + YEAR)
    assert await vacations.count_days("anna", 0) == 7
    await store.backend.write(lambda database: forget_vacations(database, "anna"))
    assert await vacations.count_days("anna", 0) == 0
