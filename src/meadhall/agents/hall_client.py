"""Asks a running hall over HTTP. Every failure is a `Refused` with a sentence."""

import asyncio
import json
from dataclasses import dataclass
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from meadhall.core.refusal import Refused

PATIENCE = 30.0
"""Seconds to wait for an answer."""


@dataclass(frozen=True, slots=True)
class HallClient:
    """A hall at an address such as `http://localhost:8000`."""

    url: str

    @classmethod
    def at(cls, url: str) -> "HallClient":
        """The hall at that address; refused if it is none."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise Refused.because(
                "BAD_URL", f"{url!r} is no address of a hall; write http://HOST:PORT.", "url"
            )
        return cls(f"{parts.scheme}://{parts.netloc}")

    def socket_url(self, match: str) -> str:
        """The address of the WebSocket of a table."""
        return f"ws{self.url.removeprefix('http')}/api/matches/{match}/socket"

    async def get(self, path: str, token: str = "") -> Any:
        """What the hall answers at a path."""
        return await asyncio.to_thread(self._ask, path, None, token)

    async def post(self, path: str, body: object, token: str = "") -> Any:
        """What the hall answers to a body."""
        return await asyncio.to_thread(self._ask, path, json.dumps(body).encode(), token)

    def _ask(self, path: str, body: bytes | None, token: str) -> Any:
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        request = Request(f"{self.url}/api{path}", body, headers)  # noqa: S310 - checked in `at`
        try:
            with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - the same
                return json.load(answer)
        except HTTPError as error:
            raise _refusal_in(error) from None
        except (OSError, HTTPException, ValueError) as error:
            raise Refused.because(
                "NO_HALL", f"No hall answers at {self.url}: {error}", "url"
            ) from None


def path_part(word: str) -> str:
    """A word that an agent wrote, as one part of a path."""
    return quote(word, safe="")


def _refusal_in(error: HTTPError) -> Refused:
    """The refusal in a problem document."""
    with error:
        try:
            problem = json.load(error)
            return Refused.because(str(problem["code"]), str(problem["detail"]))
        except (ValueError, KeyError, TypeError):
            return Refused.because("NO_HALL", f"The hall answered with status {error.code}.")
