"""The migrations of the tables, run by `meadhall.store.migrate`."""
