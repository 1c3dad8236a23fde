"""Answers that browsers keep: each has a tag, and one that is kept already is not sent again."""

import gzip
import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Final, TypeVar, cast

from litestar import MediaType, Response
from litestar.status_codes import HTTP_304_NOT_MODIFIED

from meadhall.server.api.errors import AnyRequest
from meadhall.server.protocol.encoding import to_json

T = TypeVar("T")

FOREVER = "public, max-age=31536000, immutable"
ASK_FIRST = "no-cache"
"""Keep it, but ask each time whether it is still the newest."""
TAG_LENGTH = 32
KEPT = 64
"""How many compressed answers are kept."""
SMALLEST = 1_000
"""Answers of fewer bytes are not compressed."""
COMPRESSED_AHEAD: Final = "compressed ahead"
"""Marks routes whose answers are not to be compressed again."""
REFUSED: Final = re.compile(r"q=0(\.0*)?")


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


def usable_forms(request: AnyRequest, forms: Iterable[str]) -> list[str]:
    """Those of the compressed forms that the request accepts."""
    weights = {}
    for item in request.headers.get("accept-encoding", "").lower().split(","):
        name, _, weight = item.partition(";")
        weights[name.strip()] = weight.replace(" ", "")
    return [name for name in forms if name in weights and not REFUSED.fullmatch(weights[name])]


def revalidate(request: AnyRequest, content: T) -> Response[T]:
    """The content as JSON, or 304 if the browser has it already. For routes `COMPRESSED_AHEAD`."""
    body = to_json(content)
    # Weak, because the compressed answer has the same tag though its bytes differ.
    tag = f"W/{tag_of(body)}"
    headers = {"ETag": tag, "Cache-Control": ASK_FIRST, "Vary": "Accept-Encoding"}
    if is_kept(request, tag):
        return cast("Response[T]", no_news(headers))
    if len(body) >= SMALLEST and usable_forms(request, ("gzip",)):
        body, headers["Content-Encoding"] = _compress(body), "gzip"
    return cast("Response[T]", Response(body, media_type=MediaType.JSON, headers=headers))


# Every visitor asks for the same few answers. Kept, they can be as small as gzip makes them.
@lru_cache(KEPT)
def _compress(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)
