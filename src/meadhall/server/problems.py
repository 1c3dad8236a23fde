"""Errors over HTTP: problem documents (RFC 9457) with a code, and never a trace."""

from collections.abc import Mapping
from http import HTTPStatus
from math import ceil

from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec
from litestar.types import ExceptionHandlersMap

from meadhall.core.refusal import Refusal, Refused
from meadhall.server.bodies import Problem
from meadhall.server.observe import log

MEDIA_TYPE = "application/problem+json"

STATUS: Mapping[str, int] = {
    "NOT_SIGNED_IN": 401,
    "WRONG_PASSWORD": 403,
    "BAD_TOKEN": 403,
    "NOT_YOUR_SEAT": 403,
    "FOREIGN_PAGE": 403,
    "NO_SUCH_MATCH": 404,
    "NO_SUCH_SEAT": 404,
    "NO_SUCH_ANALYSIS": 404,
    "UNKNOWN_GAME": 404,
    "SEAT_TAKEN": 409,
    "NAME_TAKEN": 409,
    "HAS_ACCOUNT": 409,
    "TABLE_FULL": 409,
    "NOT_FINISHED": 409,
    "ANALYSIS_RUNNING": 409,
    "TOO_MANY_MATCHES": 429,
}
"""Refusals that are more than a bad request."""

TITLES = {
    400: "That cannot be done", 401: "Who are you?", 403: "Not allowed", 404: "Not found",
    405: "Wrong method", 409: "Not now", 413: "Too large", 415: "Wrong kind of body",
    422: "That cannot be done", 429: "Too many requests", 500: "Our fault",
}  # fmt: skip

AnyRequest = Request[object, object, State]


class TooMany(Exception):
    """Raised where a limit is reached; `wait` seconds help."""

    def __init__(self, wait: float) -> None:
        super().__init__(f"wait {wait:.1f} s")
        self.wait = max(1, ceil(wait))


def problem(
    status: int, refusal: Refusal, headers: dict[str, str] | None = None
) -> Response[Problem]:
    """The refusal as a response."""
    body = document(status, refusal)
    return Response(body, status_code=status, media_type=MEDIA_TYPE, headers=headers)


def document(status: int, refusal: Refusal) -> Problem:
    """The refusal as a problem document."""
    return Problem(
        type=f"urn:meadhall:problem:{refusal.code.lower().replace('_', '-')}",
        title=TITLES.get(status, "Something is wrong"),
        status=status,
        detail=refusal.sentence,
        code=refusal.code,
        objects=refusal.objects,
    )


def on_refused(request: AnyRequest, error: Refused) -> Response[Problem]:
    """What the rules of a game or of the hall forbid."""
    return problem(STATUS.get(error.refusal.code, 400), error.refusal)


def on_too_many(request: AnyRequest, error: TooMany) -> Response[Problem]:
    """A limit was reached."""
    sentence = f"Too many requests; try again in {error.wait} s."
    refusal = Refusal("TOO_MANY_REQUESTS", sentence)
    return problem(429, refusal, {"Retry-After": str(error.wait)})


def on_invalid(request: AnyRequest, error: ValidationException) -> Response[Problem]:
    """The request has the wrong shape: says where."""
    extra = error.extra if isinstance(error.extra, list) else []
    places = [f"{item.get('key', 'body')}: {item.get('message', '')}" for item in extra]
    sentence = "; ".join(places) or "The request has the wrong shape."
    return problem(400, Refusal("BAD_REQUEST", sentence[:500]))


def on_http(request: AnyRequest, error: HTTPException) -> Response[Problem]:
    """No such page, wrong method, body too large."""
    code = HTTPStatus(error.status_code).name
    headers = {k: v for k, v in (error.headers or {}).items() if k.lower() == "allow"}
    sentence = error.detail if error.status_code < 500 else "Something broke on our side."  # noqa: PLR2004
    return problem(error.status_code, Refusal(code, sentence), headers)


def on_crash(request: AnyRequest, error: Exception) -> Response[Problem]:
    """A mistake of ours: logged in full, told in one sentence."""
    log.error("crash", path=request.scope["path"], exc_info=error)
    return problem(500, Refusal("CRASH", "Something broke on our side. Nothing was changed."))


HANDLERS: ExceptionHandlersMap = {
    Refused: on_refused,
    TooMany: on_too_many,
    ValidationException: on_invalid,
    HTTPException: on_http,
    Exception: on_crash,
}

RESPONSES = {
    status: ResponseSpec(Problem, description=title, generate_examples=False, media_type=MEDIA_TYPE)
    for status, title in TITLES.items()
    if status < 500  # noqa: PLR2004 - what a client can do something about
}
"""What every operation may answer instead, for the OpenAPI description."""
