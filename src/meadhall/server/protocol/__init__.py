"""The messages on the wire, as types without behaviour.

- `messages` go over a table's WebSocket, `bodies` over HTTP; `problem` is an HTTP error.
- `scene_delta` is the change between two scenes; `encoding` writes JSON; `notation` reads actions.
- `tokens` are signed claims: who a person is, which seats they hold.
- `skin` is how a game looks; `typescript` writes the types for the page.

Imports nothing of the server but settings and metrics.
"""
