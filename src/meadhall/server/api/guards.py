"""What every request passes first: rate limits, the origin check, and who sends it."""

from time import monotonic

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency
from litestar.handlers.base import BaseRouteHandler
from litestar.params import SkipValidation
from litestar.types import Scope

from meadhall.core.refusal import Refused
from meadhall.server.api.prices import price_of
from meadhall.server.api.services import Services
from meadhall.server.net.admission import (
    COOKIE,
    ENTRY_COOKIE,
    address_of,
    entered_tables,
    is_own_page,
    session_token,
)
from meadhall.server.net.hosts import is_own_host
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.problem import TooMany
from meadhall.server.protocol.tokens import ENTRY_SECONDS, SESSION_SECONDS, EntryToken

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
NUL = b"%00"

AnyConnection = ASGIConnection[BaseRouteHandler, object, object, State]
HallHere = NamedDependency[SkipValidation[Services]]
Visitor = NamedDependency[SkipValidation[Person]]
MaybeVisitor = NamedDependency[SkipValidation[Person | None]]


def hall_of(connection: AnyConnection) -> Services:
    """The parts of the server that the request may use."""
    hall: Services = connection.app.state.hall
    return hall


async def guard_request(connection: AnyConnection, handler: BaseRouteHandler) -> None:
    """Guard of every route: rate limits, our own host, and no changes from foreign pages."""
    hall = hall_of(connection)
    scope = connection.scope
    price = price_of(handler)
    wait = hall.requests.take(address_of(scope, hall.settings), monotonic(), price) if price else 0
    if wait:
        raise TooMany(wait)
    if not is_own_host(scope, hall.settings):
        raise Refused.because("FOREIGN_HOST", "This server is not the host that you asked for.")
    if "\0" in scope["path"] or NUL in scope["query_string"]:
        raise Refused.because("BAD_REQUEST", "An address has no NUL characters.")
    if scope.get("method", "GET") not in SAFE_METHODS and not is_own_page(scope, hall.settings):
        raise Refused.because("FOREIGN_PAGE", "Only pages of this server may do that.")


async def guard_password(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Guard of routes that check a password: a rate limit per address."""
    count_guess(connection.scope, hall_of(connection))


def count_guess(scope: Scope, hall: Services) -> None:
    """Count a password check; raises `TooMany` beyond the limit."""
    wait = hall.sign_ins.take(address_of(scope, hall.settings), monotonic())
    if wait:
        raise TooMany(wait)


async def guard_lock(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Guard of routes about one match: a table with a password asks for it, also when finished."""
    await check_entry(connection.scope, hall_of(connection), connection.path_params["match"])


async def check_entry(scope: Scope, hall: Services, match: str) -> None:
    """Raise `Refused` if the match is locked and its password has not been shown."""
    person = await _find_person(scope, hall)
    await hall.access.check_entry(match, person, entered_tables(scope, hall.rights.tokens))


async def provide_hall(state: State) -> Services:
    """The parts of the server, for handlers."""
    hall: Services = state.hall
    return hall


async def provide_maybe(request: Request[object, object, State], hall: HallHere) -> Person | None:
    """The person who sends the request; `None` for a stranger."""
    return await _find_person(request.scope, hall)


async def _find_person(scope: Scope, hall: Services) -> Person | None:
    token = session_token(scope)
    try:
        return await hall.rights.person_of_token(token) if token else None
    # An invalid session counts as none, so that public pages can still be read.
    except Refused:
        return None


async def provide_visitor(maybe: MaybeVisitor) -> Person:
    """The person who sends the request; raises `Refused` for a stranger."""
    if maybe is None:
        raise Refused.because("NOT_SIGNED_IN", "Choose a name or sign in first.")
    return maybe


def session_cookie(person: Person, hall: Services) -> Cookie:
    """The cookie that keeps a person signed in."""
    return _cookie(COOKIE, person.token, SESSION_SECONDS, hall)


def entry_cookie(claim: EntryToken, hall: Services) -> Cookie:
    """The cookie that opens the locked tables that a device has entered."""
    return _cookie(ENTRY_COOKIE, hall.rights.tokens.sign_entry(claim), ENTRY_SECONDS, hall)


def _cookie(name: str, value: str, seconds: int, hall: Services) -> Cookie:
    return Cookie(
        name,
        value=value,
        max_age=seconds,
        httponly=True,
        secure=hall.settings.https,
        samesite="lax",
        path="/",
    )


def delete_cookie(response: Response[None]) -> Response[None]:
    """Delete the session cookie with this response."""
    response.delete_cookie(COOKIE)
    return response
