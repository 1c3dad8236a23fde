"""The HTTP interface about friends and challenges. The docstrings are the API's documentation."""

from functools import partial

import litestar
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT

from meadhall.server.api.errors import RESPONSES, AnyRequest
from meadhall.server.api.guards import MaybeVisitor, Visitor
from meadhall.server.api.prices import CHANGE, MATCH
from meadhall.server.people.community import CommunityHere
from meadhall.server.protocol.bodies import SeatTokens
from meadhall.server.protocol.friends.friend_cards import (
    Acceptance,
    Bond,
    ChallengeCard,
    ChallengeList,
    FriendList,
    NewChallenge,
)

get = partial(litestar.get, responses=RESPONSES)
put = partial(litestar.put, responses=RESPONSES)
post = partial(litestar.post, responses=RESPONSES)
delete = partial(litestar.delete, responses=RESPONSES)


@get("/people")
async def list_people_here(
    community: CommunityHere, maybe: MaybeVisitor, after: FromQuery[str] = ""
) -> FriendList:
    """List people with accounts who are here now and show it, by name."""
    return await community.friendships.list_here(maybe, after)


@get("/me/friends")
async def list_friends(
    community: CommunityHere, visitor: Visitor, after: FromQuery[str] = ""
) -> FriendList:
    """List the people whom you follow, by name, and who of them is here."""
    return await community.friendships.list_followed(visitor, after)


@get("/me/friends/{name:str}")
async def show_bond(community: CommunityHere, visitor: Visitor, name: FromPath[str]) -> Bond:
    """Show whether you follow or block a person, and whether the person is here."""
    return await community.friendships.bond(visitor, name)


@put("/me/friends/{name:str}", opt=CHANGE, status_code=HTTP_204_NO_CONTENT)
async def follow(community: CommunityHere, visitor: Visitor, name: FromPath[str]) -> None:
    """Follow a person. Nobody is told."""
    await community.friendships.follow(visitor, name)


@delete("/me/friends/{name:str}", opt=CHANGE)
async def unfollow(community: CommunityHere, visitor: Visitor, name: FromPath[str]) -> None:
    """Follow a person no longer."""
    await community.friendships.unfollow(visitor, name)


@get("/me/blocks")
async def list_blocks(
    community: CommunityHere, visitor: Visitor, after: FromQuery[str] = ""
) -> FriendList:
    """List the people whom you block, by name."""
    return await community.friendships.list_blocked(visitor, after)


@put("/me/blocks/{name:str}", opt=CHANGE, status_code=HTTP_204_NO_CONTENT)
async def block(community: CommunityHere, visitor: Visitor, name: FromPath[str]) -> None:
    """Block a person: no challenges either way, no messages to you, no shared quick match."""
    other = await community.friendships.block(visitor, name)
    await community.challenges.end_between(visitor.id, other.id)


@delete("/me/blocks/{name:str}", opt=CHANGE)
async def unblock(community: CommunityHere, visitor: Visitor, name: FromPath[str]) -> None:
    """Block a person no longer."""
    await community.friendships.unblock(visitor, name)


@get("/me/challenges")
async def list_challenges(
    community: CommunityHere, visitor: Visitor, before: FromQuery[str] = ""
) -> ChallengeList:
    """List your open challenges, to others and from others, the newest first."""
    return await community.challenges.list_open(visitor, before)


@post("/challenges", opt=CHANGE)
async def challenge(
    request: AnyRequest, community: CommunityHere, visitor: Visitor, data: JSONBody[NewChallenge]
) -> ChallengeCard:
    """Challenge a person by name, or anyone by a link. You get a seat at the table at once."""
    return await community.challenges.make(request.scope, visitor, data)


@get("/challenges/{id_:str}")
async def show_challenge(
    community: CommunityHere, maybe: MaybeVisitor, id_: FromPath[str]
) -> ChallengeCard:
    """Show a challenge that is to you, yours, or to anyone with the link."""
    return await community.challenges.show(maybe, id_)


@post("/challenges/{id_:str}/acceptance", opt=MATCH, status_code=HTTP_200_OK)
async def accept_challenge(
    request: AnyRequest,
    community: CommunityHere,
    visitor: Visitor,
    id_: FromPath[str],
    data: JSONBody[Acceptance],
) -> SeatTokens:
    """Accept a challenge: you get the open seat, and the match begins."""
    return await community.challenges.accept(request.scope, visitor, id_, data.share)


@delete("/challenges/{id_:str}", opt=CHANGE)
async def decline_challenge(community: CommunityHere, visitor: Visitor, id_: FromPath[str]) -> None:
    """Decline a challenge to you, or withdraw your own. Its table is closed."""
    await community.challenges.decline(visitor, id_)


FRIEND_HANDLERS = [
    list_people_here, list_friends, show_bond, follow, unfollow, list_blocks, block, unblock,
    list_challenges, challenge, show_challenge, accept_challenge, decline_challenge,
]  # fmt: skip
