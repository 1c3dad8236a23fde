"""Names that look alike, and the accounts that bear them."""

from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from meadhall.store import Store, open_store
from meadhall.store.account import Account
from meadhall.store.accounts import erase_account
from meadhall.store.migrate import upgrade
from meadhall.store.name_looks import looks, without_invisible

pytestmark = pytest.mark.anyio

ALIKE = [
    ("Nora", "NORA", "case"),
    ("Nora", "\uff2e\uff4f\uff52\uff41", "width"),
    ("Nora", "N\u043er\u0430", "Cyrillic o and a"),
    ("Nora", "\u039dORA", "a Greek capital nu, whose small letter looks like v"),
    (
        "\u041d\u0438\u043d\u0430",
        "\u043d\u0438\u043da",
        "small Cyrillic letters, a Latin a",
    ),
    ("Ivar", "lvar", "capital i and small l"),
    ("Ivar", "1var", "capital i and one"),
    ("ivar", "IVAR", "small and capital i"),
    ("Olaf", "0laf", "o and zero"),
    ("Rune", "Ru\u200bne", "an invisible space"),
    ("Rune", "R\u202eune", "a bidi control"),
    ("Rune", "Ru\u3164ne", "a Hangul filler, which counts as a letter"),
    ("Rune Ulf", "RuneUlf", "a space"),
    ("Morn", "Mom", "r and n together"),
    ("\u00c5se", "A\u030ase", "a composed letter"),
]


@pytest.mark.parametrize(("name", "other", "why"), ALIKE)
def test_names_that_look_alike_share_a_look(name: str, other: str, why: str) -> None:
    assert looks(name) & looks(other), why


@pytest.mark.parametrize(
    ("name", "other"), [("Nina", "Vina"), ("Nora", "Nera"), ("Nora", "N\u00f3ra"), ("Ann", "Anna")]
)
def test_different_names_share_none(name: str, other: str) -> None:
    assert not looks(name) & looks(other)


def test_invisible_characters_are_taken_out() -> None:
    assert without_invisible("\u2066A\u00adn\ufe0fn\u2800\U000e0041") == "Ann"


async def test_an_account_keeps_its_look_until_it_is_deleted(store: Store) -> None:
    assert await store.accounts.add(Account("one", "Nora", "hash", 1))
    assert not await store.accounts.add(Account("two", "N\u043era", "hash", 2))
    assert await store.accounts.by_id("two") is None, "nothing is left of it"
    assert await store.accounts.find_bearer("\u039dORA") == "one"
    assert await store.accounts.find_bearer("Vera") is None
    await store.backend.write(lambda database: erase_account(database, "one"))
    assert await store.accounts.find_bearer("Nora") is None
    assert await store.accounts.add(Account("two", "N\u043era", "hash", 2))


async def test_accounts_of_earlier_versions_get_their_looks(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/hall.db")
    with engine.begin() as database:
        upgrade(database, "0007")
        for created, name in ((2, "N\u043era"), (1, "Nora"), (3, "Vera")):
            row = {"name": name, "created": created}
            database.execute(
                text("INSERT INTO accounts VALUES (:name, :name, :name, 'hash', :created, 0)"), row
            )
    engine.dispose()
    store = await open_store(str(tmp_path / "hall.db"))
    assert await store.accounts.find_bearer("nora") == "Nora", "the older one"
    assert await store.accounts.find_bearer("VERA") == "Vera"
    assert await store.accounts.by_id("N\u043era"), "the other one stays"
    await store.close()
