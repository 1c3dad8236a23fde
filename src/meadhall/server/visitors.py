"""Each request's visitor: rate limits, the page it comes from, and who it is."""

from time import monotonic

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency
from litestar.handlers.base import BaseRouteHandler
from litestar.params import SkipValidation
from litestar.types import Scope

from meadhall.core.refusal import Refused
from meadhall.server.bodies import Person
from meadhall.server.doors import address_of, own_page
from meadhall.server.hall import Hall
from meadhall.server.keys import SESSION_SECONDS
from meadhall.server.problems import TooMany

COOKIE = "meadhall"
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
BEARER = "Bearer "

AnyConnection = ASGIConnection[BaseRouteHandler, object, object, State]
HallHere = NamedDependency[SkipValidation[Hall]]
Visitor = NamedDependency[SkipValidation[Person]]
MaybeVisitor = NamedDependency[SkipValidation[Person | None]]


def hall_of(connection: AnyConnection) -> Hall:
    """The hall that serves the request."""
    hall: Hall = connection.app.state.hall
    return hall


async def within_limits(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Guard of every route: not too often from one address, and not from a foreign page."""
    hall = hall_of(connection)
    scope = connection.scope
    wait = hall.requests.take(address_of(scope, hall.settings), monotonic())
    if wait:
        raise TooMany(wait)
    if scope.get("method", "GET") not in SAFE_METHODS and not own_page(scope, hall.settings):
        raise Refused.because("FOREIGN_PAGE", "This page may not do that here.")


async def not_guessing(connection: AnyConnection, _: BaseRouteHandler) -> None:
    """Guard of whatever checks a password: only so often from one address."""
    count_guess(connection.scope, hall_of(connection))


def count_guess(scope: Scope, hall: Hall) -> None:
    """Count a password that is about to be checked; refused where there were too many."""
    wait = hall.sign_ins.take(address_of(scope, hall.settings), monotonic())
    if wait:
        raise TooMany(wait)


async def provide_hall(state: State) -> Hall:
    """The hall, for handlers."""
    hall: Hall = state.hall
    return hall


async def provide_maybe(request: Request[object, object, State], hall: HallHere) -> Person | None:
    """Who is asking, if they say so."""
    header = request.headers.get("authorization", "")
    token = (
        header.removeprefix(BEARER) if header.startswith(BEARER) else request.cookies.get(COOKIE)
    )
    if not token:
        return None
    try:
        return await hall.people.known(token)
    except Refused:
        return None


async def provide_visitor(maybe: MaybeVisitor) -> Person:
    """Who is asking; refused where nobody is known."""
    if maybe is None:
        raise Refused.because("NOT_SIGNED_IN", "Choose a name or sign in first.")
    return maybe


def session_cookie(person: Person, hall: Hall) -> Cookie:
    """The cookie that keeps somebody signed in."""
    return Cookie(
        COOKIE,
        value=person.token,
        max_age=SESSION_SECONDS,
        httponly=True,
        secure=hall.settings.https,
        samesite="lax",
        path="/",
    )


def forget(response: Response[None]) -> Response[None]:
    """The response, which also takes the cookie away."""
    response.delete_cookie(COOKIE)
    return response
