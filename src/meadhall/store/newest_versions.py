"""How many facts each match has, with those that a SQLite file has not put in their place yet."""

from sqlalchemy import Subquery, func, select

from meadhall.store.schema import INCOMING, MATCHES


def newest_versions() -> Subquery:
    """`match` and `version` of every match, to be joined."""
    incoming = select(INCOMING.c.match, func.max(INCOMING.c.version).label("version"))
    late = incoming.group_by(INCOMING.c.match).subquery()
    version = func.coalesce(late.c.version, MATCHES.c.version).label("version")
    joined = select(MATCHES.c.id.label("match"), version)
    return joined.join(late, late.c.match == MATCHES.c.id, isouter=True).subquery()
