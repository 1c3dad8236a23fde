"""A bot at an address, for socket:ws://localhost:9000. It plays the last legal move.

Run: python listening.py [PORT], then: meadhall arena duel jarls random socket:ws://localhost:9000
"""

import json
import sys

from websockets.sync.server import ServerConnection, serve


def answer(connection: ServerConnection) -> None:
    """Answer every question of one match."""
    for text in connection:
        question = json.loads(text)
        connection.send(json.dumps({"kind": "move", "text": question["moves"][-1]}))


port = int(sys.argv[1]) if len(sys.argv) > 1 else 9000
with serve(answer, "127.0.0.1", port) as server:
    print(server.socket.getsockname()[1], flush=True)
    server.serve_forever()
