"""The store on a PostgreSQL server, which several processes may share.

- `postgres_backend` is the database as the store needs it, `append` the one statement of a tick;
- `lines` keeps the connections of the hot path, `outages` tells a database that fails from our own
  mistakes;
- `members` has what the processes of one hall know of each other: who lives, who sits where, and
  who does what nobody asked for;
- `news_lines` carries what one process has stored or ended to the others.
"""

from meadhall.store.postgres.postgres_backend import PostgresBackend

__all__ = ["PostgresBackend"]
