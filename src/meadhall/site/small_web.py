"""Stands in for Litestar in the browser: as much of it as the routes of `server/api` use.

The names are Litestar's own. A request comes from the page over a message, not over HTTP.
"""

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from http.cookies import SimpleCookie
from types import SimpleNamespace
from typing import Annotated, Generic, TypeAlias, TypeVar, get_args, get_type_hints
from urllib.parse import parse_qsl, unquote

import msgspec

from meadhall.server.protocol.encoding import to_json

A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")

Scope: TypeAlias = "dict[str, object]"
Receive: TypeAlias = "Callable[[], Awaitable[dict[str, object]]]"
Send: TypeAlias = "Callable[[dict[str, object]], Awaitable[None]]"
WebSocketCloseEvent = WebSocketSendEvent = dict
ExceptionHandlersMap: TypeAlias = "dict[type[Exception], Callable[..., Response[object]]]"
FromPath = Annotated[A, "path"]
FromQuery = Annotated[A, "query"]
JSONBody = Annotated[A, "body"]
NamedDependency = Annotated[A, "dependency"]
SkipValidation = Annotated[A, "as it is"]
HTTP_200_OK, HTTP_201_CREATED, HTTP_204_NO_CONTENT, HTTP_304_NOT_MODIFIED = 200, 201, 204, 304
PLACEHOLDER = re.compile(r"\{(\w+):(str|int)\}")
PATTERNS = {"str": r"([^/]+)", "int": r"(\d+)"}


class MediaType:
    """The media types that routes name."""

    JSON = "application/json"
    TEXT = "text/plain"


class State(SimpleNamespace):
    """What all requests share."""


class ResponseSpec(SimpleNamespace):
    """Describes an answer; nobody reads that here."""

    def __init__(self, *_: object, **__: object) -> None:
        super().__init__()


class HTTPException(Exception):
    """An answer that is an error."""

    headers: Mapping[str, str] | None = None

    def __init__(self, status_code: int, detail: str, extra: object = None) -> None:
        super().__init__(detail)
        self.status_code, self.detail, self.extra = status_code, detail, extra


class ValidationException(HTTPException):
    """A request of the wrong shape."""


@dataclass(frozen=True, slots=True)
class Cookie:
    """What the device remembers; without a value and with no age, what it forgets."""

    key: str
    value: str = ""
    max_age: int = 0
    httponly: bool = True
    secure: bool = False
    samesite: str = "lax"
    path: str = "/"


class Response(Generic[A]):
    """What a handler answers. `status_code` is 0 where the route says it."""

    def __init__(
        self,
        content: A,
        *,
        status_code: int = 0,
        media_type: str = MediaType.JSON,
        headers: Mapping[str, str] | None = None,
        cookies: Sequence[Cookie] = (),
    ) -> None:
        self.content, self.status_code = content, status_code
        self.headers = {"content-type": media_type, **(headers or {})}
        self.cookies = list(cookies)

    def delete_cookie(self, key: str) -> None:
        """Let the device forget a cookie."""
        self.cookies.append(Cookie(key))

    def body(self) -> bytes:
        """The content as it is sent."""
        if isinstance(self.content, bytes):
            return self.content
        if isinstance(self.content, str):
            return self.content.encode()
        return b"" if self.content is None else to_json(self.content)


class ASGIConnection(Generic[A, B, C, D]):
    """What guards see of a request, and the sockets' checks of a connection."""

    def __init__(self, scope: Mapping[str, object]) -> None:
        self.scope = scope

    @cached_property
    def headers(self) -> dict[str, str]:
        """The headers, by names in small letters."""
        pairs: Sequence[tuple[bytes, bytes]] = self.scope["headers"]  # type: ignore[assignment]
        return {name.decode(): text.decode() for name, text in pairs}

    @cached_property
    def cookies(self) -> dict[str, str]:
        """The cookies that the device sent."""
        jar = SimpleCookie(self.headers.get("cookie", ""))
        return {name: morsel.value for name, morsel in jar.items()}

    @property
    def app(self) -> SimpleNamespace:
        """The application: only its state is asked for."""
        return SimpleNamespace(state=self.scope["state"])

    @property
    def path_params(self) -> object:
        """The parts of the address that the route names."""
        return self.scope["path_params"]


class Request(ASGIConnection[object, A, B, C], Generic[A, B, C]):
    """A request with its body."""

    @cached_property
    def query_params(self) -> dict[str, str]:
        """The parameters after the question mark."""
        text: bytes = self.scope["query_string"]  # type: ignore[assignment]
        return dict(parse_qsl(text.decode(), keep_blank_values=True))


