"""The HTTP interface of moderation. The docstrings are the API's documentation."""

from functools import partial

import litestar
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_204_NO_CONTENT

from meadhall.server.api.errors import RESPONSES, AnyRequest
from meadhall.server.api.guards import Visitor
from meadhall.server.api.prices import CHANGE, MATCH
from meadhall.server.people.community import CommunityHere
from meadhall.server.protocol.people.moderation_cards import (
    ActList,
    Dismissal,
    LiftedSanction,
    NewReport,
    NewSanction,
    ReportList,
    SanctionList,
    SuspicionList,
    TableClosing,
)

get = partial(litestar.get, responses=RESPONSES)
post = partial(litestar.post, responses=RESPONSES, status_code=HTTP_204_NO_CONTENT)


@post("/reports", opt=MATCH)
async def report(
    request: AnyRequest, community: CommunityHere, visitor: Visitor, data: JSONBody[NewReport]
) -> None:
    """Report a person. Moderators see the match, and the messages that you could read."""
    await community.reporting.report(request.scope, visitor, data)


@get("/moderation/reports")
async def list_reports(
    community: CommunityHere, visitor: Visitor, after: FromQuery[str] = ""
) -> ReportList:
    """List the reports that wait, the oldest first. For moderators."""
    await community.moderators.check_right(visitor)
    return await community.reporting.list_waiting(after)


@post("/moderation/reports/{id_:str}/dismissal", opt=CHANGE)
async def dismiss_report(
    community: CommunityHere, visitor: Visitor, id_: FromPath[str], data: JSONBody[Dismissal]
) -> None:
    """Answer a report without doing anything else. For moderators."""
    await community.moderators.check_right(visitor)
    await community.moderators.dismiss(visitor, id_, data)


@get("/moderation/sanctions")
async def list_sanctions(
    community: CommunityHere, visitor: Visitor, after: FromQuery[str] = ""
) -> SanctionList:
    """List who is muted or banned now. For moderators."""
    await community.moderators.check_right(visitor)
    return await community.moderators.list_sanctions(after)


@post("/moderation/sanctions", opt=CHANGE)
async def sanction(community: CommunityHere, visitor: Visitor, data: JSONBody[NewSanction]) -> None:
    """Mute or ban somebody for some days. For moderators."""
    await community.moderators.check_right(visitor)
    await community.moderators.sanction(visitor, data)


@post("/moderation/sanctions/end", opt=CHANGE)
async def lift_sanction(
    community: CommunityHere, visitor: Visitor, data: JSONBody[LiftedSanction]
) -> None:
    """End a mute or a ban before its time. For moderators."""
    await community.moderators.check_right(visitor)
    await community.moderators.lift(visitor, data)


@post("/moderation/closings", opt=MATCH)
async def close_table(
    community: CommunityHere, visitor: Visitor, data: JSONBody[TableClosing]
) -> None:
    """Close a table; a match that is being played ends without a result. For moderators."""
    await community.moderators.check_right(visitor)
    await community.moderators.close(visitor, data)


@get("/moderation/suspicions")
async def list_suspicions(
    community: CommunityHere, visitor: Visitor, before: FromQuery[str] = ""
) -> SuspicionList:
    """List rated matches of two guests of one address, the newest first. For moderators."""
    await community.moderators.check_right(visitor)
    return await community.reporting.list_suspicions(before)


@get("/moderation/log")
async def list_acts(
    community: CommunityHere, visitor: Visitor, before: FromQuery[str] = ""
) -> ActList:
    """List what moderators and the host did, the newest first. For moderators."""
    await community.moderators.check_right(visitor)
    return await community.moderators.list_acts(before)


MODERATION_HANDLERS = [
    report, list_reports, dismiss_report, list_sanctions, sanction, lift_sanction, close_table,
    list_suspicions, list_acts,
]  # fmt: skip
