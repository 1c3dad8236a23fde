"""Backups of a whole hall in one file, made while its server runs, and their way back.

A backup is a SQLite file with all tables of the hall, whatever the database it came from. It can be
restored to a SQLite file or to PostgreSQL. The key that signs tokens is not in it.
"""

from meadhall.store.backup.restore import restore_backup
from meadhall.store.backup.save import make_backup

__all__ = ["make_backup", "restore_backup"]
