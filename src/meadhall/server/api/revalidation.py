"""Answers that browsers keep: each has a tag, and one that is kept already is not sent again."""

from hashlib import sha256
from typing import TypeVar, cast

from litestar import Response
from litestar.status_codes import HTTP_304_NOT_MODIFIED

from meadhall.server.api.errors import AnyRequest
from meadhall.server.protocol.encoding import to_json

T = TypeVar("T")

FOREVER = "public, max-age=31536000, immutable"
ASK_FIRST = "no-cache"
"""Keep it, but ask each time whether it is still the newest."""
TAG_LENGTH = 32


def tag_of(body: bytes) -> str:
    """The tag (`ETag`) of these bytes."""
    return f'"{sha256(body).hexdigest()[:TAG_LENGTH]}"'


def is_kept(request: AnyRequest, tag: str) -> bool:
    """Whether the browser says that it has the answer with this tag."""
    kept = request.headers.get("if-none-match", "").split(",")
    return any(one.strip().removeprefix("W/") in (tag.removeprefix("W/"), "*") for one in kept)


def no_news(headers: dict[str, str]) -> Response[object]:
    """The answer to a browser that has the newest one already."""
    return Response(None, status_code=HTTP_304_NOT_MODIFIED, headers=headers)


def revalidate(request: AnyRequest, content: T) -> Response[T]:
    """The content as JSON, or 304 if the browser has it already."""
    # Weak, because the answer may be compressed on its way: its bytes differ then.
    tag = f"W/{tag_of(to_json(content))}"
    headers = {"ETag": tag, "Cache-Control": ASK_FIRST}
    if is_kept(request, tag):
        return cast("Response[T]", no_news(headers))
    return Response(content, headers=headers)
