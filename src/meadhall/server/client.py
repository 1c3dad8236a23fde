"""The built web client, and what is served where there is none."""

from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path

from litestar import MediaType, Response, Router, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import File

SHIPPED = Path(str(files("meadhall.server"))) / "static"
FOREVER = "public, max-age=31536000, immutable"
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline';"
    " img-src 'self' data: blob:; connect-src 'self' ws: wss:; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
UNBUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Meadhall</title></head>
<body><main><h1>Meadhall</h1>
<p>The server runs, but the page has not been built. In a checkout, run <code>./dev play</code>,
which builds it and starts the server.</p>
<p>Programs find the interface at <a href="/api/docs">/api/docs</a>.</p>
</main></body></html>
"""


def client(folder: Path) -> Router:
    """Serves the client from that folder: its files, and its page for every other address."""

    @get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
    def page(path: FromPath[Path] = Path()) -> Response[object]:
        return _page(folder, str(path).strip("/."))

    return Router("/", route_handlers=[page])


def _page(folder: Path, path: str) -> Response[object]:
    index = folder / "index.html"
    if not index.is_file():
        if path:
            raise NotFoundException(f"There is no page {path!r}.")
        return Response(UNBUILT, media_type=MediaType.HTML, headers=HEADERS)
    wanted = (folder / path).resolve()
    if path and wanted.is_file() and wanted.is_relative_to(folder.resolve()):
        hashed = path.startswith("assets/")
        cache = {"Cache-Control": FOREVER if hashed else "no-cache"}
        return File(
            wanted, media_type=_media_type(path), content_disposition_type="inline",
            headers={**HEADERS, **cache},
        )  # fmt: skip
    if "." in path.rpartition("/")[2] or path.startswith("api/"):
        raise NotFoundException(f"There is no file {path!r}.")
    return File(
        index, media_type=MediaType.HTML, content_disposition_type="inline",
        headers={**HEADERS, "Cache-Control": "no-cache"},
    )  # fmt: skip


def _media_type(path: str) -> str:
    """Browsers run scripts and apply styles only where they are called what they are."""
    return guess_type(path)[0] or "application/octet-stream"
