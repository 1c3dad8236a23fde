"""The server: one process that hosts matches over HTTP and WebSocket and loses nothing.

`protocol` and `bodies` are what goes over the wire; `app` puts the parts together; `hub` holds the
matches in memory, commits their facts once per tick and publishes after the commit; `socket` is one
client at one table; `lobby`, `accounts` and `records` are the HTTP side.
"""
