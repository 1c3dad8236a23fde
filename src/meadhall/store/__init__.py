"""Where the facts are kept: a SQLite file, or a PostgreSQL server, behind the same promises.

`open_store` makes or migrates the database and returns a `Store`:

- `store.matches` is a `meadhall.match.ports.MatchStore`; `append` is the hot path, a group commit;
- `store.accounts` keeps accounts and the hall's settings;
- `archive` writes all matches out as records and reads them back.

`schema` has the tables, `migrations` the steps to them, `lane` what both hot paths share, `writer`
how facts get into a SQLite file.
"""

from meadhall.store.store import Store, open_store

__all__ = ["Store", "open_store"]
