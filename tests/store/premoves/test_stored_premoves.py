"""Premoves on both databases: whose they are, and which matches have gone on without them."""

import pytest
from tests.store.matches import in_play, play_on

from meadhall.match.premoves import Premoves
from meadhall.store import Store
from meadhall.store.premoves.stored_premoves import SqlPremoves, forget_premoves

pytestmark = pytest.mark.anyio
CHOSEN = Premoves(1, 1, 0, (("take 1", "take 2"), ("take 2", "take 1")))


async def test_premoves_are_replaced_and_an_old_edition_deletes_no_new_one(store: Store) -> None:
    premoves = SqlPremoves(store.backend)
    await premoves.put("m", "bert", CHOSEN, 3)
    first = await premoves.find("m", 1)
    assert first is not None
    assert (first.holder, first.premoves) == ("bert", CHOSEN)
    assert await premoves.find("m", 0) is None
    await premoves.put("m", "bert", CHOSEN, 3)
    await premoves.drop(first)
    [second] = await premoves.at(["m", "other"])
    assert second.edition != first.edition
    await premoves.drop(second)
    assert await premoves.at(["m"]) == []
    await premoves.put("m", "bert", CHOSEN, 3)
    await premoves.put("m", "bert", Premoves(1, 1, 0, ()), 3)
    assert await premoves.find("m", 1) is None
    await premoves.put("m", "bert", CHOSEN, 3)
    await store.backend.write(lambda database: forget_premoves(database, "bert"))
    assert await premoves.find("m", 1) is None


async def test_matches_that_went_on_unseen_are_found(store: Store) -> None:
    premoves = SqlPremoves(store.backend)
    match, made = in_play("m")
    await store.matches.append([made])
    await premoves.put("m", "bert", CHOSEN, match.version)
    assert await premoves.behind(9) == []
    later, more = play_on(match)
    await store.matches.append([more])
    [found] = await premoves.behind(9)
    await premoves.skip_to(found, later.version)
    assert await premoves.behind(9) == []
