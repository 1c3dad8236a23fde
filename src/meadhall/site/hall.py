"""The hall in the worker: the server's own parts, asked by messages instead of over a network."""

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import Protocol, cast

from meadhall.server.api.errors import HANDLERS
from meadhall.server.api.guards import guard_request
from meadhall.server.api.routes import api_routes
from meadhall.server.assembly import Hall, open_hall
from meadhall.server.net.connection import EXTENSION
from meadhall.server.net.hall_socket import PATH as HALL_SOCKET
from meadhall.server.settings import Settings
from meadhall.site.device import device_routes
from meadhall.site.kept import KeptMatches, Storage, Store
from meadhall.site.line import Line
from meadhall.site.small_web import Cookie, Request, Response, Router, State
from meadhall.site.thoughts import Think, Thinker

TOO_SLOW = ("expert",)
"""Levels that search millions of positions with compiled code: a tab has none."""
COOKIES = "cookies"
"""The setting with what a browser would keep as cookies of a server."""
SETTINGS = Settings(
    db="this device", hosts="*", compile_ahead=False, bots=1, bot_ms=5_000, analysis_ms=30_000,
    tables=1_000, message_rate=1_000, chat_rate=60_000, request_rate=100_000,
    sockets=10_000, deserted_days=36_500, watch_delay=0,
)  # fmt: skip
"""One device serves itself: there is nobody to be protected from."""


class ToPage(Protocol):
    """Takes what happens on a line to the page."""

    def __call__(self, line: int, kind: str, text: str, code: int) -> None:
        """A `message`, or that the hall has `closed` the line."""
        ...


class HallHere:
    """Answers the page."""

    def __init__(self, hall: Hall, to_page: ToPage) -> None:
        self._hall, self._to_page = hall, to_page
        self._routers: tuple[Router, ...] = (device_routes(), api_routes())  # type: ignore[assignment] # its stand-in
        self._lines: dict[int, Line] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._cookies: dict[str, str] = {}

    async def start(self) -> None:
        """Open the hall: clocks go on, bots are asked."""
        self._cookies = json.loads(await self._hall.store.accounts.setting(COOKIES, "{}"))
        await self._hall.start()

    async def answer(self, method: str, target: str, body: str) -> str:
        """The answer to a request, as a server gives it: status, headers and body, as JSON."""
        path, _, query = target.partition("?")
        scope = self._scope(path, method=method, query_string=query.encode())
        request: Request[object, object, State] = Request(scope)
        try:
            response = await self._ask(request, body.encode())
        except Exception as error:  # noqa: BLE001 - every request is answered, as by the server
            response = _on_error(request, error)
        await self._keep_cookies(response.cookies)
        return json.dumps([response.status_code, response.headers, response.body().decode()])

    def open_line(self, number: int, path: str) -> None:
        """Connect the page with a table or with the lists of the hall."""
        line = self._lines[number] = Line(
            lambda text: self._to_page(number, "message", text, 0),
            lambda code, reason: self._to_page(number, "closed", reason, code),
        )
        scope = self._scope(path, extensions={EXTENSION: {"connection": line}})
        serve = self._hall.hall_sockets if path == HALL_SOCKET else self._hall.sockets
        task = asyncio.ensure_future(serve(scope, None, None))  # type: ignore[arg-type] # the line is offered
        self._tasks.add(task)
        task.add_done_callback(lambda done: self._forget(number, done))

    def say(self, number: int, text: str) -> None:
        """Take a message of the page on a line."""
        if number in self._lines:
            self._lines[number].say(text)

    def close_line(self, number: int) -> None:
        """Note that the page has closed a line."""
        if number in self._lines:
            self._lines[number].end()

    def _forget(self, number: int, done: "asyncio.Task[None]") -> None:
        self._tasks.discard(done)
        self._lines.pop(number, None)

    def _scope(self, path: str, **more: object) -> dict[str, object]:
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = [(b"cookie", cookies.encode()), (b"host", b"localhost")]
        state = State(hall=self._hall)
        return {"path": path, "headers": headers, "client": None, "state": state, **more}

    async def _ask(
        self, request: "Request[object, object, State]", body: bytes
    ) -> Response[object]:
        device, api = self._routers
        router = device if str(request.scope["path"]).startswith(device.path) else api
        await guard_request(request, router.find(request))  # type: ignore[arg-type] # stand-ins
        return await router.answer(request, body)

    async def _keep_cookies(self, cookies: list[Cookie]) -> None:
        if not cookies:
            return
        for cookie in cookies:
            self._cookies[cookie.key] = cookie.value
        self._cookies = {name: value for name, value in self._cookies.items() if value}
        await self._hall.store.accounts.set_setting(COOKIES, json.dumps(self._cookies))


def _on_error(request: "Request[object, object, State]", error: Exception) -> Response[object]:
    handlers: Mapping[object, Callable[..., Response[object]]] = HANDLERS  # type: ignore[assignment] # stand-ins
    known = next(kind for kind in type(error).__mro__ if kind in handlers)
    return handlers[known](request, error)


async def open_here(storage: Storage, to_page: ToPage, think: Think) -> HallHere:
    """The hall of this worker, open. Bots think by `think`, in another worker."""
    Store.storage = storage
    hall = await open_hall(SETTINGS)
    await cast(KeptMatches, hall.store.matches).relist(hall.match_loop.games)
    hall.bots.employ([Thinker(think)], TOO_SLOW)
    here = HallHere(hall, to_page)
    await here.start()
    return here