Handler: TypeAlias = Callable[..., object]
Guard: TypeAlias = "Callable[[Request[object, object, State], Route], Awaitable[None]]"
AnyRequest: TypeAlias = Request[object, object, State]


@dataclass(frozen=True)
class Route:
    """A handler, and what its decorator said about it."""

    method: str
    path: str
    handler: Handler
    status_code: int
    guards: Sequence[Guard] = ()
    opt: Mapping[str, float] = field(default_factory=dict)
    after_request: Callable[[Response[object]], Response[object]] | None = None

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Matches the addresses of the route."""
        return re.compile(PLACEHOLDER.sub(lambda part: PATTERNS[part[2]], self.path))

    @cached_property
    def names(self) -> list[str]:
        """The names of the parts of the address."""
        return [name for name, _ in PLACEHOLDER.findall(self.path)]

    @cached_property
    def parameters(self) -> dict[str, tuple[str, object, object]]:
        """For each parameter of the handler: where it comes from, its type and its default."""
        hints = get_type_hints(self.handler, include_extras=True)
        found = {}
        for name, given in inspect.signature(self.handler).parameters.items():
            args = get_args(hints[name])
            kind = args[-1] if args and isinstance(args[-1], str) else "dependency"
            found[name] = (kind, args[0] if args else None, given.default)
        return found


BaseRouteHandler = Route


def _decorator(method: str, usual: int, path: str, **said: object) -> Callable[[Handler], Route]:
    known = {name: said[name] for name in ("guards", "opt", "after_request") if name in said}
    code = said.get("status_code", usual)
    return lambda handler: Route(method, path, handler, code, **known)  # type: ignore[arg-type]


get = partial(_decorator, "GET", HTTP_200_OK)
post = partial(_decorator, "POST", HTTP_201_CREATED)
put = partial(_decorator, "PUT", HTTP_200_OK)
delete = partial(_decorator, "DELETE", HTTP_204_NO_CONTENT)


@dataclass(frozen=True)
class Provide:
    """Makes what handlers name as a parameter."""

    make: Callable[..., Awaitable[object]]


@dataclass(frozen=True)
class Router:
    """Routes under one path, and what their handlers may ask for."""

    path: str
    route_handlers: Sequence[Route]
    dependencies: Mapping[str, Provide] = field(default_factory=dict)

    def find(self, request: AnyRequest) -> Route:
        """The route of the request; puts the parts of its address into the scope."""
        path = str(request.scope["path"]).removeprefix(self.path)
        for route in self.route_handlers:
            found = route.pattern.fullmatch(path)
            if found and route.method == request.scope["method"]:
                parts = dict(zip(route.names, map(unquote, found.groups()), strict=True))
                request.scope["path_params"] = parts  # type: ignore[index]
                return route
        raise HTTPException(404, "Not Found")

    async def answer(self, request: AnyRequest, body: bytes) -> Response[object]:
        """What the handler of the request answers. Raises what its guards and the handler raise."""
        route = self.find(request)
        for guard in route.guards:
            await guard(request, route)
        given = await self._arguments(route, request, body)
        result = route.handler(**given)
        if inspect.isawaitable(result):
            result = await result
        response = result if isinstance(result, Response) else Response(result)
        response.status_code = response.status_code or route.status_code
        return route.after_request(response) if route.after_request else response

    async def _arguments(self, route: Route, request: AnyRequest, body: bytes) -> dict[str, object]:
        found: dict[str, object] = {}
        for name, (kind, type_, default) in route.parameters.items():
            if kind == "body":
                found[name] = _check_shape("data", partial(_parse, body, type_))
            elif kind == "dependency":
                found[name] = await self._provide(name, request)
            else:
                texts = request.path_params if kind == "path" else request.query_params
                text = texts.get(name, default)  # type: ignore[attr-defined]
                found[name] = _check_shape(
                    name, partial(msgspec.convert, text, type_, strict=False)
                )
        return found

    async def _provide(self, name: str, request: AnyRequest) -> object:
        if name == "request":
            return request
        if name == "state":
            return request.app.state
        make = self.dependencies[name].make
        wanted = inspect.signature(make).parameters
        return await make(**{other: await self._provide(other, request) for other in wanted})


def _parse(body: bytes, type_: object) -> object:
    return msgspec.json.decode(body, type=type_)


def _check_shape(key: str, read: Callable[[], object]) -> object:
    """What was read; a value of the wrong shape is reported as Litestar reports it."""
    try:
        return read()
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        message, _, place = str(error).partition(" - at `$.")
        extra = [{"key": place.rstrip("`") or key, "message": message}]
        raise ValidationException(400, "Bad Request", extra) from None
