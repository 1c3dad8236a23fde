"""The processes that serve one database together, as each of them knows the others.

- `port` is what the rest of the server needs: `Alone` does nothing, for a process that is alone.
- `together` is the same on PostgreSQL: heartbeats, news, presence and leases.
- `identity` is who a process is for the others, and `joining` how it joins them.
- `place` says at which process a match is best served.

Knows nothing of rooms, sockets or requests: what it hears, it passes on to a `Hearer`.
"""
