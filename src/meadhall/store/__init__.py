"""Stores facts in a SQLite file or on a PostgreSQL server, with the same guarantees.

`open_store` creates or migrates the database and returns a `Store`:

- `store.matches` is a `meadhall.match.ports.MatchStore`; `append` is the hot path, a group commit;
- `store.accounts` holds accounts and the hall's settings;
- `store.rights` knows which sessions have ended and which seats have moved to another device;
- `private_files` lets only the server's own user read the database and the signing key;
- `archive` exports all matches as records and restores them.

`schema` declares the tables, `migrations` lead to them, `backend` is what both databases have in
common, `writer` writes facts to a SQLite file, and `health` knows whether the database works.
"""

from meadhall.store.store import AlreadyServed, Store, open_store, secret_file

__all__ = ["AlreadyServed", "Store", "open_store", "secret_file"]
