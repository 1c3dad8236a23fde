"""Only the server's own user can read the database and the key that signs tokens."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from meadhall.store import Store, open_store, secret_file
from meadhall.store.private_files import SECRET, signing_secret

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(os.name != "posix", reason="files have no such rights here"),
]


@pytest.fixture(autouse=True)
def _open_umask() -> Iterator[None]:
    """New files are open to everybody unless the code says that they are not."""
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def modes(folder: Path) -> dict[str, int]:
    return {path.name: mode(path) for path in folder.iterdir()}


async def test_a_new_database_is_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "hall.db"
    store = await open_store(str(file))
    await store.claim("a server")
    await store.accounts.set_setting("name", "value")
    found = modes(tmp_path)
    await store.close()
    files = ("hall.db", "hall.db-wal", "hall.db-shm", "hall.db.lock")
    assert found == dict.fromkeys(files, 0o600)


async def test_an_open_database_is_closed_to_others_and_the_log_says_so(tmp_path: Path) -> None:
    file = tmp_path / "hall.db"
    with closing(sqlite3.connect(file)) as database, capture_logs() as logs:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE t (x)")
        assert mode(tmp_path / "hall.db-wal") == 0o644, "otherwise this shows nothing"
        database.execute("DROP TABLE t")
        database.commit()
        store = await open_store(str(file))
        assert set(modes(tmp_path).values()) == {0o600}
    await store.close()
    assert [Path(line["file"]).name for line in logs] == ["hall.db", "hall.db-wal", "hall.db-shm"]
    with capture_logs() as logs:
        store = await open_store(str(file))
        await store.close()
    assert logs == []


async def test_the_secret_is_made_once_and_kept_in_a_private_file(
    store: Store, tmp_path: Path
) -> None:
    path = tmp_path / "keys" / "hall.secret"
    first = await signing_secret(store.accounts, path)
    assert len(first) >= 64
    assert mode(path) == 0o600
    assert await signing_secret(store.accounts, path) == first
    path.chmod(0o644)
    assert await signing_secret(store.accounts, path) == first
    assert mode(path) == 0o600
    path.write_text("\n")
    assert len(await signing_secret(store.accounts, path)) >= 64, "an empty key signs nothing"


async def test_a_secret_in_the_database_moves_to_the_file(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "hall.secret"
    await store.accounts.set_setting(SECRET, "the earlier key")
    assert await signing_secret(store.accounts, path) == "the earlier key"
    assert await store.accounts.find_setting(SECRET) is None
    assert await signing_secret(store.accounts, path) == "the earlier key"


async def test_an_erased_secret_is_not_left_in_the_file(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "hall.db"))
    await store.accounts.set_setting(SECRET, "the earlier key")
    await signing_secret(store.accounts, tmp_path / "hall.secret")
    await store.close()
    assert b"the earlier key" not in (tmp_path / "hall.db").read_bytes()


def test_the_secret_lies_beside_a_file_and_in_the_current_folder_for_a_server() -> None:
    assert secret_file("/srv/hall.db") == Path("/srv/hall.db.secret")
    assert secret_file("sqlite:////srv/hall.db?synchronous=full") == Path("/srv/hall.db.secret")
    assert secret_file("postgresql://hall@localhost/hall") == Path("meadhall.secret")
