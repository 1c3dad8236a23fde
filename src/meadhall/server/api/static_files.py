"""The files of the web page, or a notice when it has not been built.

The build compresses the files ahead; browsers keep them and ask whether they have changed. The hall
without a server has files of megabytes: they are read once and sent in slices, so that a slow
reader holds no copy of its own.
"""

from collections.abc import Iterator
from functools import lru_cache, partial
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path
from typing import Final, cast

from litestar import HttpMethod, Response, Router, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Stream

from meadhall.server.api.errors import AnyRequest
from meadhall.server.api.prices import FILE
from meadhall.server.api.revalidation import (
    ASK_FIRST,
    COMPRESSED_AHEAD,
    FOREVER,
    is_kept,
    no_news,
    tag_of,
    usable_forms,
)

SHIPPED = Path(str(files("meadhall.server"))) / "static"
FORMS: Final = {"br": ".br", "gzip": ".gz"}
"""The compressed forms that the build puts beside a file, the smallest first."""
OFFLINE: Final = "offline"
"""Where the hall without a server is offered."""
LARGE: Final = 200_000
SLICE: Final = 65_536
HTML: Final = "text/html; charset=utf-8"
UNBUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Meadhall</title></head>
<body><main><h1>Meadhall</h1>
<p>The server is running, but the page has not been built. In a checkout, run
<code>./dev play</code>, which builds it and starts the server.</p>
<p>Programs find the interface at <a href="api/docs">api/docs</a>.</p>
</main></body></html>
"""


def page_routes(folder: Path, offline: Path | None = None) -> Router:
    """Routes that serve the folder's files, and `index.html` for every other address.

    The files of `offline`, a folder of `./dev site`, are under an address of their own.
    """

    @route(
        ["/", "/{path:path}"],
        http_method=[HttpMethod.GET, HttpMethod.HEAD],
        opt={**FILE, COMPRESSED_AHEAD: True},
        include_in_schema=False,
        sync_to_thread=False,
    )
    def page(request: AnyRequest, path: FromPath[Path] = Path()) -> Response[object]:
        first, _, rest = str(path).strip("/.").partition("/")
        if first != OFFLINE:
            return _response(request, folder, str(path).strip("/."))
        if offline is None:
            raise NotFoundException("This hall has no offline mode.")
        # Its addresses are relative, so the page needs the slash. Litestar's `path` has none.
        if not rest and not request.scope["raw_path"].endswith(b"/"):
            return Redirect(f"{request.scope['root_path']}/{OFFLINE}/")
        return _response(request, offline, rest)

    return Router("/", route_handlers=[page])


def _response(request: AnyRequest, folder: Path, path: str) -> Response[object]:
    index = folder / "index.html"
    if not index.is_file():
        if path:
            raise NotFoundException(f"There is no page {path!r}.")
        return _answer(request, UNBUILT.encode(), {"Content-Type": HTML})
    wanted = _find_file(folder, path)
    if wanted is not None:
        return _send_file(request, wanted, hashed=path.startswith(("assets/", "python-")))
    # A missing file is an error. Any other address is for the page's own router.
    if "." in path.rpartition("/")[2] or path.startswith("api/"):
        raise NotFoundException(f"There is no file {path!r}.")
    return _send_file(request, index)


def _send_file(request: AnyRequest, file: Path, *, hashed: bool = False) -> Response[object]:
    """The file, in the smallest form that the browser understands."""
    # The build puts a hash of the contents into the names of hashed files.
    headers = {
        "Content-Type": _media_type(file.name),
        "Cache-Control": FOREVER if hashed else ASK_FIRST,
        "Vary": "Accept-Encoding",
    }
    for coding in usable_forms(request, FORMS):
        smaller = file.with_name(file.name + FORMS[coding])
        if smaller.is_file():
            return _answer(request, _read(smaller), {**headers, "Content-Encoding": coding})
    return _answer(request, _read(file), headers)


def _read(file: Path) -> bytes:
    found = file.stat()
    if found.st_size < LARGE:
        return file.read_bytes()
    return _read_large(file, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=16)
def _read_large(file: Path, changed: int, size: int) -> bytes:  # noqa: ARG001 - what it depends on
    return file.read_bytes()


def _answer(request: AnyRequest, body: bytes, headers: dict[str, str]) -> Response[object]:
    tag = (tag_of if len(body) < LARGE else _tag_of_large)(body)
    headers = {**headers, "ETag": tag}
    if is_kept(request, tag):
        return no_news(headers)
    if request.method == HttpMethod.HEAD:
        return Response(None, headers={**headers, "Content-Length": str(len(body))})
    if len(body) < LARGE:
        return Response(body, headers=headers)
    stream = Stream(partial(_slices, body), headers={**headers, "Content-Length": str(len(body))})
    return cast("Response[object]", stream)


@lru_cache(maxsize=16)
def _tag_of_large(body: bytes) -> str:
    return tag_of(body)


def _slices(body: bytes) -> Iterator[bytes]:
    view = memoryview(body)
    return (bytes(view[start : start + SLICE]) for start in range(0, len(body), SLICE))


def _find_file(folder: Path, path: str) -> Path | None:
    """The file of the folder at that path, if there is one."""
    try:
        # Resolved, so that neither `..` nor a symbolic link leads out of the folder.
        wanted = (folder / path).resolve()
        is_there = wanted.is_file() and wanted.is_relative_to(folder.resolve())
    except (OSError, ValueError):  # the name is too long, or no file can have it
        return None
    return wanted if is_there else None


def _media_type(path: str) -> str:
    """The media type. Browsers run scripts and apply styles only if it is the right one."""
    kind = guess_type(path)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
