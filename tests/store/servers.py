"""What the tests do to a PostgreSQL server behind the store's back."""

import asyncpg  # type: ignore[import-untyped] # it ships no types


async def emptied(server: str) -> str:
    """The server's database with nothing in it."""
    connection = await asyncpg.connect(server)
    await connection.execute("DROP SCHEMA public CASCADE")
    await connection.execute("CREATE SCHEMA public")
    await connection.close()
    return server


async def disconnect_everybody(server: str) -> None:
    """End all connections but the one that ends them."""
    connection = await asyncpg.connect(server)
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )
    await connection.close()
