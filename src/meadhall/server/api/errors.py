"""Errors over HTTP: problem documents (RFC 9457) with a code, never with a traceback."""

import re
from collections.abc import Mapping
from http import HTTPStatus

from litestar import Request, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec
from litestar.types import ExceptionHandlersMap

from meadhall.core.refusal import Refusal, Refused
from meadhall.match.ports import StoreUnavailable
from meadhall.server.metrics import log
from meadhall.server.protocol.bodies import Problem
from meadhall.server.protocol.problem import (
    CRASHED,
    MEDIA_TYPE,
    TITLES,
    TooMany,
    problem_document,
)

STATUS: Mapping[str, int] = {
    "NOT_SIGNED_IN": 401,
    "WRONG_PASSWORD": 403,
    "WRONG_CODE": 403,
    "WRONG_PASSKEY": 403,
    "BANNED": 403,
    "MUTED": 403,
    "NOT_MODERATOR": 403,
    "NOT_WELCOME": 403,
    "NOT_YOUR_CHALLENGE": 403,
    "BAD_TOKEN": 403,
    "NOT_YOUR_SEAT": 403,
    "FOREIGN_PAGE": 403,
    "LOCAL_ONLY": 403,
    "FOREIGN_HOST": 421,
    "TABLE_LOCKED": 403,
    "NO_SUCH_MATCH": 404,
    "NO_SUCH_SEAT": 404,
    "NO_SUCH_ANALYSIS": 404,
    "NO_SUCH_PUZZLE": 404,
    "NO_PUZZLES": 404,
    "NO_SUCH_PERSON": 404,
    "NO_SUCH_CHALLENGE": 404,
    "NO_SUCH_PASSKEY": 404,
    "NO_SUCH_REPORT": 404,
    "NOT_SHOWN": 403,
    "NOT_YOURS": 403,
    "UNKNOWN_GAME": 404,
    "GAME_NOT_INSTALLED": 404,
    "SEAT_TAKEN": 409,
    "NAME_TAKEN": 409,
    "LINK_USED": 409,
    "CHALLENGE_OVER": 409,
    "MATCH_BEGINS": 409,
    "TOO_LATE": 409,
    "HAS_ACCOUNT": 409,
    "TABLE_FULL": 409,
    "NOT_FINISHED": 409,
    "ANALYSIS_RUNNING": 409,
    "TOO_MUCH_WORK": 413,
    "TOO_MANY_MATCHES": 429,
    "TOO_MANY_CHALLENGES": 429,
    "TOO_MANY_REPORTS": 429,
    "TOO_MANY_MAILS": 429,
    "BUSY": 503,
    "NOT_READY": 503,
    "NOT_STORED": 503,
}
"""The HTTP status of each refusal; 400 for all others."""

UNAVAILABLE = Refusal(
    "STORE_UNAVAILABLE", "The server cannot use its database right now. Try again in a moment."
)
RETRY_SECONDS = "1"
"""When to try again what the server could not do just now."""

BOUND = re.compile(r"Expected `(str|int)`(?: of length)? (>=|<=) (\d+)")
"""How msgspec reports a text that is too short or too long, and a number out of range."""
MOST_WORDS = 500

AnyRequest = Request[object, object, State]


def problem_response(
    status: int, refusal: Refusal, headers: dict[str, str] | None = None
) -> Response[Problem]:
    """The refusal as a response."""
    body = problem_document(status, refusal)
    return Response(body, status_code=status, media_type=MEDIA_TYPE, headers=headers)


def on_refused(request: AnyRequest, error: Refused) -> Response[Problem]:
    """Answer a refusal by the rules of a game or of the server."""
    status = STATUS.get(error.refusal.code, 400)
    headers = {"Retry-After": RETRY_SECONDS} if status == HTTPStatus.SERVICE_UNAVAILABLE else None
    return problem_response(status, error.refusal, headers)


def on_unavailable(request: AnyRequest, error: StoreUnavailable) -> Response[Problem]:
    """Answer while the database cannot be used. The store has logged why."""
    return problem_response(503, UNAVAILABLE, {"Retry-After": RETRY_SECONDS})


def on_too_many(request: AnyRequest, error: TooMany) -> Response[Problem]:
    """Answer a request beyond a rate limit."""
    sentence = f"Too many requests. Try again in {error.wait} s."
    refusal = Refusal("TOO_MANY_REQUESTS", sentence)
    return problem_response(429, refusal, {"Retry-After": str(error.wait)})


def on_invalid(request: AnyRequest, error: ValidationException) -> Response[Problem]:
    """Answer a request of the wrong shape: in words for people, and for programs as reported."""
    extra = error.extra if isinstance(error.extra, list) else []
    advice = " ".join(filter(None, dict.fromkeys(map(_advise, extra))))
    sentence = advice or "The request has the wrong shape."
    reported = (f"{item.get('key', 'body')}: {item.get('message', '')}" for item in extra)
    objects = tuple(text[:MOST_WORDS] for text in reported)
    return problem_response(400, Refusal("BAD_REQUEST", sentence[:MOST_WORDS], objects))


def on_unreadable(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Answer a body that is not UTF-8, or nested too deeply to be read."""
    return problem_response(400, Refusal("BAD_REQUEST", "The request cannot be read."))


def _advise(item: Mapping[str, str]) -> str:
    """What to do about a field that was refused."""
    bound = BOUND.fullmatch(item.get("message", ""))
    if bound is None:
        return f"The field {item['key']!r} is not filled in correctly." if "key" in item else ""
    least = "at least" if bound[2] == ">=" else "at most"
    if bound[1] == "int":
        return f"Use a number of {least} {bound[3]}."
    return f"Use {least} {bound[3]} character{'' if bound[3] == '1' else 's'}."


def on_http(request: AnyRequest, error: HTTPException) -> Response[Problem]:
    """Answer an unknown address, a wrong method or a body that is too large."""
    code = HTTPStatus(error.status_code).name
    headers = {k: v for k, v in (error.headers or {}).items() if k.lower() == "allow"}
    sentence = error.detail if error.status_code < 500 else "Something went wrong on the server."  # noqa: PLR2004
    return problem_response(error.status_code, Refusal(code, sentence), headers)


def on_crash(request: AnyRequest, error: Exception) -> Response[Problem]:
    """Answer a bug: the log gets the traceback, the client one sentence."""
    log.error("crash", path=request.scope["path"], exc_info=error)
    return problem_response(500, CRASHED)


HANDLERS: ExceptionHandlersMap = {
    Refused: on_refused,
    StoreUnavailable: on_unavailable,
    TooMany: on_too_many,
    ValidationException: on_invalid,
    UnicodeDecodeError: on_unreadable,
    RecursionError: on_unreadable,
    HTTPException: on_http,
    Exception: on_crash,
}

RESPONSES = {
    status: ResponseSpec(Problem, description=title, generate_examples=False, media_type=MEDIA_TYPE)
    for status, title in TITLES.items()
    if status < 500  # noqa: PLR2004 - only errors that a client can avoid
}
"""The errors that any operation may answer with, for the OpenAPI description."""
