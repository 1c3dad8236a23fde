"""The page's files: compressed ahead, kept by browsers, asked for again only when they change."""

import asyncio
import gzip
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest
from serving import serving

SCRIPT = b"export default 'a long script';\n" * 40
SMALL = b"not really Brotli, but beside the script"
Ask = Callable[..., Awaitable[httpx.Response]]


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A folder as the build leaves it."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Hall</title>")
    script = folder / "assets" / "main-1a2b.js"
    script.write_bytes(SCRIPT)
    script.with_name("main-1a2b.js.br").write_bytes(SMALL)
    script.with_name("main-1a2b.js.gz").write_bytes(gzip.compress(SCRIPT))
    return folder


def visit(
    folder: Path, tmp_path: Path, visitor: Callable[[Ask], Awaitable[None]], offline: str = ""
) -> None:
    """Let the visitor ask a server that serves this folder."""

    async def run() -> None:
        async with serving(tmp_path, static=str(folder), offline=offline) as hall:
            site = f"http://{hall.address}"

            async def ask(path: str, method: str = "GET", **headers: str) -> httpx.Response:
                sent = {name.replace("_", "-"): value for name, value in headers.items()}
                # Raw: the client would decode the body.
                request = hall.http.build_request(method, site + path, headers=sent)
                answer = await hall.http.send(request, stream=True)
                answer.extensions["raw"] = b"".join([part async for part in answer.aiter_raw()])
                return answer

            await visitor(ask)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("accepted", "form"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("gzip;q=0.0, identity", None),
        ("", None),
        ("GZIP", "gzip"),
        ("brr, xgzip", None),
    ],
)
def test_a_file_comes_in_the_smallest_form_that_is_understood(
    page: Path, tmp_path: Path, accepted: str, form: str | None
) -> None:
    async def check(ask: Ask) -> None:
        answer = await ask("/assets/main-1a2b.js", accept_encoding=accepted)
        assert answer.headers.get("content-encoding") == form
        bodies = {"br": SMALL, "gzip": gzip.compress(SCRIPT), None: SCRIPT}
        assert answer.extensions["raw"][10:] == bodies[form][10:]  # gzip's head has the time
        assert answer.headers["vary"] == "Accept-Encoding"
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert "immutable" in answer.headers["cache-control"]

    visit(page, tmp_path, check)


def test_a_file_that_is_kept_already_is_not_sent_again(page: Path, tmp_path: Path) -> None:
    async def check(ask: Ask) -> None:
        first = await ask("/")
        assert first.headers["cache-control"] == "no-cache"
        tag = first.headers["etag"]
        for kept in (tag, f'"other", W/{tag}', "*"):
            again = await ask("/", if_none_match=kept)
            assert (again.status_code, again.extensions["raw"]) == (304, b"")
            assert again.headers["etag"] == tag
        (page / "index.html").write_text("<!doctype html><title>New</title>")
        changed = await ask("/", if_none_match=tag)
        assert changed.status_code == 200
        assert changed.headers["etag"] != tag

    visit(page, tmp_path, check)


def test_forms_of_a_file_have_tags_of_their_own(page: Path, tmp_path: Path) -> None:
    async def check(ask: Ask) -> None:
        script = "/assets/main-1a2b.js"
        tags = {
            (await ask(script, accept_encoding=form)).headers["etag"] for form in ("br", "gzip", "")
        }
        assert len(tags) == 3

    visit(page, tmp_path, check)


def test_a_head_is_the_answer_without_its_body(page: Path, tmp_path: Path) -> None:
    async def check(ask: Ask) -> None:
        for path in ("/", "/rules/jarls", "/assets/main-1a2b.js"):
            whole, head = await ask(path), await ask(path, "HEAD")
            assert head.status_code == 200
            assert head.extensions["raw"] == b""
            for name in ("content-length", "content-type", "etag", "cache-control", "vary"):
                assert head.headers[name] == whole.headers[name], name
        assert (await ask("/no.file", "HEAD")).status_code == 404

    visit(page, tmp_path, check)


def test_without_a_built_page_there_is_a_notice(tmp_path: Path) -> None:
    async def check(ask: Ask) -> None:
        notice = await ask("/")
        assert notice.headers["content-type"] == "text/html; charset=utf-8"
        assert b"./dev play" in notice.extensions["raw"]
        assert (await ask("/rules")).status_code == 404

    visit(tmp_path / "nothing", tmp_path, check)


def test_the_offline_mode_has_an_address_and_a_policy_of_its_own(
    page: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    (folder / "python-1").mkdir(parents=True)
    (folder / "site.json").write_text("{}")
    (folder / "index.html").write_text("<!doctype html><title>Offline</title>")
    whole = bytes(range(256)) * 4_000
    (folder / "python-1" / "python.wasm").write_bytes(whole)

    async def check(ask: Ask) -> None:
        assert b"Offline" in (await ask("/offline/")).extensions["raw"]
        assert (await ask("/offline")).headers["location"] == "/offline/"
        assert b"Hall" in (await ask("/offliner")).extensions["raw"]
        python = await ask("/offline/python-1/python.wasm")
        assert python.extensions["raw"] == whole
        assert python.headers["content-length"] == str(len(whole))
        assert python.headers["content-type"] == "application/wasm"
        assert "immutable" in python.headers["cache-control"]
        assert "wasm-unsafe-eval" in python.headers["content-security-policy"]
        assert "wasm-unsafe-eval" not in (await ask("/")).headers["content-security-policy"]
        tag = python.headers["etag"]
        again = await ask("/offline/python-1/python.wasm", if_none_match=tag)
        assert (again.status_code, again.extensions["raw"]) == (304, b"")
        head = await ask("/offline/python-1/python.wasm", "HEAD")
        assert (head.headers["etag"], head.extensions["raw"]) == (tag, b"")
        (folder / "python-1" / "python.wasm").write_bytes(whole[1:])
        changed = await ask("/offline/python-1/python.wasm", if_none_match=tag)
        assert changed.extensions["raw"] == whole[1:]
        assert (await ask("/offline/no.file")).status_code == 404
        assert (await ask("/api/offline")).extensions["raw"] == b'{"offered":true}'

    visit(page, tmp_path, check, offline=str(folder))


def test_a_hall_without_an_offline_mode_says_so(page: Path, tmp_path: Path) -> None:
    async def check(ask: Ask) -> None:
        assert (await ask("/offline/")).status_code == 404
        assert (await ask("/api/offline")).extensions["raw"] == b'{"offered":false}'

    visit(page, tmp_path, check)
