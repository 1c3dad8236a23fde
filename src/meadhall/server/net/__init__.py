"""Bytes: how connections come in, are read, written and closed.

- `connection` is the port: what the rest of the server knows of a socket.
- `asgi_ws` is the plain adapter, for any ASGI server; `uvicorn_ws` and `uvicorn_http` are the fast
  ones, over uvicorn's own classes.
- `gate` counts connections, and `uvicorn_guards` and `uvicorn_plain` set their limits and deadlines
  under uvicorn, with either adapter.
- `table_socket` lets a connection in and serves it; `admission` decides who may come in.
- `hall_socket` sends the lists of tables to everybody in the hall.
- `outbox` sends messages and gives up on slow readers; `run` starts uvicorn.

May import `live` and what `live` may import, nothing of `api`.
"""
