"""Requests of the guests in the benchmarks about people."""

import json
from urllib.request import Request, urlopen


def ask(port: int, method: str, path: str, body: object, token: str = "") -> dict[str, object]:
    """What the server answers."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    address = f"http://127.0.0.1:{port}/api{path}"
    request = Request(address, json.dumps(body).encode(), headers, method=method)
    with urlopen(request) as answer:
        return json.loads(answer.read())
