"""Matches that are being played.

- `match_loop` decides commands, stores their facts and has them sent, tick by tick.
- `room` is one match in memory; `session` carries out the messages of one connection.
- `commands` turns messages into commands of the match; `explain` answers "why not?".
- `caretaker` does what nobody asked for: clocks, bots, starts and rematches.

May import `broadcast`, `bots` and `protocol`, nothing of `net` or `api`.
"""
