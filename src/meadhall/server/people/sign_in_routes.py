"""The HTTP interface of passkeys and recovery. The docstrings are the API's documentation."""

from functools import partial

import litestar
from litestar import Response
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT

from meadhall.server.api.errors import RESPONSES, AnyRequest
from meadhall.server.api.guards import HallHere, Visitor, guard_password, session_cookie
from meadhall.server.api.prices import CHANGE, PASSWORD
from meadhall.server.net.admission import address_of
from meadhall.server.people.community import CommunityHere
from meadhall.server.protocol.bodies import Person
from meadhall.server.protocol.people.sign_in_bodies import (
    AccountState,
    AddressChange,
    AddressKey,
    CeremonyOptions,
    CodeRecovery,
    MailRecovery,
    NewPasskey,
    PasskeyCard,
    PasskeyRename,
    PasskeySignature,
    PasswordProof,
    RecoveryCodes,
    RecoveryRequest,
)

get = partial(litestar.get, responses=RESPONSES)
put = partial(litestar.put, responses=RESPONSES, status_code=HTTP_204_NO_CONTENT)
post = partial(litestar.post, responses=RESPONSES)
delete = partial(litestar.delete, responses=RESPONSES)
ask = partial(post, opt=PASSWORD, guards=[guard_password], status_code=HTTP_200_OK)
"""For what opens an account, or needs its password."""


@get("/me/account")
async def show_account(community: CommunityHere, visitor: Visitor) -> AccountState:
    """Show how you can sign in to your account, and what you may do."""
    return await community.account_state(visitor)


@ask("/me/passkeys/options")
async def begin_passkey(
    request: AnyRequest, community: CommunityHere, visitor: Visitor, data: JSONBody[PasswordProof]
) -> CeremonyOptions:
    """Get what your browser needs to make a passkey (WebAuthn)."""
    return await community.passkeys.begin(request.scope, visitor, data.password)


@post("/me/passkeys", opt=PASSWORD, guards=[guard_password])
async def add_passkey(
    request: AnyRequest, community: CommunityHere, visitor: Visitor, data: JSONBody[NewPasskey]
) -> PasskeyCard:
    """Add the passkey that your browser has made."""
    return await community.passkeys.add(request.scope, visitor, data)


@get("/me/passkeys")
async def list_passkeys(community: CommunityHere, visitor: Visitor) -> list[PasskeyCard]:
    """List your passkeys: at most 20."""
    return await community.passkeys.list_own(visitor)


@put("/me/passkeys/{id_:str}", opt=CHANGE)
async def rename_passkey(
    community: CommunityHere, visitor: Visitor, id_: FromPath[str], data: JSONBody[PasskeyRename]
) -> None:
    """Give one of your passkeys another name."""
    await community.passkeys.rename(visitor, id_, data)


@delete("/me/passkeys/{id_:str}", opt=CHANGE)
async def remove_passkey(community: CommunityHere, visitor: Visitor, id_: FromPath[str]) -> None:
    """Remove one of your passkeys."""
    await community.passkeys.remove(visitor, id_)


@ask("/session/passkey/options")
async def begin_passkey_sign_in(request: AnyRequest, community: CommunityHere) -> CeremonyOptions:
    """Get what your browser needs to sign in with a passkey (WebAuthn)."""
    return await community.passkeys.begin_sign_in(request.scope)


@ask("/session/passkey")
async def sign_in_with_passkey(
    request: AnyRequest,
    hall: HallHere,
    community: CommunityHere,
    data: JSONBody[PasskeySignature],
) -> Response[Person]:
    """Sign in with a passkey."""
    person = await community.passkeys.sign_in(request.scope, data.credential)
    return Response(person, cookies=[session_cookie(person, hall)])


@ask("/me/recovery-codes")
async def make_recovery_codes(
    community: CommunityHere, visitor: Visitor, data: JSONBody[PasswordProof]
) -> RecoveryCodes:
    """Get ten new recovery codes. They are shown once; earlier ones no longer work."""
    return await community.recovery.make_codes(visitor, data.password)


@ask("/session/recovery-code")
async def recover_with_code(
    request: AnyRequest, hall: HallHere, community: CommunityHere, data: JSONBody[CodeRecovery]
) -> Response[Person]:
    """Sign in with a recovery code and a new password. All other sessions end."""
    address = address_of(request.scope, hall.settings)
    person = await community.recovery.use_code(data, address)
    return Response(person, cookies=[session_cookie(person, hall)])


@put("/me/mail-address", opt=PASSWORD, guards=[guard_password])
async def change_mail_address(
    community: CommunityHere, visitor: Visitor, data: JSONBody[AddressChange]
) -> None:
    """Change your mail address: it counts once you follow the link that is sent there."""
    await community.recovery.change_address(visitor, data)


@post("/mail-address", opt=CHANGE, status_code=HTTP_204_NO_CONTENT)
async def confirm_mail_address(community: CommunityHere, data: JSONBody[AddressKey]) -> None:
    """Confirm a mail address with the key in the link."""
    await community.recovery.confirm_address(data.key)


@post("/recovery", opt=PASSWORD, guards=[guard_password], status_code=HTTP_204_NO_CONTENT)
async def ask_for_recovery(community: CommunityHere, data: JSONBody[RecoveryRequest]) -> None:
    """Ask for a link by mail that lets you choose a new password. The answer is always the same."""
    await community.recovery.ask_for_link(data.account)


@ask("/session/recovery-link")
async def recover_with_link(
    hall: HallHere, community: CommunityHere, data: JSONBody[MailRecovery]
) -> Response[Person]:
    """Sign in with the key in a link and a new password. All other sessions end."""
    person = await community.recovery.use_link(data)
    return Response(person, cookies=[session_cookie(person, hall)])


SIGN_IN_HANDLERS = [
    show_account, begin_passkey, add_passkey, list_passkeys, rename_passkey, remove_passkey,
    begin_passkey_sign_in, sign_in_with_passkey, make_recovery_codes, recover_with_code,
    change_mail_address, confirm_mail_address, ask_for_recovery, recover_with_link,
]  # fmt: skip
