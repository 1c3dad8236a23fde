"""Bots in seats, and analyses. Both run in processes of their own.

- `program` is one process behind a line protocol; `worker` is the program our own bots run in.
- `compile_ahead` compiles what our bots need, before they need it.
- `pool` asks them for moves and reviews; `analysis` reviews finished matches move by move.

May import `protocol`, nothing else of the server.
"""
