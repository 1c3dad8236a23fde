import asyncio

import pytest
from tests.store.matches import chat, in_play

from meadhall.store import Store
from meadhall.store.account import Account
from meadhall.store.accounts import erase_account

pytestmark = pytest.mark.anyio

ANNA = Account("1", "Änna", "hash", 5)


async def test_accounts_are_kept_and_found(store: Store) -> None:
    assert await store.accounts.add(ANNA)
    assert await store.accounts.by_id("1") == ANNA
    assert await store.accounts.by_name("Änna") == ANNA
    assert await store.accounts.by_id("2") is None
    assert await store.accounts.by_name("Bert") is None


async def test_a_name_is_taken_in_every_case_and_form(store: Store) -> None:
    await store.accounts.add(ANNA)
    for name in ("Änna", "äNNA", "A\u0308nna"):
        assert not await store.accounts.add(Account("2", name, "hash", 6))
        assert await store.accounts.by_name(name) == ANNA


async def test_a_new_password_or_signing_out_makes_old_sessions_void(store: Store) -> None:
    await store.accounts.add(ANNA)
    await store.accounts.set_password("1", "new")
    await store.accounts.sign_out_everywhere("1")
    assert await store.accounts.by_id("1") == Account("1", "Änna", "new", 5, epoch=2)


async def test_a_deleted_account_is_gone_and_its_name_free(store: Store) -> None:
    await store.accounts.add(ANNA)
    await store.backend.write(lambda database: erase_account(database, "1"))
    assert await store.accounts.by_id("1") is None
    assert await store.accounts.add(Account("2", "Änna", "hash", 6))


async def test_a_setting_is_what_it_was_first(store: Store) -> None:
    assert await store.accounts.setting("key", "first") == "first"
    assert await store.accounts.setting("key", "second") == "first"


async def test_a_setting_can_be_given_another_value(store: Store) -> None:
    for value in ("first", "second"):
        await store.accounts.set_setting("key", value)
        assert await store.accounts.setting("key", "another") == value


async def test_accounts_and_facts_are_written_at_the_same_time(store: Store) -> None:
    match, first = in_play("m")
    assert await store.matches.append([first]) == ()
    adding = [
        asyncio.create_task(store.accounts.add(Account(str(n), f"Nr {n}", "hash", 0)))
        for n in range(5)
    ]
    while not all(task.done() for task in adding):
        assert await store.matches.append([chat(match, "meanwhile")]) in ((), ("m",))
        await asyncio.sleep(0)
    assert all(task.result() for task in adding)
    assert len(await store.matches.facts("m")) == match.version + 1
