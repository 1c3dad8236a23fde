"""Refusals as problem documents (RFC 9457), which HTTP errors are sent as."""

from math import ceil

from meadhall.core.refusal import Refusal
from meadhall.server.protocol.bodies import Problem

MEDIA_TYPE = "application/problem+json"
CRASHED = Refusal("CRASH", "Something went wrong on the server. Nothing was changed.")
"""The answer to what a bug stopped, over HTTP and on sockets."""

TITLES = {
    400: "Bad request", 401: "Not signed in", 403: "Not allowed", 404: "Not found",
    405: "Wrong method", 409: "Conflict", 413: "Too large", 415: "Wrong media type",
    421: "Wrong host", 422: "Bad request", 429: "Too many requests", 500: "Server error",
    503: "Not available now",
}  # fmt: skip


class TooMany(Exception):
    """Raised beyond a rate limit. The client may try again after `wait` seconds."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"wait {wait:.1f} s")
        self.wait = max(1, ceil(wait))


def problem_document(status: int, refusal: Refusal) -> Problem:
    """The refusal as a problem document."""
    return Problem(
        type=f"urn:meadhall:problem:{refusal.code.lower().replace('_', '-')}",
        title=TITLES.get(status, "Error"),
        status=status,
        detail=refusal.sentence,
        code=refusal.code,
        objects=refusal.objects,
    )
